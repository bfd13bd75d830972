package dev.toolcheckpoint.runs;

import dev.toolcheckpoint.runs.Turn.Call;
import dev.toolcheckpoint.runs.WaitPoint.Kind;
import dev.toolcheckpoint.runs.store.Change;
import dev.toolcheckpoint.runs.store.Expected;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Waits: how they are made, and which of them a call is covered by. */
final class Waits {

    private Waits() {}

    /** A wait that isn't stored yet, about a call as its tool is now; {@link #numbered} gives it its name. */
    static Wait make(
            Kind kind,
            int step,
            int position,
            RunTool.Effect effect,
            String fingerprint,
            Instant now,
            @Nullable Duration within) {
        return make(
                kind,
                step,
                position,
                effect.tool().name(),
                effect.tool().revision(),
                fingerprint,
                now,
                within == null ? null : now.plus(within));
    }

    /** The same about a call as it is stored, which this code doesn't have. */
    static Wait changed(int step, Call call, Instant now) {
        return make(
                Kind.CHANGED,
                step,
                call.position(),
                call.tool(),
                String.valueOf(call.revision()),
                String.valueOf(call.fingerprint()),
                now,
                null);
    }

    private static Wait make(
            Kind kind,
            int step,
            int position,
            String tool,
            String revision,
            String fingerprint,
            Instant now,
            @Nullable Instant expiresAt) {
        return new Wait(kind, "", step, position, tool, revision, fingerprint, now, expiresAt, null, null, null);
    }

    /** The same with a name that no wait of the run has: kind, step, position, and which one of those it is. */
    static Wait numbered(Wait wait, Collection<Wait> before) {
        long earlier = before.stream()
                .filter(other -> other.kind() == wait.kind()
                        && other.stepIndex() == wait.stepIndex()
                        && other.position() == wait.position())
                .count();
        String id = wait.kind().name().toLowerCase(Locale.ROOT) + "-" + wait.stepIndex() + "-" + wait.position();
        return wait.named(earlier == 0 ? id : id + "-" + (earlier + 1));
    }

    /** Writes another version of a wait, unless it was written since it was seen. */
    static Change rewritten(RunKey run, History.Versioned<Wait> seen, Wait next, String writeId) {
        return Change.of(Keys.wait(run, next.id()))
                .expect(Keys.DOC, new Expected.Version(seen.version()))
                .put(Keys.DOC, Documents.open(writeId, next))
                .build();
    }

    /** The last approval that was asked for exactly this: the call, the tool, its revision and its arguments. */
    static Optional<Wait> approvalOf(
            Collection<Wait> waits, int step, int position, RunTool.Effect effect, String fingerprint) {
        return waits.stream()
                .filter(wait -> wait.kind() == Kind.APPROVAL
                        && wait.stepIndex() == step
                        && wait.position() == position
                        && wait.toolName().equals(effect.tool().name())
                        && wait.toolRevision().equals(effect.tool().revision())
                        && wait.inputFingerprint().equals(fingerprint))
                .max(Comparator.comparing(Wait::askedAt).thenComparing(Wait::id));
    }

    /** When somebody should look after a waiting run. */
    static @Nullable Instant due(List<Wait> waits, Instant now, Duration again) {
        Instant due = null;
        for (Wait wait : waits) {
            Instant next = wait.open() ? next(wait, now, again) : null;
            if (next != null && (due == null || next.isBefore(due))) {
                due = next;
            }
        }
        return due;
    }

    private static @Nullable Instant next(Wait wait, Instant now, Duration again) {
        return switch (wait.kind()) {
            case UNCERTAIN -> now.plus(again);
            case CHANGED -> null;
            case APPROVAL ->
                wait.notifiedAt() == null && sooner(now.plus(again), wait.expiresAt())
                        ? now.plus(again)
                        : wait.expiresAt();
        };
    }

    private static boolean sooner(Instant time, @Nullable Instant limit) {
        return limit == null || time.isBefore(limit);
    }
}
