package dev.toolcheckpoint.runs;

import dev.toolcheckpoint.journal.IdSource;
import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.journal.Pause;
import dev.toolcheckpoint.journal.RetryPolicy;
import dev.toolcheckpoint.runs.store.RunStore;
import dev.toolcheckpoint.tool.ToolRunner;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the parts of {@link Runs} share.
 *
 * @param notifyAgainAfter when an approval whose notification was not accepted is sent again
 */
record RunSettings(
        RunStore store,
        Journal journal,
        ToolRunner runner,
        Clock clock,
        IdSource ids,
        Pause pause,
        RetryPolicy retryPolicy,
        Duration skewMargin,
        Duration notifyAgainAfter,
        Map<String, Agent> agents,
        RunListener listener,
        ApprovalNotifier notifier,
        RunDispatcher dispatcher) {

    private static final Logger LOG = LoggerFactory.getLogger(Runs.class);

    /** The time, in the whole milliseconds that documents hold. */
    Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }

    /** A listener can't break a run. */
    void tell(RunEvent event) {
        safely(() -> listener.on(event));
    }

    void tellLost(RunKey run, LeaseLostException lost) {
        safely(() -> listener.onError(run, lost));
    }

    private static void safely(Runnable telling) {
        try {
            telling.run();
        } catch (RuntimeException failure) {
            LOG.warn("A run listener failed and was ignored", failure);
        }
    }

    /** Hands a run to whoever executes runs. A hand-over that is lost is made up for by a later tick. */
    void dispatch(RunKey run) {
        try {
            dispatcher.dispatch(run);
            tell(new RunEvent.HandedOver(run));
        } catch (Exception failure) {
            if (failure instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            }
            LOG.warn("Run {} could not be handed over; a later tick does it", run, failure);
        }
    }
}
