package dev.toolcheckpoint.deliverers.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.toolcheckpoint.testing.Coverage;
import dev.toolcheckpoint.testing.Histories;
import dev.toolcheckpoint.testing.HistoryFailure;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Random histories of deliveries: claims, lost requests and answers, deaths, refusals, busy receivers, takeovers, reconcilers and an
 * operator. Each runs against a receiver that deduplicates and against one that keeps every message.
 */
class DeliveryHistoriesTest {

    private static final int HISTORIES = 2_000;
    private static final int LONGEST = 12;

    private static Histories<DeliveryCommand> histories() {
        return Histories.of(DeliveryCommand::random)
                .named("a history of deliveries")
                .count(HISTORIES)
                .maxLength(LONGEST)
                .simplifying(DeliveryCommand::simpler);
    }

    private static void play(List<DeliveryCommand> history, WrongRule wrong, Coverage coverage) {
        for (boolean deduplicates : new boolean[] {true, false}) {
            DeliveryWorld world = new DeliveryWorld(deduplicates, wrong, coverage);
            history.forEach(world::play);
            world.end();
        }
    }

    /** Everything that can be met: a generator that never gets there tests nothing about it. */
    private static Coverage everything() {
        List<String> labels = new ArrayList<>();
        for (DeliveryCommand.Answer answer : DeliveryCommand.Answer.values()) {
            labels.add("receiver " + answer);
        }
        labels.add("receiver 409");
        for (String mode : List.of("deduplicating: ", "plain: ")) {
            for (String label : List.of(
                    "deliver Delivered",
                    "deliver Undeliverable",
                    "deliver NotDelivered",
                    "deliver InDoubt",
                    "deliver InProgress",
                    "settled as there",
                    "settled as absent",
                    "died",
                    "ends delivered",
                    "ends undeliverable")) {
                labels.add(mode + label);
            }
        }
        labels.add("deduplicating: meanwhile Delivered");
        labels.add("plain: meanwhile InDoubt");
        labels.add("deduplicating: reconcile DELIVERED");
        labels.add("deduplicating: reconcile UNDELIVERABLE");
        labels.add("deduplicating: reconcile NOT_DELIVERED");
        labels.add("deduplicating: reconcile IN_DOUBT");
        labels.add("plain: reconcile IN_DOUBT");
        return Coverage.requiring(labels);
    }

    @Test
    void everyHistory_sendsTheSameBytes_isTakenOnce_andEnds() {
        Coverage coverage = everything();

        histories().covering(coverage).check(history -> play(history, WrongRule.NONE, coverage));
    }

    @ParameterizedTest
    @EnumSource(value = WrongRule.class, names = "NONE", mode = EnumSource.Mode.EXCLUDE)
    void wrongRule_isFound_withASeedThatShowsIt(WrongRule wrong) {
        Coverage any = Coverage.requiring();

        assertThatThrownBy(() -> histories().check(history -> play(history, wrong, any)))
                .isInstanceOfSatisfying(HistoryFailure.class, failure -> {
                    assertThat(failure)
                            .hasMessageContaining(wrong.finding())
                            .hasMessageContaining("toolcheckpoint.seed=" + failure.seed());
                    assertThat(failure.commands()).as("shrunk").hasSizeLessThan(LONGEST / 2);
                    assertThatThrownBy(() -> play(histories().history(failure.seed()), wrong, any))
                            .as("the seed alone shows it")
                            .isInstanceOf(AssertionError.class)
                            .hasMessageContaining(wrong.finding());
                });
    }
}
