package dev.toolcheckpoint.langgraph4j;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolcheckpoint.protocol.Outcome;
import dev.toolcheckpoint.tool.TimeBudget;
import dev.toolcheckpoint.tool.Tool;
import dev.toolcheckpoint.tool.ToolCall;
import dev.toolcheckpoint.tool.ToolOutcome;
import dev.toolcheckpoint.tool.ToolRunner;
import java.util.Map;
import java.util.function.Function;
import org.bsc.langgraph4j.action.NodeAction;
import org.bsc.langgraph4j.state.AgentState;
import org.jspecify.annotations.Nullable;

/**
 * A node that runs a tool through the journal. However often the graph runs it (resumed after a kill, started again, on several
 * graph threads at once), one call id means one effect, and the same state update.
 *
 * <pre>{@code
 * graph.addNode("refund", node_async(CheckpointedNode.of(runner, refund, Order::callId, Order::input, Order::refunded)));
 * }</pre>
 *
 * <p>A stored outcome, success or business error, becomes a state update. Everything else ends the graph's run with an {@link
 * EffectException}, before the graph writes a checkpoint for this node, so that resuming the graph thread comes back to it. Failures
 * of the store pass through as {@link ToolRunner#run} throws them.
 *
 * <p>The tool runs on the thread that runs the node. Immutable, and thread-safe when the three functions are. Defaults: namespace
 * {@value #DEFAULT_NAMESPACE}, {@link TimeBudget#DEFAULT}.
 *
 * @param <S> the graph's state
 */
public final class CheckpointedNode<S extends AgentState> implements NodeAction<S> {

    /** The namespace of calls, unless {@link #inNamespace} names another. */
    public static final String DEFAULT_NAMESPACE = "default";

    private final ToolRunner runner;
    private final Tool<?, ?> tool;
    private final Function<? super S, String> callId;
    private final Function<? super S, JsonNode> input;
    private final Function<? super EffectResult, Map<String, Object>> output;
    private final String namespace;
    private final TimeBudget time;

    private CheckpointedNode(CheckpointedNode<S> from, String namespace, TimeBudget time) {
        this(from.runner, from.tool, from.callId, from.input, from.output, namespace, time);
    }

    private CheckpointedNode(
            ToolRunner runner,
            Tool<?, ?> tool,
            Function<? super S, String> callId,
            Function<? super S, JsonNode> input,
            Function<? super EffectResult, Map<String, Object>> output,
            String namespace,
            TimeBudget time) {
        this.runner = runner;
        this.tool = tool;
        this.callId = callId;
        this.input = input;
        this.output = output;
        this.namespace = namespace;
        this.time = time;
    }

    /**
     * A node that runs this tool.
     *
     * @param callIdFromState the call's key, 1 to 512 UTF-16 units: something the state holds before this node runs, never made up
     *     here, or each run of the node is another call
     * @param inputFromState what the tool gets; the same whenever the call id is
     * @param outputToState the state update for a stored outcome; its values must be what the graph's state serializer can write. It
     *     runs again when the node is run again, and should be a function of the result alone
     */
    public static <S extends AgentState> CheckpointedNode<S> of(
            ToolRunner runner,
            Tool<?, ?> tool,
            Function<? super S, String> callIdFromState,
            Function<? super S, JsonNode> inputFromState,
            Function<? super EffectResult, Map<String, Object>> outputToState) {
        return new CheckpointedNode<>(
                runner, tool, callIdFromState, inputFromState, outputToState, DEFAULT_NAMESPACE, TimeBudget.DEFAULT);
    }

    /** The same node with its calls in this namespace: the tenant or environment, from a trusted place, not from the state. */
    public CheckpointedNode<S> inNamespace(String value) {
        return new CheckpointedNode<>(this, value, time);
    }

    /** The same node with this much time for each run of the tool. */
    public CheckpointedNode<S> within(TimeBudget value) {
        return new CheckpointedNode<>(this, namespace, value);
    }

    /**
     * Runs the call, or hands out what is stored.
     *
     * @throws EffectException there is no outcome to go on with
     */
    @Override
    public Map<String, Object> apply(S state) {
        String id = fromState("callIdFromState", callId.apply(state));
        JsonNode given = fromState("inputFromState", input.apply(state));
        ToolOutcome outcome = runner.run(tool, ToolCall.of(namespace, id, given), time);
        return output.apply(outcome.<EffectResult>fold(
                executed -> result(id, executed.outcome()),
                replayed -> result(id, replayed.outcome()),
                retryable -> {
                    throw new EffectException.Retryable(tool.name(), id, retryable.retryAt());
                },
                inProgress -> {
                    throw new EffectException.InProgress(tool.name(), id, inProgress.retryAt());
                },
                conflict -> {
                    throw new EffectException.Conflict(tool.name(), id, conflict.differingFields());
                },
                uncertain -> {
                    throw new EffectException.Uncertain(tool.name(), id, uncertain.reason(), uncertain.since());
                },
                rejected -> {
                    throw new EffectException.Rejected(tool.name(), id, rejected.reason());
                }));
    }

    private <T> T fromState(String function, @Nullable T value) {
        if (value == null) {
            throw new EffectException.Rejected(
                    tool.name(),
                    "?",
                    function + " returned null: put what it reads into the state before this node runs.");
        }
        return value;
    }

    private EffectResult result(String id, Outcome outcome) {
        if (outcome.forgotten()) {
            throw new EffectException.Forgotten(tool.name(), id, outcome.kind());
        }
        return new EffectResult(outcome);
    }

    @Override
    public String toString() {
        return "CheckpointedNode[" + namespace + ", " + tool + "]";
    }
}
