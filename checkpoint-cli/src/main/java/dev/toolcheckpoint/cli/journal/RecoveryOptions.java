package dev.toolcheckpoint.cli.journal;

import dev.toolcheckpoint.protocol.ProtocolException;
import dev.toolcheckpoint.protocol.Recovery;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What may happen after an attempt of which nobody knows how it ended, with every bound. */
public final class RecoveryOptions extends RetryOptions {

    @Option(
            names = "--max-attempts",
            paramLabel = "N",
            description = "How many attempts at most, killed ones included; idempotent only. Default: no limit.")
    private @Nullable Long maxAttempts;

    @Option(
            names = "--downstream-keeps-ms",
            paramLabel = "MS",
            description = "How long the downstream remembers idempotency keys; checked when given. Idempotent only.")
    private @Nullable Long downstreamKeepsMs;

    /** Whether any of the options was given. */
    boolean given() {
        return kind() != null || retryForMs() != null || maxAttempts != null || downstreamKeepsMs != null;
    }

    /** The policy. */
    public Recovery recovery() {
        String kind = kind();
        return of(kind == null ? "manual" : kind, retryForMs(), maxAttempts, Names.OPTIONS);
    }

    /** How long the downstream remembers keys; {@code null} when not declared. */
    public @Nullable Duration downstreamKeeps() {
        return millis(downstreamKeepsMs, Names.OPTIONS);
    }

    /** How the settings are called where they were given. */
    record Names(String recovery, String retryFor, String maxAttempts, String downstreamKeeps) {
        static final Names OPTIONS =
                new Names("--recovery", "--retry-for-ms", "--max-attempts", "--downstream-keeps-ms");
        static final Names DOCUMENT = new Names("recovery", "retryForMs", "maxAttempts", "downstreamKeepsMs");
    }

    static Recovery of(String kind, @Nullable Long retryForMs, @Nullable Long maxAttempts, Names names) {
        return switch (kind) {
            case "manual" -> {
                refuse(names.retryFor(), retryForMs);
                refuse(names.maxAttempts(), maxAttempts);
                yield Recovery.manual();
            }
            case "idempotent" -> {
                if (retryForMs == null) {
                    throw ProtocolException.invalidArgument(names.recovery() + " idempotent needs " + names.retryFor()
                            + ": for how long after the first attempt a further one may start.");
                }
                yield new Recovery.Idempotent(Duration.ofMillis(retryForMs), attempts(maxAttempts, names));
            }
            default ->
                throw ProtocolException.invalidArgument(
                        names.recovery() + " must be manual or idempotent, found \"" + kind + "\".");
        };
    }

    static @Nullable Duration millis(@Nullable Long value, Names names) {
        if (value == null) {
            return null;
        }
        if (value < 0) {
            throw ProtocolException.invalidArgument(
                    names.downstreamKeeps() + " must be 0 or more, found " + value + ".");
        }
        return Duration.ofMillis(value);
    }

    private static @Nullable Integer attempts(@Nullable Long value, Names names) {
        if (value == null) {
            return null;
        }
        if (value < 1 || value > Integer.MAX_VALUE) {
            throw ProtocolException.invalidArgument(
                    names.maxAttempts() + " must be 1 to " + Integer.MAX_VALUE + ", found " + value + ".");
        }
        return value.intValue();
    }

    private static void refuse(String name, @Nullable Long value) {
        if (value != null) {
            throw ProtocolException.invalidArgument(
                    name + " belongs to idempotent recovery, but this is manual: it is never retried.");
        }
    }
}
