package dev.toolcheckpoint.runs;

import dev.toolcheckpoint.protocol.ProtocolException;
import dev.toolcheckpoint.runs.Records.Claim;
import dev.toolcheckpoint.runs.store.Cell;
import dev.toolcheckpoint.runs.store.Change;
import dev.toolcheckpoint.runs.store.Expected;
import dev.toolcheckpoint.runs.store.RunItem;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A run's main item: what the engine wrote, who has it, and whether somebody wants it cancelled.
 *
 * @param version of the engine's part, as seen
 * @param claimVersion of the claim, as seen; {@code null} when it was never claimed
 */
record Head(
        RunKey key,
        RunState state,
        String version,
        Claim claim,
        @Nullable String claimVersion,
        boolean cancelRequested,
        @Nullable Instant dueAt) {

    static Head of(RunItem item) {
        RunState state = Documents.decode(item, Keys.RUN, RunState.class);
        Cell run = item.cells().get(Keys.RUN);
        Cell claim = item.cell(Keys.CLAIM);
        if (run == null) {
            throw ProtocolException.invalidCheckpoint("The item " + item.key() + " is no run. It is left as it is.");
        }
        return new Head(
                Keys.runOf(item.key()),
                state,
                run.version(),
                claim == null ? Claim.NONE : Documents.decode(item, Keys.CLAIM, Claim.class),
                claim == null ? null : claim.version(),
                item.cell(Keys.CANCEL) != null,
                item.dueAt());
    }

    /** Whether no execution is believed to be at it, although one claimed it and didn't end. */
    boolean abandoned(Instant now, Duration skewMargin) {
        return state.status() == RunStatus.RUNNING
                && !now.isBefore(claim.expiresAt().plus(skewMargin));
    }

    /** A change of the run that is refused when anything but a renewal happened to it since. */
    Change.Builder ifUnchanged() {
        return Change.of(Keys.run(key)).expect(Keys.RUN, new Expected.Version(version));
    }

    Expected claimUnchanged() {
        return claimVersion == null ? new Expected.Absent() : new Expected.Version(claimVersion);
    }
}
