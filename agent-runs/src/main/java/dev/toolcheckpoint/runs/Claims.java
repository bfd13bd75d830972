package dev.toolcheckpoint.runs;

import dev.toolcheckpoint.runs.Records.Claim;
import dev.toolcheckpoint.runs.store.Change;
import dev.toolcheckpoint.runs.store.Commit;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Taking a run, so that one execution alone writes it. */
final class Claims {

    private final RunSettings settings;
    private final Storage storage;

    Claims(RunSettings settings, Storage storage) {
        this.settings = settings;
        this.storage = storage;
    }

    /**
     * Takes the run, when nobody has it and it wants to be executed.
     *
     * @return the run as claimed; {@code null} when this caller didn't get it
     */
    @Nullable
    Head claim(Head seen, Duration lease) {
        Instant now = settings.now();
        if (!claimable(seen, now)) {
            return null;
        }
        String writeId = settings.ids().next();
        Claim claim = new Claim(settings.ids().next(), seen.claim().epoch() + 1, now.plus(lease));
        RunState state = seen.state().claimed(now);
        List<Change> changes = new ArrayList<>();
        changes.add(seen.ifUnchanged()
                // The claim as it was seen: an owner that renewed since is alive.
                .expect(Keys.CLAIM, seen.claimUnchanged())
                .put(Keys.RUN, Documents.open(writeId, state))
                .put(Keys.CLAIM, Documents.open(writeId, claim.fence(), claim))
                .due(claim.expiresAt().plus(settings.skewMargin()))
                .build());
        String key = seen.state().concurrencyKey();
        if (seen.state().status() == RunStatus.QUEUED && key != null) {
            changes.add(KeyQueue.held(seen.key(), key));
        }
        if (!storage.apply(new Commit(writeId, changes), Keys.run(seen.key()), Keys.CLAIM)) {
            return null;
        }
        settings.tell(new RunEvent.Claimed(seen.key(), claim.epoch(), state.attempts()));
        return new Head(
                seen.key(),
                state,
                writeId,
                claim,
                writeId,
                seen.cancelRequested(),
                claim.expiresAt().plus(settings.skewMargin()));
    }

    boolean claimable(Head head, Instant now) {
        return switch (head.state().status()) {
            case QUEUED -> true;
            case INTERRUPTED -> true;
            case RUNNING -> head.abandoned(now, settings.skewMargin());
            default -> false;
        };
    }
}
