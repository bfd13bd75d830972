package dev.toolcheckpoint.testing.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.toolcheckpoint.store.CheckpointStore;
import dev.toolcheckpoint.store.InMemoryCheckpointStore;
import dev.toolcheckpoint.testing.Coverage;
import dev.toolcheckpoint.testing.Histories;
import dev.toolcheckpoint.testing.HistoryFailure;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Histories that nothing fails prove nothing: a wrong rule or a wrong store is found by a few commands. */
class ModelCanFailTest {

    private static final int HISTORIES = 200;
    private static final int FEW = 8;

    private CheckpointStore store = new InMemoryCheckpointStore();

    @AfterEach
    void clearProperty() {
        System.clearProperty(Histories.SEED);
    }

    @ParameterizedTest
    @EnumSource(BrokenRule.class)
    void wrongRule_isFoundAndShrunk(BrokenRule rule) {
        HistoryFailure failure = failure(Set.of(rule), UnaryOperator.identity());

        assertThat(failure).hasMessageContaining("differs");
        assertThat(failure.commands()).hasSizeBetween(1, FEW);
    }

    @ParameterizedTest
    @EnumSource(WrongStore.Way.class)
    void wrongStore_isFoundAndShrunk(WrongStore.Way way) {
        HistoryFailure failure = failure(Set.of(), sound -> new WrongStore(sound, way));

        assertThat(failure).hasMessageContaining("differs");
        assertThat(failure.commands()).hasSizeBetween(1, FEW);
    }

    @Test
    void report_namesTheSeed_andItsReplayFailsAgain() {
        HistoryFailure failure = failure(Set.of(BrokenRule.WINDOW_MOVES), UnaryOperator.identity());
        assertThat(failure).hasMessageContaining("-Dtoolcheckpoint.seed=" + failure.seed());

        System.setProperty(Histories.SEED, String.valueOf(failure.seed()));
        HistoryFailure replayed = failure(Set.of(BrokenRule.WINDOW_MOVES), UnaryOperator.identity());

        assertThat(replayed.commands()).isEqualTo(failure.commands());
    }

    @Test
    void fewHistories_missSomething_andSayWhat() {
        Coverage coverage = Coverage.requiring(Labels.of(HISTORIES));
        ModelHistories runner = new ModelHistories(() -> store, coverage, Set.of());

        assertThatThrownBy(() ->
                        ModelHistories.of("few", 1, 5, 1).covering(coverage).check(runner))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("Never met")
                .hasMessageContaining("boundary: at the cutoff");
    }

    @Test
    void leasesDeliveriesAndCrashes_areTheSameForBothSides() {
        Coverage coverage = Coverage.requiring(List.of());
        ModelHistories runner = new ModelHistories(() -> store, coverage, Set.of());
        Command.Holder newest = new Command.Holder(0, false);

        runner.run(List.of(
                new Command.Begin(0, 0, 0, 3_000),
                new Command.Crash(0),
                new Command.Reopen(),
                new Command.Complete(1, 0, newest, 0),
                new Command.Begin(1, 1, 0, 3_000),
                new Command.Crash(0),
                new Command.Complete(0, 1, newest, 0)));

        assertThat(coverage.count("Complete: Stale")).isEqualTo(1);
        assertThat(coverage.count("Complete: Completed")).isEqualTo(1);
    }

    private HistoryFailure failure(Set<BrokenRule> broken, UnaryOperator<CheckpointStore> wrapping) {
        ModelHistories runner = new ModelHistories(() -> wrapping.apply(store), Coverage.requiring(), broken);
        return catchThrowableOfType(
                HistoryFailure.class,
                () -> ModelHistories.of("wrong", HISTORIES, 100, 1).check(history -> {
                    store = new InMemoryCheckpointStore();
                    runner.run(history);
                }));
    }
}
