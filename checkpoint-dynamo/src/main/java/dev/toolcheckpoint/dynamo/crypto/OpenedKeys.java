package dev.toolcheckpoint.dynamo.crypto;

import java.nio.ByteBuffer;
import java.time.Clock;
import java.time.Instant;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Data keys of other processes (and of this one, earlier), as KMS opened them. Bounded by number and age. Thread-safe. */
final class OpenedKeys {

    private final DataKeyLimits limits;
    private final Clock clock;
    private final SingleFlight<Name, DataKey> flights = new SingleFlight<>();
    /** In the order of last use. */
    private final LinkedHashMap<Name, Opened> opened = new LinkedHashMap<>(16, 0.75f, true);

    private boolean closed;

    OpenedKeys(DataKeyLimits limits, Clock clock) {
        this.limits = limits;
        this.clock = clock;
    }

    /** The opened key; {@code decrypt} runs when it is not held, once for all threads that ask at the same time. */
    DataKey get(String namespace, KeyRef key, byte[] wrapped, Supplier<DataKey> decrypt) {
        Name name = new Name(namespace, key, ByteBuffer.wrap(wrapped));
        DataKey held = held(name);
        if (held != null) {
            return held;
        }
        return flights.run(name, () -> {
            DataKey there = held(name);
            return there != null ? there : keep(name, decrypt.get());
        });
    }

    synchronized void clear() {
        opened.values().forEach(each -> each.key.destroy());
        opened.clear();
    }

    synchronized void close() {
        closed = true;
        clear();
    }

    private synchronized @Nullable DataKey held(Name name) {
        Opened entry = opened.get(name);
        return entry != null && young(entry, clock.instant()) ? entry.key : null;
    }

    private synchronized DataKey keep(Name name, DataKey key) {
        if (closed) {
            key.destroy();
            throw KmsCalls.closed();
        }
        Instant now = clock.instant();
        Opened replaced = opened.put(name, new Opened(key, now));
        if (replaced != null) {
            replaced.key.destroy();
        }
        Iterator<Opened> oldestFirst = opened.values().iterator();
        int surplus = opened.size() - limits.maxOpened();
        while (oldestFirst.hasNext()) {
            Opened entry = oldestFirst.next();
            if (surplus-- > 0 || !young(entry, now)) {
                entry.key.destroy();
                oldestFirst.remove();
            }
        }
        return key;
    }

    private boolean young(Opened entry, Instant now) {
        return !now.isBefore(entry.openedAt) && now.isBefore(entry.openedAt.plus(limits.maxAge()));
    }

    /** The namespace is part of it: KMS must see the encryption context of every tenant. */
    private record Name(String namespace, KeyRef key, ByteBuffer wrapped) {}

    private record Opened(DataKey key, Instant openedAt) {}
}
