package dev.toolcheckpoint.tool;

import static dev.toolcheckpoint.fixture.Tools.call;
import static dev.toolcheckpoint.fixture.Tools.manual;
import static dev.toolcheckpoint.fixture.Tools.outcome;
import static dev.toolcheckpoint.fixture.Tools.text;
import static dev.toolcheckpoint.fixture.Tools.tool;
import static dev.toolcheckpoint.fixture.World.KEY;
import static dev.toolcheckpoint.fixture.World.LEASE;
import static dev.toolcheckpoint.fixture.World.MARGIN;
import static dev.toolcheckpoint.fixture.World.WINDOW;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.toolcheckpoint.fixture.World;
import dev.toolcheckpoint.journal.CheckpointEvent;
import dev.toolcheckpoint.journal.Deliverable;
import dev.toolcheckpoint.journal.Intent;
import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.protocol.LateReceipts;
import dev.toolcheckpoint.protocol.Outcome;
import dev.toolcheckpoint.protocol.Recovery;
import dev.toolcheckpoint.protocol.Status;
import dev.toolcheckpoint.protocol.Uncertainty;
import dev.toolcheckpoint.testing.Fault;
import dev.toolcheckpoint.testing.Operation;
import java.io.IOException;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every class of exception × recovery × attempt. */
class ToolFailuresTest {

    private static final TimeBudget TIME = TimeBudget.ofLease(LEASE);
    private static final Recovery OFTEN = Recovery.idempotent(WINDOW);
    private static final Recovery ONCE = Recovery.idempotent(WINDOW).maxAttempts(1);
    private static final Recovery TWICE = Recovery.idempotent(WINDOW).maxAttempts(2);

    private final World world = new World();
    private final ToolRunner runner = ToolRunner.over(world.journal);

    private ToolOutcome failing(Recovery recovery, Supplier<Throwable> failure) {
        return runner.run(throwing(recovery, failure), call(), TIME);
    }

    private static Tool<JsonNode, String> throwing(Recovery recovery, Supplier<Throwable> failure) {
        return tool(recovery, (input, context) -> {
            throw ToolFailuresTest.<RuntimeException>sneak(failure.get());
        });
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <T extends Throwable> T sneak(Throwable failure) throws T {
        throw (T) failure;
    }

    private static NoEffectException noEffect() {
        return new NoEffectException("UNREACHABLE", "connection refused");
    }

    // ToolException: stored and replayed, whatever the recovery and the attempt

    static Stream<Recovery> everyRecovery() {
        return Stream.of(Recovery.manual(), OFTEN, ONCE);
    }

    @ParameterizedTest
    @MethodSource("everyRecovery")
    void toolException_isStoredAndReplayedAsAnError(Recovery recovery) {
        ToolOutcome first = failing(recovery, () -> new ToolException("NO_FUNDS", "not \"enough\""));
        ToolOutcome second = failing(recovery, () -> new AssertionError("never run again"));

        assertThat(first).isInstanceOf(ToolOutcome.Executed.class);
        assertThat(second).isEqualTo(new ToolOutcome.Replayed(outcome(first), Status.COMPLETED, Deliverable.of(KEY)));
        assertThat(outcome(first).kind()).isEqualTo(Outcome.Kind.ERROR);
        assertThat(outcome(first).retryableAsNewCall()).isFalse();
        assertThat(text(first)).isEqualTo("{\"code\":\"NO_FUNDS\",\"message\":\"not \\\"enough\\\"\"}");
        assertThat(world.events(CheckpointEvent.ToolEnded.class))
                .singleElement()
                .satisfies(ended -> assertThat(ended.failure()).isEqualTo(ToolException.class.getName()));
    }

    @Test
    void toolException_withDetails_storesThem() {
        JsonNode details = JsonNodeFactory.instance.objectNode().put("balance", 3);

        assertThat(text(failing(Recovery.manual(), () -> new ToolException("NO_FUNDS", "no", details))))
                .isEqualTo("{\"code\":\"NO_FUNDS\",\"message\":\"no\",\"details\":{\"balance\":3}}");
    }

    // NoEffectException: vouches for this attempt only

    @Test
    void noEffect_manual_isAnErrorThatMayComeAgainAsANewCall() {
        ToolOutcome ended = failing(Recovery.manual(), () -> noEffect());

        assertThat(ended).isInstanceOf(ToolOutcome.Executed.class);
        assertThat(outcome(ended).kind()).isEqualTo(Outcome.Kind.ERROR);
        assertThat(outcome(ended).retryableAsNewCall()).isTrue();
        assertThat(text(ended)).isEqualTo("{\"code\":\"UNREACHABLE\",\"message\":\"connection refused\"}");
    }

    @Test
    void noEffect_idempotentFirstAttempt_isRetryable() {
        assertThat(failing(OFTEN, () -> noEffect())).isEqualTo(new ToolOutcome.Retryable(world.now()));
        assertThat(world.record().requireExecution().abandonedAt()).isEqualTo(world.now());
    }

    @Test
    void noEffect_idempotentFirstAttemptWithoutAFurtherOne_isThatError() {
        ToolOutcome ended = failing(ONCE, () -> noEffect());

        assertThat(ended).isInstanceOf(ToolOutcome.Executed.class);
        assertThat(outcome(ended).retryableAsNewCall()).isTrue();
        assertThat(world.record().uncertainty()).as("it never was uncertain").isNull();
    }

    @Test
    void noEffect_idempotentFirstAttemptAtTheCutoff_isThatError() {
        Tool<JsonNode, String> slow = tool(OFTEN, (input, context) -> {
            world.clock.advance(WINDOW.minus(MARGIN));
            throw noEffect();
        });

        assertThat(runner.run(slow, call(), TIME)).isInstanceOf(ToolOutcome.Executed.class);
    }

    @Test
    void noEffect_idempotentFirstAttemptOneMilliBeforeTheCutoff_isRetryable() {
        Tool<JsonNode, String> slow = tool(OFTEN, (input, context) -> {
            world.clock.advance(WINDOW.minus(MARGIN).minus(World.MILLI));
            throw noEffect();
        });

        assertThat(runner.run(slow, call(), TIME)).isInstanceOf(ToolOutcome.Retryable.class);
    }

    @Test
    void noEffect_idempotentLaterAttemptWithAFurtherOne_isRetryable() {
        failing(OFTEN, () -> new IllegalStateException("reset"));

        assertThat(failing(OFTEN, () -> noEffect())).isInstanceOf(ToolOutcome.Retryable.class);
    }

    @Test
    void noEffect_idempotentLaterAttemptWithoutAFurtherOne_isUncertain() {
        failing(TWICE, () -> new IllegalStateException("reset"));

        assertThat(failing(TWICE, () -> noEffect()))
                .as("an earlier attempt may have acted")
                .isInstanceOf(ToolOutcome.Uncertain.class);
        assertThat(world.record().status()).isEqualTo(Status.UNCERTAIN);
        assertThat(world.record().outcome()).isNull();
    }

    @Test
    void noEffect_markedUncertainWhileItIsGivenUp_isThatErrorStill() {
        world.faults.next(Operation.SWAP, Fault.none().before(() -> world.other.markUncertain(KEY, "gone", "ops")));

        ToolOutcome ended = failing(OFTEN, () -> noEffect());

        assertThat(ended).as("the first attempt vouches for the whole call").isInstanceOf(ToolOutcome.Executed.class);
        assertThat(outcome(ended).retryableAsNewCall()).isTrue();
    }

    // Anything else is ambiguous

    static Stream<Supplier<Throwable>> ambiguousFailures() {
        return Stream.of(
                () -> new IllegalStateException("reset"),
                () -> new IOException("timed out"),
                () -> new AssertionError("an Error"),
                () -> new OutOfMemoryError("heap"),
                () -> new StackOverflowError());
    }

    @ParameterizedTest
    @MethodSource("ambiguousFailures")
    void ambiguousFailure_manual_isUncertain(Supplier<Throwable> failure) {
        ToolOutcome ended = failing(Recovery.manual(), failure);
        String type = failure.get().getClass().getName();

        assertThat(ended).isInstanceOfSatisfying(ToolOutcome.Uncertain.class, uncertain -> {
            assertThat(uncertain.reason()).isEqualTo(world.record().uncertainty());
            assertThat(uncertain.reason().code()).isEqualTo(Uncertainty.Code.AMBIGUOUS_FAILURE);
            assertThat(uncertain.reason().text()).isEqualTo("The tool failed with " + type + ".");
            assertThat(uncertain.since()).isEqualTo(world.now());
        });
        assertThat(world.events(CheckpointEvent.ToolEnded.class))
                .singleElement()
                .satisfies(event -> assertThat(event.failure()).isEqualTo(type));
    }

    @ParameterizedTest
    @MethodSource("ambiguousFailures")
    void ambiguousFailure_idempotent_isGivenUp(Supplier<Throwable> failure) {
        assertThat(failing(OFTEN, failure)).isEqualTo(new ToolOutcome.Retryable(world.now()));
        assertThat(world.record().requireExecution().abandonedAt()).isEqualTo(world.now());
    }

    @ParameterizedTest
    @MethodSource("ambiguousFailures")
    void ambiguousFailure_idempotentWithoutAFurtherAttempt_isUncertain(Supplier<Throwable> failure) {
        assertThat(failing(ONCE, failure)).isInstanceOf(ToolOutcome.Uncertain.class);
        assertThat(world.record().requireUncertainty().code()).isEqualTo(Uncertainty.Code.ABANDONED);
    }

    // Interruption

    @ParameterizedTest
    @MethodSource("everyRecovery")
    void interruption_isAmbiguousAndKeepsTheFlag(Recovery recovery) {
        ToolOutcome ended = failing(recovery, InterruptedException::new);

        assertThat(Thread.interrupted()).isTrue();
        assertThat(ended)
                .isInstanceOf(recovery.equals(OFTEN) ? ToolOutcome.Retryable.class : ToolOutcome.Uncertain.class);
    }

    @Test
    void interruption_afterADeclaration_keepsTheFlag() {
        Tool<JsonNode, String> declaring = manual((input, context) -> {
            context.declareUncertain("half sent");
            throw new InterruptedException();
        });

        assertThat(runner.run(declaring, call(), TIME)).isInstanceOf(ToolOutcome.Uncertain.class);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void noInterruption_leavesTheFlagAlone() {
        failing(Recovery.manual(), () -> new IllegalStateException("reset"));

        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    // Declared uncertain

    @ParameterizedTest
    @MethodSource("everyRecovery")
    void declaredUncertain_winsOverWhateverFollows(Recovery recovery) {
        Tool<JsonNode, String> declaring = tool(recovery, (input, context) -> {
            context.declareUncertain("the answer was cut off");
            return "sent";
        });

        assertThat(runner.run(declaring, call(), TIME))
                .isInstanceOfSatisfying(ToolOutcome.Uncertain.class, uncertain -> {
                    assertThat(uncertain.reason()).isEqualTo(world.record().uncertainty());
                    assertThat(uncertain.reason().code()).isEqualTo(Uncertainty.Code.DECLARED_BY_TOOL);
                    assertThat(uncertain.reason().text()).isEqualTo("the answer was cut off");
                });
        assertThat(world.record().status()).isEqualTo(Status.UNCERTAIN);
    }

    @Test
    void declaredUncertain_thenThrown_isUncertainStill() {
        Tool<JsonNode, String> declaring = tool(OFTEN, (input, context) -> {
            context.declareUncertain("the answer was cut off");
            throw noEffect();
        });

        assertThat(runner.run(declaring, call(), TIME)).isInstanceOf(ToolOutcome.Uncertain.class);
        assertThat(world.record().status()).isEqualTo(Status.UNCERTAIN);
    }

    @Test
    void declaredUncertain_inAnyLength_isRecorded() {
        for (String reason : new String[] {"", "x".repeat(5_000)}) {
            World own = new World();
            ToolRunner.over(own.journal)
                    .run(
                            tool(OFTEN, (input, context) -> {
                                context.declareUncertain(reason);
                                return "sent";
                            }),
                            call(),
                            TIME);

            assertThat(own.record().status()).isEqualTo(Status.UNCERTAIN);
            assertThat(own.record().requireUncertainty().text().length()).isBetween(1, 2_000);
        }
    }

    // Store failures after the tool ended

    @Test
    void ambiguousFailure_whoseMarkIsNotAnswered_isUncertainForItsCallerAllTheSame() {
        world.faults.always(Operation.SWAP, Fault.dropRequest());

        assertThat(failing(Recovery.manual(), () -> new IllegalStateException("reset")))
                .isInstanceOf(ToolOutcome.Uncertain.class);
        assertThat(world.record().status()).isEqualTo(Status.EXECUTING);
    }

    @Test
    void ambiguousFailure_whoseGivingUpIsNotAnswered_isRetryableAfterTheLease() {
        world.faults.always(Operation.SWAP, Fault.dropRequest());

        assertThat(failing(OFTEN, () -> new IllegalStateException("reset")))
                .isEqualTo(new ToolOutcome.Retryable(
                        world.record().requireExecution().leaseUntil().plus(MARGIN)));
    }

    @Test
    void noEffect_strictAndUncertain_staysUncertain() {
        Journal strict = world.worker(builder -> builder.lateReceipts(LateReceipts.REJECT));
        world.faults.next(Operation.SWAP, Fault.none().before(() -> world.other.markUncertain(KEY, "gone", "ops")));

        assertThat(ToolRunner.over(strict).run(throwing(OFTEN, () -> noEffect()), call(), TIME))
                .isInstanceOf(ToolOutcome.Uncertain.class);
    }

    // Another holds the call by then

    @Test
    void failure_afterTakeover_isInProgress() {
        Tool<JsonNode, String> slow = tool(OFTEN, (input, context) -> {
            world.passLease();
            world.other.begin(Intent.of(world.record().binding(), OFTEN), LEASE);
            throw new IllegalStateException("reset");
        });

        assertThat(runner.run(slow, call(), TIME))
                .isEqualTo(new ToolOutcome.InProgress(world.now().plus(LEASE).plus(MARGIN)));
    }
}
