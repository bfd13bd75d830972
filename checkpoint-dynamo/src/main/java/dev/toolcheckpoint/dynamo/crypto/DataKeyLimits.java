package dev.toolcheckpoint.dynamo.crypto;

import dev.toolcheckpoint.protocol.ConfigurationException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * How long and how much a data key is used, and how many are held.
 *
 * @param maxAge how long a data key serves new calls, and how long an opened one is kept; 1 s to 1 h, default 5 min. A call
 *     that began within it may still be sealed under that key when it ends
 * @param maxMessages how many payloads a data key seals; 16 to 2^32, default 2^20
 * @param maxBytes how many bytes it seals; 1 MiB to 2^40, default 64 GiB
 * @param maxNamespaces for how many namespaces a data key is held; 1 to 100 000, default 1 000. The one used longest ago goes
 *     first
 * @param maxOpened how many data keys of other processes are held opened; 1 to 100 000, default 1 000
 */
public record DataKeyLimits(Duration maxAge, long maxMessages, long maxBytes, int maxNamespaces, int maxOpened) {

    /** 5 minutes, 2^20 messages, 64 GiB, 1 000 namespaces, 1 000 opened keys. */
    public static final DataKeyLimits DEFAULT =
            new DataKeyLimits(Duration.ofMinutes(5), 1L << 20, 64L << 30, 1_000, 1_000);

    /** Checks the bounds. */
    public DataKeyLimits {
        List<String> problems = new ArrayList<>();
        if (maxAge.compareTo(Duration.ofSeconds(1)) < 0 || maxAge.compareTo(Duration.ofHours(1)) > 0) {
            problems.add("maxAge of a data key must be 1 s to 1 h, found " + maxAge + ".");
        }
        within(problems, "maxMessages", maxMessages, 16, 1L << 32);
        within(problems, "maxBytes", maxBytes, 1L << 20, 1L << 40);
        within(problems, "maxNamespaces", maxNamespaces, 1, 100_000);
        within(problems, "maxOpened", maxOpened, 1, 100_000);
        if (!problems.isEmpty()) {
            throw new ConfigurationException(problems);
        }
    }

    /** The same limits with another age. */
    public DataKeyLimits withMaxAge(Duration age) {
        return new DataKeyLimits(age, maxMessages, maxBytes, maxNamespaces, maxOpened);
    }

    /** The same limits with another number of messages. */
    public DataKeyLimits withMaxMessages(long messages) {
        return new DataKeyLimits(maxAge, messages, maxBytes, maxNamespaces, maxOpened);
    }

    /** The same limits with another number of bytes. */
    public DataKeyLimits withMaxBytes(long bytes) {
        return new DataKeyLimits(maxAge, maxMessages, bytes, maxNamespaces, maxOpened);
    }

    /** The same limits with other numbers of keys held. */
    public DataKeyLimits withMaxHeld(int namespaces, int opened) {
        return new DataKeyLimits(maxAge, maxMessages, maxBytes, namespaces, opened);
    }

    private static void within(List<String> problems, String name, long value, long least, long most) {
        if (value < least || value > most) {
            problems.add(name + " of a data key must be " + least + " to " + most + ", found " + value + ".");
        }
    }
}
