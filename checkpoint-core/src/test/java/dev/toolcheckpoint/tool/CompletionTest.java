package dev.toolcheckpoint.tool;

import static dev.toolcheckpoint.fixture.Tools.call;
import static dev.toolcheckpoint.fixture.Tools.idempotent;
import static dev.toolcheckpoint.fixture.Tools.manual;
import static dev.toolcheckpoint.fixture.Tools.text;
import static dev.toolcheckpoint.fixture.World.HAPPENED;
import static dev.toolcheckpoint.fixture.World.KEY;
import static dev.toolcheckpoint.fixture.World.LEASE;
import static dev.toolcheckpoint.fixture.World.MARGIN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolcheckpoint.fixture.World;
import dev.toolcheckpoint.journal.CheckpointEvent;
import dev.toolcheckpoint.journal.Deliverable;
import dev.toolcheckpoint.journal.Intent;
import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.journal.Lease;
import dev.toolcheckpoint.protocol.CompletionUnconfirmedException;
import dev.toolcheckpoint.protocol.LateReceipts;
import dev.toolcheckpoint.protocol.Receipt;
import dev.toolcheckpoint.protocol.RecordMissingException;
import dev.toolcheckpoint.protocol.Status;
import dev.toolcheckpoint.testing.Fault;
import dev.toolcheckpoint.testing.Operation;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What a caller hears when the store says something else than "completed". */
class CompletionTest {

    private static final TimeBudget TIME = TimeBudget.ofLease(LEASE);
    private static final Receipt OTHER = Receipt.successJson("\"settled\"");

    private final World world = new World();
    private final ToolRunner runner = ToolRunner.over(world.journal);

    private ToolOutcome runManualWhile(Runnable meanwhile) {
        return runner.run(manualWhile(meanwhile), call(), TIME);
    }

    private static Tool<JsonNode, String> manualWhile(Runnable meanwhile) {
        return manual((input, context) -> {
            meanwhile.run();
            return "sent";
        });
    }

    private ToolOutcome runIdempotentWhile(Runnable meanwhile) {
        return runner.run(
                idempotent((input, context) -> {
                    meanwhile.run();
                    return "sent";
                }),
                call(),
                TIME);
    }

    private Lease takeOver() {
        world.passLease();
        Intent same = Intent.of(world.record().binding(), world.record().recovery());
        return World.acquire(world.other, same);
    }

    private void settle(Receipt receipt) {
        world.other.markUncertain(KEY, "gone", "ops");
        world.other.settle(KEY, HAPPENED, receipt, Duration.ZERO);
    }

    @Test
    void complete_equalToWhatWasSettled_isExecuted() {
        assertThat(runManualWhile(() -> settle(Receipt.successJson("\"sent\""))))
                .as("the store holds exactly that outcome")
                .isEqualTo(new ToolOutcome.Executed(world.record().requireOutcome(), Deliverable.of(KEY)));
    }

    @Test
    void complete_otherThanWhatWasSettled_isReplayedAndTold() {
        ToolOutcome ended = runManualWhile(() -> settle(OTHER));

        assertThat(ended)
                .isEqualTo(new ToolOutcome.Replayed(
                        world.record().requireOutcome(), Status.COMPLETED, Deliverable.of(KEY)));
        assertThat(text(ended)).isEqualTo("\"settled\"");
        assertThat(world.events(CheckpointEvent.ReceiptRefused.class))
                .singleElement()
                .satisfies(refused -> assertThat(refused.receipt()).isEqualTo(Receipt.successJson("\"sent\"")));
    }

    @Test
    void complete_afterTakeoverWithAStoredOutcome_isReplayed() {
        ToolOutcome ended = runIdempotentWhile(() -> world.other.complete(takeOver(), OTHER));

        assertThat(ended).isInstanceOf(ToolOutcome.Replayed.class);
        assertThat(text(ended)).isEqualTo("\"settled\"");
        assertThat(world.events(CheckpointEvent.ReceiptRefused.class)).hasSize(1);
    }

    @Test
    void complete_afterTakeoverWithALargeStoredOutcome_isReplayedWithItsBytes() {
        Receipt large = Receipt.success("text/plain", "x".repeat(5_000).getBytes(StandardCharsets.UTF_8));

        assertThat(text(runIdempotentWhile(() -> world.other.complete(takeOver(), large))))
                .hasSize(5_000);
    }

    @Test
    void complete_afterTakeoverByALiveAttempt_isInProgress() {
        assertThat(runIdempotentWhile(this::takeOver))
                .isEqualTo(new ToolOutcome.InProgress(world.now().plus(LEASE).plus(MARGIN)));
    }

    @Test
    void complete_strictAndUncertain_isUncertain() {
        Journal strict = world.worker(builder -> builder.lateReceipts(LateReceipts.REJECT));

        assertThat(ToolRunner.over(strict)
                        .run(manualWhile(() -> world.other.markUncertain(KEY, "gone", "ops")), call(), TIME))
                .isInstanceOfSatisfying(ToolOutcome.Uncertain.class, uncertain -> {
                    assertThat(uncertain.reason()).isEqualTo(world.record().uncertainty());
                    assertThat(uncertain.since()).isEqualTo(uncertain.reason().at());
                });
    }

    @Test
    void complete_whenTheRecordIsGone_saysThatTheEffectIsDone() {
        assertThatThrownBy(() -> runManualWhile(() -> world.memory.remove(KEY)))
                .isInstanceOfSatisfying(
                        RecordMissingException.class,
                        gone -> assertThat(gone.effectMayHaveHappened()).isTrue());
        assertThat(world.events(CheckpointEvent.ReceiptRefused.class)).hasSize(1);
    }

    @Test
    void noEffect_whenTheRecordIsGone_doesNotSayThatTheEffectIsDone() {
        Tool<JsonNode, String> tool = manual((input, context) -> {
            world.memory.remove(KEY);
            throw new NoEffectException("UNREACHABLE", "refused");
        });

        assertThatThrownBy(() -> runner.run(tool, call(), TIME))
                .isInstanceOfSatisfying(
                        RecordMissingException.class,
                        gone -> assertThat(gone.effectMayHaveHappened()).isFalse());
    }

    @Test
    void ambiguousFailure_whenTheRecordIsGone_saysThatTheEffectMayBeDone() {
        Tool<JsonNode, String> tool = manual((input, context) -> {
            world.memory.remove(KEY);
            throw new IllegalStateException("reset");
        });

        assertThatThrownBy(() -> runner.run(tool, call(), TIME))
                .isInstanceOfSatisfying(
                        RecordMissingException.class,
                        gone -> assertThat(gone.effectMayHaveHappened()).isTrue());
    }

    @Test
    void givingUp_whenTheRecordIsGone_throws() {
        Tool<JsonNode, String> tool = idempotent((input, context) -> {
            world.memory.remove(KEY);
            throw new IllegalStateException("reset");
        });

        assertThatThrownBy(() -> runner.run(tool, call(), TIME)).isInstanceOf(RecordMissingException.class);
    }

    @Test
    void ambiguousFailure_afterASettlement_isReplayed() {
        Tool<JsonNode, String> tool = manual((input, context) -> {
            settle(OTHER);
            throw new IllegalStateException("reset");
        });

        assertThat(text(runner.run(tool, call(), TIME))).isEqualTo("\"settled\"");
    }

    @Test
    void complete_thatStaysUnknown_throwsWithTheReceipt() {
        world.faults.always(Operation.SWAP, Fault.dropRequest());

        assertThatThrownBy(() -> runManualWhile(() -> {}))
                .isInstanceOfSatisfying(CompletionUnconfirmedException.class, unknown -> {
                    assertThat(unknown.receipt()).isEqualTo(Receipt.successJson("\"sent\""));
                    assertThat(unknown.key()).isEqualTo(KEY);
                });
        assertThat(world.record().status()).isEqualTo(Status.EXECUTING);
    }

    @Test
    void complete_isNotRepeatedAfterTheDeadline() {
        world.faults.always(Operation.SWAP, Fault.dropRequest());

        assertThatThrownBy(() -> runManualWhile(() -> world.clock.advance(LEASE.minusMillis(100))))
                .isInstanceOf(CompletionUnconfirmedException.class);
        assertThat(world.faults.count(Operation.SWAP)).isEqualTo(2);
    }
}
