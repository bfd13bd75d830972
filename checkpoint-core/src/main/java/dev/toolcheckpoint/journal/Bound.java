package dev.toolcheckpoint.journal;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** When the repeats of one operation end. */
sealed interface Bound {

    /** By the policy's count alone. */
    Bound COUNTED = new Start(null);

    /**
     * For what starts something, or can be asked for again: a few sends.
     *
     * @param until no repeat starts at or after it; {@code null} leaves it to the count
     */
    record Start(@Nullable Instant until) implements Bound {
        @Override
        public @Nullable Duration pause(RetryPolicy policy, int sends, Instant now, Duration took) {
            Duration pause = policy.pauseAfter(sends);
            boolean inTime = until == null || now.plus(pause).isBefore(until);
            return sends < policy.maxSends() && inTime ? pause : null;
        }
    }

    /**
     * For what ends something: who has a receipt keeps trying while there is time.
     *
     * @param until no repeat starts at or after it, or when it would not be over by then if it took as long as the last
     * @param counted how many sends there are however late it is
     */
    record End(Instant until, int counted) implements Bound {
        @Override
        public @Nullable Duration pause(RetryPolicy policy, int sends, Instant now, Duration took) {
            if (sends >= policy.maxEndSends()) {
                return null;
            }
            Duration pause = policy.pauseAfter(sends);
            Duration left = Duration.between(now.plus(took), until);
            if (sends < counted || pause.compareTo(left) < 0) {
                return pause;
            }
            // The last one is sent as late as it can be: the store may answer by then.
            Duration shorter = left.minus(policy.firstPause());
            return shorter.compareTo(policy.firstPause()) >= 0 && !shorter.isZero() ? shorter : null;
        }
    }

    /**
     * The pause before the next send; {@code null} when there is none.
     *
     * @param sends how many there were
     * @param took how long the last one did
     */
    @Nullable
    Duration pause(RetryPolicy policy, int sends, Instant now, Duration took);
}
