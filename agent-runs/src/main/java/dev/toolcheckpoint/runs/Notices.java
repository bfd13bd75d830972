package dev.toolcheckpoint.runs;

import dev.toolcheckpoint.protocol.CheckpointException;
import dev.toolcheckpoint.runs.WaitPoint.Kind;
import dev.toolcheckpoint.runs.store.Change;
import dev.toolcheckpoint.runs.store.Commit;
import dev.toolcheckpoint.runs.store.Expected;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells people what waits for them. Only a token's digest is kept, so sending again takes a new token; the old ones stay good. */
final class Notices {

    private static final Logger LOG = LoggerFactory.getLogger(Runs.class);
    private static final int MOST_TRIES = 5;

    private final RunSettings settings;
    private final Storage storage;

    Notices(RunSettings settings, Storage storage) {
        this.settings = settings;
        this.storage = storage;
    }

    /**
     * A wait, and the token for it.
     *
     * @param token {@code null} for what isn't an approval
     */
    record Notice(Wait awaited, @Nullable String token) {
        /** Leaves the token out. */
        @Override
        public String toString() {
            return "Notice[" + awaited.id() + "]";
        }
    }

    Notice prepare(Wait wait) {
        if (wait.kind() != Kind.APPROVAL) {
            return new Notice(wait, null);
        }
        String token = Tokens.make();
        return new Notice(wait.withToken(Tokens.id(token)), token);
    }

    static Change tokenItem(RunKey run, String waitId, String token, String version) {
        return Change.of(Keys.token(run.namespace(), Tokens.digest(token)))
                .expect(Keys.DOC, new Expected.Absent())
                .put(Keys.DOC, Documents.open(version, new Records.TokenRef(run.id(), waitId)))
                .build();
    }

    /** Sends a token that is stored; what isn't accepted is sent again by a tick. */
    void send(RunKey run, String agent, Turn turn, Notice notice) {
        Wait wait = notice.awaited();
        Instant expiresAt = wait.expiresAt();
        if (notice.token() == null || expiresAt == null) {
            return;
        }
        boolean accepted = accepted(new ApprovalNotifier.Request(
                run,
                agent,
                wait.id(),
                wait.toolName(),
                Toolbox.arguments(turn.answer().toolExecutionRequests().get(wait.position() - 1)),
                notice.token(),
                expiresAt));
        settings.tell(new RunEvent.Notified(run, wait.id(), accepted));
        if (accepted) {
            remember(run, wait.id());
        }
    }

    private boolean accepted(ApprovalNotifier.Request request) {
        try {
            return settings.notifier().send(request);
        } catch (Exception failure) {
            if (failure instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            }
            LOG.warn(
                    "Approval {} of run {} was not sent ({}); a later tick sends it again",
                    request.approvalId(),
                    request.run(),
                    failure.getClass().getName());
            return false;
        }
    }

    /** A note that gets lost means that the request is sent once more. */
    private void remember(RunKey run, String waitId) {
        try {
            for (int tries = 0; tries < MOST_TRIES; tries++) {
                History.Versioned<Wait> seen = storage.waiting(run, waitId);
                if (seen == null || !seen.value().open() || seen.value().notifiedAt() != null) {
                    return;
                }
                String writeId = settings.ids().next();
                Wait notified = seen.value().notified(settings.now());
                Change change = Waits.rewritten(run, seen, notified, writeId);
                if (storage.apply(new Commit(writeId, List.of(change)), change.key(), Keys.DOC)) {
                    return;
                }
            }
        } catch (CheckpointException failure) {
            LOG.warn("It could not be noted that approval {} of run {} was sent", waitId, run, failure);
        }
    }

    /** Sends a request again, with a new token. */
    void sendAgain(RunKey run, String agent, Turn turn, History.Versioned<Wait> seen) {
        Notice notice = prepare(seen.value());
        String token = notice.token();
        if (token == null) {
            return;
        }
        String writeId = settings.ids().next();
        Change change = Waits.rewritten(run, seen, notice.awaited(), writeId);
        Commit commit = new Commit(
                writeId, List.of(change, tokenItem(run, notice.awaited().id(), token, writeId)));
        if (storage.apply(commit, change.key(), Keys.DOC)) {
            send(run, agent, turn, notice);
        }
    }
}
