package dev.toolcheckpoint.runs;

import dev.toolcheckpoint.protocol.ProtocolException;
import dev.toolcheckpoint.protocol.StoreException;
import dev.toolcheckpoint.runs.WaitPoint.Answer;
import dev.toolcheckpoint.runs.WaitPoint.Decision;
import dev.toolcheckpoint.runs.WaitPoint.Kind;
import dev.toolcheckpoint.runs.store.Change;
import dev.toolcheckpoint.runs.store.Commit;
import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Decides what a run waits for. A decision, and the run's going on when it was the last one, are one commit. */
final class Decisions {

    private static final int MOST_TRIES = 50;
    private static final int LONGEST = 512;
    private static final Pattern WAIT_ID = Pattern.compile("[a-z0-9-]{1,100}");

    private final RunSettings settings;
    private final Storage storage;

    Decisions(RunSettings settings, Storage storage) {
        this.settings = settings;
        this.storage = storage;
    }

    Decided byToken(String namespace, String token, Answer answer, String by, @Nullable String reason) {
        return storage.find(Keys.token(namespace, Tokens.digest(token)))
                .map(item -> Documents.decode(item, Keys.DOC, Records.TokenRef.class))
                .map(ref -> decide(new RunKey(namespace, ref.run()), ref.awaited(), answer, by, reason))
                .orElseGet(Decided.Unknown::new);
    }

    Decided decide(RunKey run, String waitId, Answer answer, String by, @Nullable String reason) {
        text("by", by);
        if (reason != null) {
            text("reason", reason);
        }
        for (int tries = 0; tries < MOST_TRIES; tries++) {
            Decided decided = tryToDecide(run, waitId, answer, by, reason);
            if (decided != null) {
                return decided;
            }
        }
        throw StoreException.unavailable(
                "Run " + run + " changed at each of " + MOST_TRIES + " tries. Nothing was decided; try again.", null);
    }

    private static void text(String field, String value) {
        if (value.isBlank() || value.length() > LONGEST) {
            throw ProtocolException.invalidArgument("A decision's " + field + " has 1 to " + LONGEST
                    + " UTF-16 units and isn't blank; found " + value.length() + " units.");
        }
    }

    /** {@code null} when something changed meanwhile. */
    private @Nullable Decided tryToDecide(
            RunKey run, String waitId, Answer answer, String by, @Nullable String reason) {
        Head head = storage.head(run);
        History.Versioned<Wait> seen = find(run, waitId);
        if (head == null || seen == null) {
            return new Decided.Unknown();
        }
        Wait wait = seen.value();
        Decision stored = wait.decision();
        if (stored != null) {
            return stored.answer() == answer ? new Decided.Already(run, stored) : conflict(run, head, stored);
        }
        Instant now = settings.now();
        if (head.state().status() != RunStatus.WAITING
                || !head.state().waiting().contains(waitId)) {
            return new Decided.TooLate(
                    run, head.state().status(), "The run is " + head.state().status() + " and no longer waits for it.");
        }
        Instant expiresAt = wait.expiresAt();
        boolean late = expiresAt != null && !now.isBefore(expiresAt);
        if (late && answer != Answer.EXPIRED) {
            return new Decided.TooLate(run, head.state().status(), "The approval expired at " + expiresAt + ".");
        }
        if (answer == Answer.EXPIRED && !late) {
            throw ProtocolException.invalidArgument("The approval " + waitId + " has not expired yet.");
        }
        Decision decision = new Decision(answer, by, now, reason);
        boolean last = head.state().waiting().stream().noneMatch(other -> !other.equals(waitId) && open(run, other));
        return write(head, seen, decision, last) ? new Decided.Done(run, decision, last) : null;
    }

    private static Decided conflict(RunKey run, Head head, Decision stored) {
        return stored.answer() == Answer.EXPIRED
                ? new Decided.TooLate(run, head.state().status(), "The approval expired before it was decided.")
                : new Decided.Conflict(run, stored);
    }

    private boolean open(RunKey run, String waitId) {
        History.Versioned<Wait> other = find(run, waitId);
        return other != null && other.value().open();
    }

    private History.@Nullable Versioned<Wait> find(RunKey run, String waitId) {
        return WAIT_ID.matcher(waitId).matches() ? storage.waiting(run, waitId) : null;
    }

    /** The run is written also when it goes on waiting, so that of two decisions at once one sees the other. */
    private boolean write(Head head, History.Versioned<Wait> seen, Decision decision, boolean last) {
        String writeId = settings.ids().next();
        Wait decided = seen.value().decided(decision);
        Instant now = settings.now();
        RunState state = last
                ? head.state().queuedAgain(now)
                : head.state().waits(head.state().waiting(), head.state().error(), now);
        Change.Builder run = head.ifUnchanged().put(Keys.RUN, Documents.open(writeId, state));
        if (last) {
            run.due(now);
        }
        Change wait = Waits.rewritten(head.key(), seen, decided, writeId);
        if (!storage.apply(new Commit(writeId, List.of(run.build(), wait)), wait.key(), Keys.DOC)) {
            return false;
        }
        settings.tell(new RunEvent.Decided(head.key(), decided.id(), decision.answer(), decision.by()));
        if (last) {
            settings.dispatch(head.key());
        }
        return true;
    }

    /** Lets a run go on that waits for something else than an approval: it is looked at anew. */
    boolean goOn(RunKey run, String by) {
        Head head = storage.head(run);
        if (head == null || head.state().status() != RunStatus.WAITING) {
            return false;
        }
        boolean decided = false;
        for (String waitId : head.state().waiting()) {
            History.Versioned<Wait> wait = find(run, waitId);
            if (wait != null && wait.value().open() && wait.value().kind() != Kind.APPROVAL) {
                decide(run, waitId, Answer.APPROVED, by, null);
                decided = true;
            }
        }
        return decided;
    }
}
