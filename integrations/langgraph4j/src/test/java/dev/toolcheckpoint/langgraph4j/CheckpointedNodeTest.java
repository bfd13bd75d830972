package dev.toolcheckpoint.langgraph4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.journal.Settle;
import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.Evidence;
import dev.toolcheckpoint.protocol.Outcome;
import dev.toolcheckpoint.protocol.Receipt;
import dev.toolcheckpoint.protocol.Recovery;
import dev.toolcheckpoint.protocol.StoreException;
import dev.toolcheckpoint.protocol.Uncertainty;
import dev.toolcheckpoint.store.InMemoryCheckpointStore;
import dev.toolcheckpoint.store.ListQuery;
import dev.toolcheckpoint.testing.Fault;
import dev.toolcheckpoint.testing.FaultInjectingStore;
import dev.toolcheckpoint.testing.Operation;
import dev.toolcheckpoint.testing.VirtualClock;
import dev.toolcheckpoint.tool.TimeBudget;
import dev.toolcheckpoint.tool.Tool;
import dev.toolcheckpoint.tool.ToolException;
import dev.toolcheckpoint.tool.ToolHandler;
import dev.toolcheckpoint.tool.ToolRunner;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.bsc.langgraph4j.checkpoint.MemorySaver;
import org.junit.jupiter.api.Test;

/** The node in a real graph with a real saver, its store in memory. */
class CheckpointedNodeTest {

    private static final Map<String, Object> ORDER = Order.of("order-17", 1250);
    private static final Duration HOUR = Duration.ofHours(1);

    private final VirtualClock clock = new VirtualClock();
    private final FaultInjectingStore store = new FaultInjectingStore(new InMemoryCheckpointStore());
    private final Journal journal =
            Journal.builder(store).clock(clock).pause(clock::advance).build();
    private final ToolRunner runner = ToolRunner.over(journal);
    private final List<JsonNode> calls = new ArrayList<>();
    private final Deque<ToolHandler<JsonNode, String>> behaviours = new ArrayDeque<>();

    private CheckpointedNode<Order> node(Recovery recovery) {
        Tool<JsonNode, String> tool = Tool.named("refund", JsonNode.class)
                .recovery(recovery)
                .handler((input, context) -> {
                    calls.add(input);
                    ToolHandler<JsonNode, String> behaviour = behaviours.poll();
                    return behaviour == null ? "re_" + calls.size() : behaviour.handle(input, context);
                });
        return CheckpointedNode.of(runner, tool, Order::callId, Order::input, Order::refunded);
    }

    private RefundGraph graph(Recovery recovery) {
        return new RefundGraph(node(recovery), new MemorySaver());
    }

    private static <E extends EffectException> E thrown(Class<E> type, Runnable run) {
        return type.cast(EffectException.in(catchThrowable(run::run)).orElseThrow());
    }

    private Checkpoint record() {
        return journal.list(ListQuery.all()).records().get(0);
    }

    @Test
    void run_newCall_executesAndUpdatesTheState() {
        Order end = graph(Recovery.manual()).start("t", ORDER);
        assertThat(end.receipt()).isEqualTo("\"re_1\"");
        assertThat(end.thanked()).isTrue();
        assertThat(calls).hasSize(1);
        assertThat(record().binding().namespace()).isEqualTo("default");
        assertThat(record().binding().callId()).isEqualTo("order-17:refund");
    }

    @Test
    void run_sameCallOnAnotherGraphThread_replaysTheSameUpdate() {
        RefundGraph graph = graph(Recovery.manual());
        Order first = graph.start("one", ORDER);
        Order second = graph.start("two", ORDER);
        assertThat(second.data()).isEqualTo(first.data());
        assertThat(calls).hasSize(1);
    }

    @Test
    void run_otherCall_executesAgain() {
        RefundGraph graph = graph(Recovery.manual());
        graph.start("one", ORDER);
        assertThat(graph.start("two", Order.of("order-18", 1250)).receipt()).isEqualTo("\"re_2\"");
    }

    @Test
    void inNamespace_sameCallId_isAnotherCall() {
        CheckpointedNode<Order> node = node(Recovery.manual());
        new RefundGraph(node, new MemorySaver()).start("t", ORDER);
        RefundGraph other = new RefundGraph(node.inNamespace("tenant-b"), new MemorySaver());
        assertThat(other.start("t", ORDER).receipt()).isEqualTo("\"re_2\"");
    }

    @Test
    void run_businessError_isAStateUpdateAndReplayed() {
        behaviours.add((input, context) -> {
            throw new ToolException("ALREADY_REFUNDED", "The order is refunded.");
        });
        RefundGraph graph = graph(Recovery.manual());
        assertThat(graph.start("one", ORDER).refusal()).isEqualTo("ALREADY_REFUNDED");
        assertThat(graph.start("two", ORDER).refusal()).isEqualTo("ALREADY_REFUNDED");
        assertThat(calls).hasSize(1);
    }

    @Test
    void run_ambiguousFailureOfManualTool_isUncertainUntilSettledThenGoesOn() {
        behaviours.add((input, context) -> {
            throw new IOException("reset");
        });
        RefundGraph graph = graph(Recovery.manual());
        EffectException.Uncertain first = thrown(EffectException.Uncertain.class, () -> graph.start("t", ORDER));
        assertThat(first.reason()).isEqualTo(Uncertainty.Code.AMBIGUOUS_FAILURE);
        assertThat(first.effectMayHaveHappened()).isTrue();
        assertThat(first.retryAt()).isEmpty();
        assertThat(graph.next("t")).isEqualTo("refund");
        thrown(EffectException.Uncertain.class, () -> graph.resume("t"));

        clock.advance(HOUR);
        assertThat(journal.settle(
                        record().key(),
                        Evidence.happened("in the ledger", "operator"),
                        Receipt.successJson("\"re_seen\""),
                        Duration.ZERO))
                .isInstanceOf(Settle.Settled.class);
        Order end = graph.resume("t");
        assertThat(end.receipt()).isEqualTo("\"re_seen\"");
        assertThat(end.thanked()).isTrue();
        assertThat(calls).hasSize(1);
    }

    @Test
    void run_ambiguousFailureOfIdempotentTool_isRetryableAndResumes() {
        behaviours.add((input, context) -> {
            throw new IOException("reset");
        });
        RefundGraph graph = graph(Recovery.idempotent(HOUR));
        EffectException.Retryable first = thrown(EffectException.Retryable.class, () -> graph.start("t", ORDER));
        clock.set(first.retryAt().orElseThrow());
        assertThat(graph.resume("t").receipt()).isEqualTo("\"re_2\"");
        assertThat(calls).hasSize(2).containsOnly(calls.get(0));
    }

    @Test
    void run_whileAnotherAttemptLives_isInProgress() {
        RefundGraph graph = graph(Recovery.idempotent(HOUR));
        behaviours.add((input, context) -> {
            EffectException.InProgress second =
                    thrown(EffectException.InProgress.class, () -> graph.start("two", ORDER));
            assertThat(second.retryAt()).isPresent();
            assertThat(second.callId()).isEqualTo("order-17:refund");
            return "re_slow";
        });
        assertThat(graph.start("one", ORDER).receipt()).isEqualTo("\"re_slow\"");
        assertThat(graph.resume("two").receipt()).isEqualTo("\"re_slow\"");
        assertThat(calls).hasSize(1);
    }

    @Test
    void within_tooLittleTime_startsNothingButReplays() {
        CheckpointedNode<Order> node = node(Recovery.manual());
        TimeBudget none = new TimeBudget(Duration.ZERO, Duration.ofSeconds(1));
        RefundGraph hurried = new RefundGraph(node.within(none), new MemorySaver());
        thrown(EffectException.Retryable.class, () -> hurried.start("t", ORDER));
        assertThat(calls).isEmpty();
        new RefundGraph(node, new MemorySaver()).start("other", ORDER);
        assertThat(hurried.resume("t").receipt()).isEqualTo("\"re_1\"");
    }

    @Test
    void run_sameIdWithOtherInput_isConflictAndDoesNothing() {
        RefundGraph graph = graph(Recovery.manual());
        graph.start("one", ORDER);
        EffectException.Conflict conflict =
                thrown(EffectException.Conflict.class, () -> graph.start("two", Order.of("order-17", 99_999)));
        assertThat(conflict.differingFields()).containsExactly("inputFingerprint");
        assertThat(conflict.effectMayHaveHappened()).isFalse();
        assertThat(conflict).hasMessageNotContaining("99999");
        assertThat(calls).hasSize(1);
    }

    @Test
    @SuppressWarnings("NullAway") // what a graph does whose state lacks the id
    void run_callIdMissingOrEmpty_isRejectedAndNothingIsStored() {
        Tool<JsonNode, String> tool =
                Tool.named("refund", JsonNode.class).handler((input, context) -> "re_" + calls.size());
        for (String id : new String[] {null, ""}) {
            RefundGraph graph = new RefundGraph(
                    CheckpointedNode.of(runner, tool, order -> id, Order::input, Order::refunded), new MemorySaver());
            EffectException.Rejected rejected = thrown(EffectException.Rejected.class, () -> graph.start("t", ORDER));
            assertThat(rejected.retryAt()).isEmpty();
        }
        assertThat(journal.list(ListQuery.all()).records()).isEmpty();
    }

    @Test
    void run_resultNoLongerKept_isForgottenWithItsKind() {
        RefundGraph graph = graph(Recovery.manual());
        graph.start("one", ORDER);
        clock.advance(Duration.ofDays(400));
        journal.forget(record().key());
        EffectException.Forgotten forgotten = thrown(EffectException.Forgotten.class, () -> graph.start("two", ORDER));
        assertThat(forgotten.kind()).isEqualTo(Outcome.Kind.SUCCESS);
        assertThat(calls).hasSize(1);
    }

    @Test
    void run_storeOutOfReach_passesTheStoresFailureThrough() {
        store.always(Operation.CREATE, Fault.unavailable());
        RefundGraph graph = graph(Recovery.manual());
        Throwable thrown = catchThrowable(() -> graph.start("t", ORDER));
        assertThat(EffectException.in(thrown)).isEmpty();
        assertThat(thrown).hasRootCauseInstanceOf(StoreException.class);
        assertThat(calls).isEmpty();
        store.clear();
        assertThat(graph.resume("t").receipt()).isEqualTo("\"re_1\"");
    }

    @Test
    void outputToState_failsAfterTheEffect_isAskedAgainWithTheStoredResult() {
        List<String> seen = new ArrayList<>();
        Tool<JsonNode, String> tool = Tool.named("refund", JsonNode.class).handler((input, context) -> {
            calls.add(input);
            return "re_" + calls.size();
        });
        RefundGraph graph = new RefundGraph(
                CheckpointedNode.of(runner, tool, Order::callId, Order::input, result -> {
                    seen.add(result.text());
                    if (seen.size() == 1) {
                        throw new IllegalStateException("a bug of the graph's author");
                    }
                    return Order.refunded(result);
                }),
                new MemorySaver());
        assertThat(catchThrowable(() -> graph.start("t", ORDER))).hasRootCauseMessage("a bug of the graph's author");
        assertThat(graph.resume("t").receipt()).isEqualTo("\"re_1\"");
        assertThat(seen).containsExactly("\"re_1\"", "\"re_1\"");
        assertThat(calls).hasSize(1);
    }

    @Test
    void result_saysItsKindAndSizeButNotItsContent() {
        List<EffectResult> results = new ArrayList<>();
        Tool<JsonNode, String> tool = Tool.named("refund", JsonNode.class).handler((input, context) -> "s3cret");
        CheckpointedNode<Order> node = CheckpointedNode.of(runner, tool, Order::callId, Order::input, result -> {
            results.add(result);
            return Map.of();
        });
        new RefundGraph(node, new MemorySaver()).start("t", ORDER);
        assertThat(results).hasSize(1);
        assertThat(results.get(0)).hasToString("EffectResult[SUCCESS, application/json, 8 bytes]");
        assertThat(results.get(0).json().textValue()).isEqualTo("s3cret");
        assertThat(node).hasToString("CheckpointedNode[default, " + tool + "]");
    }
}
