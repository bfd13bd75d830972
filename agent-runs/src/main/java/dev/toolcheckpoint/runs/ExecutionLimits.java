package dev.toolcheckpoint.runs;

import dev.toolcheckpoint.protocol.ProtocolException;
import java.time.Duration;
import java.time.Instant;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What the host of an execution allows.
 *
 * @param lease how long the claim is believed alive from each renewal on, or in all when nothing renews it; 1 ms to 24 h
 * @param pollEvery how often a thread looks after the claim and for a wish to cancel while the model or a tool works; 0 for no thread
 * @param renews whether that thread renews the claim
 * @param deadline when the host stops; {@code null} for never
 * @param grace how long after the deadline a request that was sent before may still land
 * @param stepReserve no model call starts with less than this left before the deadline
 * @param drain whether to stop after the step in progress; asked often
 */
public record ExecutionLimits(
        Duration lease,
        Duration pollEvery,
        boolean renews,
        @Nullable Instant deadline,
        Duration grace,
        Duration stepReserve,
        BooleanSupplier drain) {

    private static final Duration LONGEST_LEASE = Duration.ofHours(24);

    /** A process that lives as long as it likes: claims of a minute, renewed while it works. */
    public static final ExecutionLimits DEFAULT = new ExecutionLimits(
            Duration.ofMinutes(1), Duration.ofSeconds(2), true, null, Duration.ZERO, Duration.ZERO, () -> false);

    /** Checks the bounds. */
    public ExecutionLimits {
        if (lease.toMillis() < 1 || lease.compareTo(LONGEST_LEASE) > 0) {
            throw ProtocolException.invalidArgument(
                    "The lease of a claim is 1 ms to 24 h, found " + lease.toMillis() + " ms.");
        }
        if (pollEvery.isNegative() || grace.isNegative() || stepReserve.isNegative()) {
            throw ProtocolException.invalidArgument("pollEvery, grace and stepReserve are 0 ms or more.");
        }
        if (renews && (pollEvery.isZero() || pollEvery.multipliedBy(2).compareTo(lease) > 0)) {
            throw ProtocolException.invalidArgument(
                    "A claim that is renewed needs at least two looks a lease; found a look every "
                            + pollEvery.toMillis() + " ms and a lease of " + lease.toMillis() + " ms.");
        }
    }

    /** The same with a wish to stop. */
    public ExecutionLimits drainedWhen(BooleanSupplier asked) {
        return new ExecutionLimits(lease, pollEvery, renews, deadline, grace, stepReserve, asked);
    }

    /**
     * Where the platform kills the process at its deadline: the claim outlives it by the grace, so nothing renews it.
     *
     * @param now the time
     * @param deadline when the process is killed
     * @param grace how long a request that was sent before may still land
     * @param stepReserve no model call starts with less than this left
     */
    public static ExecutionLimits killedAt(Instant now, Instant deadline, Duration grace, Duration stepReserve) {
        Duration lease = Duration.between(now, deadline).plus(grace);
        return new ExecutionLimits(
                lease.toMillis() < 1 ? Duration.ofMillis(1) : Duration.ofMillis(lease.toMillis()),
                Duration.ofSeconds(2),
                false,
                deadline,
                grace,
                stepReserve,
                () -> false);
    }
}
