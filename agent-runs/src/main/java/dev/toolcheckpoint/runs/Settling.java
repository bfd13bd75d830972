package dev.toolcheckpoint.runs;

import dev.toolcheckpoint.runs.store.Change;
import dev.toolcheckpoint.runs.store.Expected;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How an execution ends: step 7. Each end is one commit, which releases the claim. Not thread-safe. */
final class Settling {

    private final RunSettings settings;
    private final History history;
    private final Holder holder;
    private final Notices notices;
    private boolean settled;

    Settling(RunSettings settings, History history, Holder holder, Notices notices) {
        this.settings = settings;
        this.history = history;
        this.holder = holder;
        this.notices = notices;
    }

    /** Whether the execution has ended. */
    boolean settled() {
        return settled;
    }

    void complete(Turn turn, String output) {
        holder.complete(turn, output);
        settled = true;
    }

    void fail(RunError.Code code, String message) {
        end(history.state().ended(RunStatus.FAILED, new RunError(code, message), settings.now()));
    }

    void cancel() {
        end(history.state().ended(RunStatus.CANCELLED, null, settings.now()));
    }

    private void end(RunState next) {
        holder.settle(next, false, null, List.of());
        settled = true;
    }

    /** Hands over to another execution; {@code null} for at once. */
    void interrupt(@Nullable Instant goOnAt, boolean askedInVain) {
        Instant now = settings.now();
        RunState next = history.state().interrupted(goOnAt, askedInVain, now);
        settled = holder.settle(next, false, goOnAt == null ? now : goOnAt, List.of());
        if (goOnAt == null) {
            settings.dispatch(history.key());
        }
    }

    /** Waits for what it waited for before. */
    void waitAgain() {
        List<Wait> waits =
                history.currentWaits().stream().map(History.Versioned::value).toList();
        Instant now = settings.now();
        RunState next =
                history.state().waits(history.state().waiting(), history.state().error(), now);
        settled = holder.settle(next, true, Waits.due(waits, now, settings.notifyAgainAfter()), List.of());
    }

    /** What could not be answered has to be waited for, or made again later. */
    void unanswered(List<CallEnd> ends) {
        List<Wait> parked = new ArrayList<>();
        RunError why = null;
        Instant later = settings.now();
        for (CallEnd end : ends) {
            if (end instanceof CallEnd.Parks parks) {
                parked.add(parks.awaited());
                why = why == null ? parks.error() : why;
            } else if (end instanceof CallEnd.Later at && at.at().isAfter(later)) {
                later = at.at();
            }
        }
        if (parked.isEmpty()) {
            interrupt(EffectCall.later(later, settings.now()), false);
        } else {
            await(parked, why, history.state(), new ArrayList<>());
        }
    }

    /** Stores the turn, what has to be approved and the tokens for it, in one write; then sends the tokens. */
    void askApproval(Turn turn, List<Wait> missing) {
        boolean stored = history.openTurn() != null;
        RunState state = stored ? history.state() : history.state().called(turn.index(), turn.usage(), settings.now());
        List<Change> changes = new ArrayList<>();
        if (!stored) {
            changes.add(holder.step(turn, settings.ids().next()));
        }
        List<Notices.Notice> asked = await(missing, null, state, changes);
        if (settled) {
            asked.forEach(notice -> notices.send(history.key(), state.agent(), turn, notice));
        }
    }

    private List<Notices.Notice> await(
            List<Wait> missing, @Nullable RunError why, RunState state, List<Change> changes) {
        Instant now = settings.now();
        List<Wait> known = new ArrayList<>(
                history.waits().stream().map(History.Versioned::value).toList());
        List<String> waiting = new ArrayList<>(state.waiting());
        List<Notices.Notice> asked = new ArrayList<>();
        for (Wait wait : missing) {
            Notices.Notice notice = notices.prepare(Waits.numbered(wait, known));
            known.add(notice.awaited());
            waiting.add(notice.awaited().id());
            asked.add(notice);
            changes.addAll(changes(notice));
        }
        List<Wait> current =
                known.stream().filter(wait -> waiting.contains(wait.id())).toList();
        Instant due = Waits.due(current, now, settings.notifyAgainAfter());
        settled = holder.settle(state.waits(waiting, why, now), true, due, changes);
        return asked;
    }

    private List<Change> changes(Notices.Notice notice) {
        String version = settings.ids().next();
        List<Change> changes = new ArrayList<>();
        changes.add(Change.of(Keys.wait(history.key(), notice.awaited().id()))
                .expect(Keys.DOC, new Expected.Absent())
                .put(Keys.DOC, Documents.open(version, notice.awaited()))
                .build());
        if (notice.token() != null) {
            changes.add(Notices.tokenItem(history.key(), notice.awaited().id(), notice.token(), version));
        }
        return changes;
    }
}
