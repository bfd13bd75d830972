package dev.toolcheckpoint.journal;

import dev.toolcheckpoint.protocol.LateReceipts;
import dev.toolcheckpoint.protocol.Retention;
import dev.toolcheckpoint.store.CheckpointStore;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** What the parts of one journal share. */
record Settings(
        CheckpointStore store,
        Clock clock,
        IdSource ids,
        Pause pause,
        RetryPolicy retryPolicy,
        CheckpointListener listener,
        Duration skewMargin,
        Retention retention,
        LateReceipts lateReceipts,
        int maxResult) {

    /** The time, in the whole milliseconds that records hold. */
    Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }

    void tell(CheckpointEvent event) {
        listener.on(event);
    }
}
