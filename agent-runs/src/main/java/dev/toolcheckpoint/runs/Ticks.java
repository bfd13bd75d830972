package dev.toolcheckpoint.runs;

import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.CheckpointException;
import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.protocol.Status;
import dev.toolcheckpoint.runs.WaitPoint.Answer;
import dev.toolcheckpoint.runs.WaitPoint.Kind;
import dev.toolcheckpoint.runs.store.Commit;
import dev.toolcheckpoint.runs.store.ItemKey;
import dev.toolcheckpoint.runs.store.RunStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks after runs that are due. Many at once are safe: listings are hints, and a conditional commit decides everything. */
final class Ticks {

    private static final Logger LOG = LoggerFactory.getLogger(Runs.class);
    private static final int PAGE = 100;

    /** A run that was handed over is left alone for this long. */
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final RunSettings settings;
    private final Storage storage;
    private final Decisions decisions;
    private final Notices notices;

    Ticks(RunSettings settings, Storage storage, Decisions decisions, Notices notices) {
        this.settings = settings;
        this.storage = storage;
        this.decisions = decisions;
        this.notices = notices;
    }

    Tick tick(Instant until) {
        Tick tick = Tick.NONE;
        String cursor = null;
        Instant now = settings.now();
        do {
            RunStore.Page<ItemKey> page = settings.store().due(now, PAGE, cursor);
            for (ItemKey key : page.entries()) {
                if (!settings.now().isBefore(until)) {
                    return tick;
                }
                tick = tick.plus(lookAfter(Keys.runOf(key)));
            }
            cursor = page.nextCursor();
        } while (cursor != null);
        return tick;
    }

    /** One broken run doesn't keep the others waiting. */
    private Tick lookAfter(RunKey run) {
        try {
            return storage.find(Keys.run(run)).map(Head::of).map(this::lookAt).orElse(Tick.NONE);
        } catch (CheckpointException failure) {
            LOG.warn("Run {} could not be looked after: {}", run, failure.code(), failure);
            return new Tick(0, 0, 0, 0, 1, Duration.ZERO);
        }
    }

    private Tick lookAt(Head head) {
        Instant now = settings.now();
        return switch (head.state().status()) {
            case QUEUED, INTERRUPTED -> handOver(head, now);
            case RUNNING -> head.abandoned(now, settings.skewMargin()) ? handOver(head, now) : Tick.NONE;
            case WAITING -> lookAtWaits(head, now);
            case COMPLETED, FAILED, CANCELLED -> {
                lookAgain(head, null);
                yield Tick.NONE;
            }
        };
    }

    private Tick handOver(Head head, Instant now) {
        lookAgain(head, now.plus(PATIENCE));
        settings.dispatch(head.key());
        Duration idle = Duration.between(idleSince(head), now);
        return new Tick(1, 0, 0, 0, 0, idle.isNegative() ? Duration.ZERO : idle);
    }

    private static Instant idleSince(Head head) {
        return head.state().status() == RunStatus.RUNNING
                ? head.claim().expiresAt()
                : head.state().updatedAt();
    }

    /** Moves the hint; of no meaning when the run changed meanwhile. */
    private void lookAgain(Head head, @Nullable Instant at) {
        String writeId = settings.ids().next();
        settings.store()
                .commit(new Commit(writeId, List.of(head.ifUnchanged().due(at).build())));
    }

    private Tick lookAtWaits(Head head, Instant now) {
        History history = storage.history(head.key());
        Tick tick = Tick.NONE;
        for (History.Versioned<Wait> seen : history.currentWaits()) {
            if (seen.value().open()) {
                tick = tick.plus(lookAtWait(history, seen, now));
            }
        }
        Head after = storage.find(Keys.run(head.key())).map(Head::of).orElse(head);
        if (after.state().status() == RunStatus.WAITING) {
            History current = storage.history(head.key());
            List<Wait> waits = current.currentWaits().stream()
                    .map(History.Versioned::value)
                    .toList();
            lookAgain(current.head(), Waits.due(waits, now, settings.notifyAgainAfter()));
        }
        return tick;
    }

    private Tick lookAtWait(History history, History.Versioned<Wait> seen, Instant now) {
        Wait wait = seen.value();
        RunKey run = history.key();
        if (wait.kind() == Kind.UNCERTAIN) {
            boolean known = isKnown(history, wait);
            if (known) {
                decisions.decide(run, wait.id(), Answer.APPROVED, "tick", null);
            }
            return new Tick(0, 0, 0, known ? 1 : 0, 0, Duration.ZERO);
        }
        Instant expiresAt = wait.expiresAt();
        if (wait.kind() != Kind.APPROVAL || expiresAt == null) {
            return Tick.NONE;
        }
        if (!now.isBefore(expiresAt)) {
            decisions.decide(run, wait.id(), Answer.EXPIRED, "tick", null);
            return new Tick(0, 1, 0, 0, 0, Duration.ZERO);
        }
        if (wait.notifiedAt() == null) {
            notices.sendAgain(run, history.state().agent(), history.turn(wait.stepIndex()), seen);
            return new Tick(0, 0, 1, 0, 0, Duration.ZERO);
        }
        return Tick.NONE;
    }

    /** Whether the call that was uncertain has an outcome by now. */
    private boolean isKnown(History history, Wait wait) {
        return settings.journal()
                .inspect(CheckpointKey.of(history.key().namespace(), history.callId(wait)))
                .map(Checkpoint::status)
                .map(Status::hasOutcome)
                .orElse(false);
    }
}
