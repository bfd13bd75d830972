package dev.toolcheckpoint.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HistoriesTest {

    private final Histories<Integer> numbers = Histories.of((Random random) -> random.nextInt(1_000))
            .named("numbers")
            .count(50);

    @AfterEach
    void clearProperties() {
        System.clearProperty(Histories.SEED);
        System.clearProperty(Effort.FACTOR);
    }

    @Test
    void check_passing_runsEveryHistoryWithinItsLength() {
        List<List<Integer>> seen = new ArrayList<>();

        numbers.maxLength(30).check(seen::add);

        assertThat(seen).hasSize(50).doesNotHaveDuplicates();
        assertThat(seen).allSatisfy(history -> assertThat(history).hasSizeBetween(1, 30));
        assertThat(seen).extracting(List::size).contains(1, 30);
    }

    @Test
    void check_again_runsTheSameHistories() {
        List<List<Integer>> first = new ArrayList<>();
        List<List<Integer>> second = new ArrayList<>();
        List<List<Integer>> others = new ArrayList<>();

        numbers.check(first::add);
        numbers.check(second::add);
        numbers.baseSeed(2).check(others::add);

        assertThat(second).isEqualTo(first);
        assertThat(others).doesNotContainAnyElementsOf(first);
    }

    @Test
    void check_failing_shrinksToTheTwoCommandsThatMatter() {
        HistoryFailure failure = fails(numbers);

        assertThat(failure.commands()).hasSize(2);
        assertThat((int) failure.commands().get(0)).isGreaterThan(500);
        assertThat((int) failure.commands().get(1)).isLessThan(100);
        assertThat(failure).hasCauseInstanceOf(AssertionError.class);
    }

    @Test
    void check_failing_simplifiesCommands() {
        HistoryFailure failure =
                fails(numbers.simplifying(number -> number == 0 ? List.of() : List.of(number / 2, number - 1)));

        assertThat(failure.commands()).isEqualTo(List.of(501, 0));
    }

    @Test
    void report_saysHowToReplay_andTheReplayFailsAgain() {
        HistoryFailure failure = fails(numbers);
        assertThat(failure)
                .hasMessageContaining("numbers failed")
                .hasMessageContaining("-Dtoolcheckpoint.seed=" + failure.seed())
                .hasMessageContaining("1. " + failure.commands().get(0));

        System.setProperty(Histories.SEED, String.valueOf(failure.seed()));
        HistoryFailure replayed = fails(numbers.count(1));

        assertThat(replayed.commands()).isEqualTo(failure.commands());
    }

    @Test
    void replay_runsOneHistoryAndAsksForNoCoverage() {
        System.setProperty(Histories.SEED, "42");
        List<List<Integer>> seen = new ArrayList<>();

        numbers.covering(Coverage.requiring("never hit")).check(seen::add);

        assertThat(seen).containsExactly(numbers.history(42));
    }

    @Test
    void shrinking_keepsTheKindOfFailure() {
        // Without its first command the history fails in another way, which is not the fault that was found.
        HistoryFailure failure = catchThrowableOfType(
                HistoryFailure.class,
                () -> numbers.check(history -> {
                    if (history.size() > 5) {
                        throw new IllegalStateException("long");
                    }
                    throw new AssertionError("short");
                }));

        assertThat(failure.getCause()).isNotNull();
        assertThat(failure.commands().size()).isEqualTo(failure.getCause() instanceof IllegalStateException ? 6 : 0);
    }

    @Test
    void check_exceptions_areFailures() {
        assertThatThrownBy(() -> numbers.check(history -> {
                    throw new IOException("disk");
                }))
                .isInstanceOf(HistoryFailure.class)
                .hasRootCauseMessage("disk");
    }

    @Test
    void check_missingCoverage_failsNamingIt() {
        Coverage coverage = Coverage.requiring("small", "negative");

        assertThatThrownBy(() -> numbers.covering(coverage)
                        .check(history -> history.stream()
                                .filter(number -> number < 500)
                                .forEach(number -> coverage.hit("small"))))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("[negative]")
                .hasMessageContaining("small=");
        assertThat(coverage.count("small")).isPositive();
        assertThat(coverage.missing()).containsExactly("negative");
    }

    @Test
    void effort_multipliesTheCount() {
        System.setProperty(Effort.FACTOR, "10");
        List<List<Integer>> seen = new ArrayList<>();

        numbers.count(3).check(seen::add);

        assertThat(seen).hasSize(30);
    }

    @Test
    void nonsense_isRefusedByName() {
        assertThatThrownBy(() -> numbers.count(0)).hasMessageContaining("count");
        assertThatThrownBy(() -> numbers.maxLength(0)).hasMessageContaining("maxLength");
        System.setProperty(Effort.FACTOR, "many");
        assertThatThrownBy(() -> numbers.check(history -> {})).hasMessageContaining(Effort.FACTOR);
        System.setProperty(Histories.SEED, "x");
        assertThatThrownBy(() -> numbers.check(history -> {})).hasMessageContaining(Histories.SEED);
    }

    /** Fails when a number above 500 is followed, at any distance, by one below 100. */
    private static HistoryFailure fails(Histories<Integer> histories) {
        return catchThrowableOfType(
                HistoryFailure.class,
                () -> histories.check(history -> {
                    int first = -1;
                    for (int index = 0; index < history.size(); index++) {
                        if (first < 0 && history.get(index) > 500) {
                            first = index;
                        }
                        assertThat(first >= 0 && history.get(index) < 100).isFalse();
                    }
                }));
    }
}
