package dev.toolcheckpoint.tool;

import static dev.toolcheckpoint.fixture.Tools.call;
import static dev.toolcheckpoint.fixture.Tools.idempotent;
import static dev.toolcheckpoint.fixture.Tools.input;
import static dev.toolcheckpoint.fixture.Tools.manual;
import static dev.toolcheckpoint.fixture.Tools.outcome;
import static dev.toolcheckpoint.fixture.Tools.text;
import static dev.toolcheckpoint.fixture.Tools.tool;
import static dev.toolcheckpoint.fixture.World.KEY;
import static dev.toolcheckpoint.fixture.World.LEASE;
import static dev.toolcheckpoint.fixture.World.MARGIN;
import static dev.toolcheckpoint.fixture.World.MILLI;
import static dev.toolcheckpoint.fixture.World.WINDOW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.toolcheckpoint.fixture.World;
import dev.toolcheckpoint.journal.CheckpointEvent;
import dev.toolcheckpoint.journal.Deliverable;
import dev.toolcheckpoint.json.Digests;
import dev.toolcheckpoint.json.JsonLimits;
import dev.toolcheckpoint.protocol.ProtocolException;
import dev.toolcheckpoint.protocol.Recovery;
import dev.toolcheckpoint.protocol.Status;
import dev.toolcheckpoint.protocol.StoreException;
import dev.toolcheckpoint.testing.Fault;
import dev.toolcheckpoint.testing.Operation;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Begin, execute, complete: the plain ways through a call. */
class ToolRunnerTest {

    private static final TimeBudget TIME = TimeBudget.ofLease(LEASE);

    private final World world = new World();
    private final ToolRunner runner = ToolRunner.over(world.journal);
    private final AtomicInteger runs = new AtomicInteger();

    private Tool<JsonNode, String> counting(Recovery recovery) {
        return tool(recovery, (input, context) -> "run " + runs.incrementAndGet());
    }

    private ToolOutcome run(Tool<?, ?> tool) {
        return runner.run(tool, call(), TIME);
    }

    // Executed, replayed

    @Test
    void run_aNewCall_executesItOnceAndReplaysItForEver() {
        Tool<JsonNode, String> tool = counting(Recovery.manual());

        ToolOutcome first = run(tool);
        world.clock.advance(Duration.ofDays(9));
        ToolOutcome second = run(tool);

        assertThat(first).isEqualTo(new ToolOutcome.Executed(world.record().requireOutcome(), Deliverable.of(KEY)));
        assertThat(second).isEqualTo(new ToolOutcome.Replayed(outcome(first), Status.COMPLETED, Deliverable.of(KEY)));
        assertThat(text(second)).isEqualTo("\"run 1\"").isEqualTo(text(first));
        assertThat(runs).hasValue(1);
    }

    @Test
    void run_aNewCall_tellsWhatHappens() {
        Tool<JsonNode, String> slow = manual((input, context) -> {
            world.clock.advance(Duration.ofSeconds(3));
            return "sent";
        });

        run(slow);

        assertThat(world.eventTypes()).containsExactly("Acquired", "ToolStarted", "ToolEnded", "Completed");
        assertThat(world.events(CheckpointEvent.ToolStarted.class))
                .singleElement()
                .satisfies(started -> assertThat(started.tool()).isEqualTo("send-mail"));
        assertThat(world.events(CheckpointEvent.ToolEnded.class))
                .singleElement()
                .satisfies(ended -> {
                    assertThat(ended.took()).isEqualTo(Duration.ofSeconds(3));
                    assertThat(ended.failure()).isNull();
                });
    }

    @Test
    void run_whoseCompletionHadNoAnswer_isExecutedAllTheSame() {
        world.faults.next(Operation.SWAP, Fault.loseAnswer());

        assertThat(run(counting(Recovery.manual()))).isInstanceOf(ToolOutcome.Executed.class);
        assertThat(runs).hasValue(1);
    }

    // In progress, conflict, uncertain

    @Test
    void run_whileAnotherRuns_isInProgressUntilLeaseAndMargin() {
        List<ToolOutcome> nested = new ArrayList<>();
        Tool<JsonNode, String> tool = counting(Recovery.manual());
        run(manual((input, context) -> {
            nested.add(run(tool));
            return "sent";
        }));

        assertThat(nested)
                .containsExactly(
                        new ToolOutcome.InProgress(world.now().plus(LEASE).plus(MARGIN)));
        assertThat(runs).hasValue(0);
    }

    @Test
    void run_anotherCallUnderTheSameId_isAConflict() {
        run(counting(Recovery.manual()));
        ToolCall other = ToolCall.of("tenant", "call-1", input().put("amount", 500));

        assertThat(runner.run(counting(Recovery.manual()), other, TIME))
                .isEqualTo(new ToolOutcome.Conflict(List.of("inputFingerprint")));
        assertThat(run(Tool.named("send-mail", JsonNode.class).revision("2").handler((input, context) -> "sent")))
                .isEqualTo(new ToolOutcome.Conflict(List.of("toolRevision")));
        assertThat(runs).hasValue(1);
    }

    @Test
    void run_afterAManualAttemptWasKilled_isUncertain() {
        Tool<JsonNode, String> killed = manual((input, context) -> {
            throw new IllegalStateException("killed");
        });
        run(killed);

        ToolOutcome again = run(counting(Recovery.manual()));

        assertThat(again).isInstanceOfSatisfying(ToolOutcome.Uncertain.class, uncertain -> {
            assertThat(uncertain.reason()).isEqualTo(world.record().uncertainty());
            assertThat(uncertain.since()).isEqualTo(uncertain.reason().at());
        });
        assertThat(runs).hasValue(0);
    }

    // Rejected

    @Test
    void run_anInputThatDoesNotReadAsTheToolsType_isRejectedWithoutShowingIt() {
        record Mail(String to, int amount) {}
        Tool<Mail, String> typed = Tool.named("send-mail", Mail.class).handler((input, context) -> "to " + input.to());
        ToolCall wrong = ToolCall.of("tenant", "call-1", input().put("amount", "hunter2"));

        assertThat(runner.run(typed, wrong, TIME))
                .isInstanceOfSatisfying(
                        ToolOutcome.Rejected.class,
                        rejected -> assertThat(rejected.reason())
                                .contains("Mail", "send-mail")
                                .doesNotContain("hunter2"));
        assertThat(world.faults.calls()).isEmpty();
        assertThat(text(runner.run(typed, call(), TIME))).isEqualTo("\"to ada@example.com\"");
    }

    @Test
    void run_anInputOverTheLimits_isRejected() {
        ToolRunner narrow = ToolRunner.builder(world.journal)
                .inputLimits(new JsonLimits(20, 64, 100))
                .build();

        assertThat(narrow.run(counting(Recovery.manual()), call(), TIME))
                .isInstanceOfSatisfying(
                        ToolOutcome.Rejected.class,
                        rejected -> assertThat(rejected.reason())
                                .contains("maxBytes = 20")
                                .doesNotContain("ada"));
    }

    @Test
    void run_aCallIdOutOfRange_isRejected() {
        ToolCall unnamed = ToolCall.of("tenant", "", input());

        assertThat(runner.run(counting(Recovery.manual()), unnamed, TIME))
                .isInstanceOfSatisfying(
                        ToolOutcome.Rejected.class,
                        rejected -> assertThat(rejected.reason()).contains("callId"));
        assertThat(world.faults.calls()).isEmpty();
        assertThat(runs).hasValue(0);
    }

    // Fingerprint

    @Test
    void fingerprint_isOfTheCanonicalInput() {
        run(counting(Recovery.manual()));

        assertThat(world.record().binding().inputFingerprint())
                .isEqualTo(Digests.fingerprint(input(), JsonLimits.DEFAULT));
    }

    @Test
    void fingerprint_ofAnIdentifyingPart_ignoresTheRest() {
        JsonNode part = JsonNodeFactory.instance.textNode("order-7");
        ToolCall first = new ToolCall("tenant", "call-1", input().put("traceId", "a"), part);
        ToolCall second = new ToolCall("tenant", "call-1", input().put("traceId", "b"), part);

        assertThat(runner.run(counting(Recovery.manual()), first, TIME)).isInstanceOf(ToolOutcome.Executed.class);
        assertThat(runner.run(counting(Recovery.manual()), second, TIME)).isInstanceOf(ToolOutcome.Replayed.class);
        assertThat(world.record().binding().inputFingerprint())
                .isEqualTo(Digests.fingerprint(part, JsonLimits.DEFAULT));
    }

    @Test
    void fingerprint_withAKey_isKeyedAndTheKeyIsCopied() {
        byte[] key = new byte[32];
        key[0] = 7;
        ToolRunner keyed = ToolRunner.builder(world.journal).fingerprintKey(key).build();
        String expected = Digests.keyedFingerprint(key.clone(), input(), JsonLimits.DEFAULT);
        key[0] = 8;

        keyed.run(counting(Recovery.manual()), call(), TIME);

        assertThat(world.record().binding().inputFingerprint())
                .isEqualTo(expected)
                .startsWith("hmac-sha256:");
    }

    @Test
    void fingerprintKey_tooShort_isRefused() {
        ToolRunner.Builder builder = ToolRunner.builder(world.journal);
        assertThatThrownBy(() -> builder.fingerprintKey(new byte[31]))
                .isInstanceOf(ProtocolException.class)
                .hasMessageContaining("at least 32 bytes, found 31");
    }

    // Settings

    @Test
    void mapper_ofTheHost_isUsedAsItWas() {
        record Sent(String messageId) {}
        ObjectMapper mapper = new ObjectMapper().setPropertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE);
        ToolRunner custom = ToolRunner.builder(world.journal).mapper(mapper).build();
        mapper.setPropertyNamingStrategy(PropertyNamingStrategies.UPPER_CAMEL_CASE);

        assertThat(text(custom.run(manual((input, context) -> new Sent("17")), call(), TIME)))
                .isEqualTo("{\"message_id\":\"17\"}");
    }

    @Test
    void writeReserve_negative_isRefused() {
        ToolRunner.Builder builder = ToolRunner.builder(world.journal);
        assertThatThrownBy(() -> builder.writeReserve(MILLI.negated())).hasMessageContaining("found -1 ms");
        assertThat(builder.writeReserve(Duration.ZERO)
                        .build()
                        .run(
                                Tool.named("send-mail", JsonNode.class)
                                        .minimumTime(Duration.ZERO)
                                        .handler((input, context) -> "sent"),
                                call(),
                                TimeBudget.ofLease(MILLI)))
                .isInstanceOf(ToolOutcome.Executed.class);
    }

    @Test
    void run_whenTheStoreFailsBeforeTheClaim_throwsAndDoesNotRun() {
        world.faults.always(Operation.CREATE, Fault.failWith(() -> StoreException.tableMissing("no table")));

        assertThatThrownBy(() -> run(counting(Recovery.manual()))).hasMessage("no table");
        assertThat(runs).hasValue(0);
    }

    @Test
    void run_withADownstreamThatForgetsTooSoon_throwsAndDoesNotRun() {
        Tool<JsonNode, String> forgetful = Tool.named("send-mail", JsonNode.class)
                .recovery(Recovery.idempotent(WINDOW))
                .quiescence(Duration.ofSeconds(5))
                .downstreamKeeps(WINDOW.plus(LEASE).plus(MARGIN).plusSeconds(4))
                .handler((input, context) -> "run " + runs.incrementAndGet());

        assertThatThrownBy(() -> run(forgetful)).hasMessageContaining("longest request 5000");
        assertThat(runs).hasValue(0);
    }

    // Context

    @Test
    void context_ofAnAttempt_saysWhatTheToolMayKnow() {
        Instant start = world.now();
        CancelSignal signal = new CancelSignal();
        Tool<JsonNode, String> looking = idempotent((input, context) -> {
            assertThat(context.idempotencyKey()).isEqualTo(KEY.id());
            assertThat(context.namespace()).isEqualTo("tenant");
            assertThat(context.callId()).isEqualTo("call-1");
            assertThat(context.attempt()).isEqualTo(1);
            assertThat(context.deadline()).isEqualTo(start.plusSeconds(10));
            world.clock.advance(Duration.ofSeconds(10).minus(MILLI));
            assertThat(context.remaining()).isEqualTo(MILLI);
            assertThat(context.cancelled()).isFalse();
            world.clock.advance(MILLI);
            assertThat(context.remaining()).isZero();
            assertThat(context.cancelled()).as("the deadline is over").isTrue();
            world.clock.advance(MILLI);
            assertThat(context.remaining()).isZero();
            return "sent";
        });

        assertThat(runner.run(looking, call(), new TimeBudget(Duration.ofSeconds(10), LEASE), signal))
                .isInstanceOf(ToolOutcome.Executed.class);
    }

    @Test
    void context_whenTheCallerCancels_saysSo() {
        CancelSignal signal = new CancelSignal();
        Tool<JsonNode, Boolean> cancelled = manual((input, context) -> {
            assertThat(context.cancelled()).isFalse();
            signal.cancel();
            return context.cancelled();
        });

        assertThat(text(runner.run(cancelled, call(), TIME, signal))).isEqualTo("true");
        assertThat(signal.cancelled()).as("it stays so").isTrue();
    }

    @Test
    void context_ofALaterAttempt_countsOn() {
        run(idempotent((input, context) -> {
            throw new IllegalStateException("reset");
        }));
        assertThat(text(run(idempotent((input, context) -> context.attempt())))).isEqualTo("2");
    }

    @Test
    void deadline_neverOutlivesTheLease() {
        Instant leaseEnd = world.now().plusSeconds(5);
        Tool<JsonNode, Boolean> tool =
                manual((input, context) -> context.deadline().equals(leaseEnd));

        assertThat(text(runner.run(tool, call(), new TimeBudget(LEASE, Duration.ofSeconds(5)))))
                .isEqualTo("true");
    }
}
