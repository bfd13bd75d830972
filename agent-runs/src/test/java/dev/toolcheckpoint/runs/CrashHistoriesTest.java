package dev.toolcheckpoint.runs;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.toolcheckpoint.runs.store.InMemoryRunStore;
import dev.toolcheckpoint.store.InMemoryCheckpointStore;
import dev.toolcheckpoint.testing.Coverage;
import dev.toolcheckpoint.testing.Histories;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Random histories of crashes, lost answers, sleeping and overtaking engines, cancels, approvals, drains and ticks. */
class CrashHistoriesTest {

    /** What histories that test something must meet. */
    static Coverage everything() {
        return Coverage.requiring(Stream.of(
                        "happened KILL",
                        "happened LOSE_ANSWER",
                        "happened SLEEP",
                        "killed before a commit",
                        "killed after a commit",
                        "killed before a claim",
                        "killed after a claim",
                        "killed before a swap",
                        "killed after a swap",
                        "killed before an effect",
                        "killed after an effect",
                        "execute Settled",
                        "execute NotClaimed",
                        "execute LeaseLost",
                        "settled COMPLETED",
                        "settled FAILED",
                        "settled CANCELLED",
                        "settled WAITING",
                        "settled INTERRUPTED",
                        "decided APPROVED",
                        "decided REJECTED",
                        "decided EXPIRED",
                        "decision Done",
                        "decision Already",
                        "decision Conflict",
                        "decision TooLate",
                        "cancel CANCELLED",
                        "cancel REQUESTED",
                        "cancel ALREADY_ENDED",
                        "settled as happened",
                        "settled as absent")
                .toList());
    }

    static Histories<CrashCommand> histories(int count) {
        return Histories.of(CrashCommand::random)
                .named("runs under crashes")
                .count(count)
                .maxLength(40);
    }

    @Test
    void everyEffectHappensAtMostOnceAndNoStepIsLost() {
        Coverage coverage = everything();
        histories(500).check(history -> {
            CrashWorld world = new CrashWorld(new InMemoryRunStore(), new InMemoryCheckpointStore(), coverage);
            history.forEach(world::play);
            world.finish();
        });
        coverage.assertComplete();
    }

    /** Recovery asks the model anew, gets a new call id, and the effect happens again. */
    @Test
    void aTurnThatIsStoredOnlyAfterItsToolsActsTwice() {
        assertThatThrownBy(() -> histories(200).check(history -> {
                    CrashWorld world = new CrashWorld(
                            new TurnsStoredLate(new InMemoryRunStore()),
                            new InMemoryCheckpointStore(),
                            Coverage.requiring());
                    history.forEach(world::play);
                }))
                .hasMessageContaining("had 2 effects");
    }
}
