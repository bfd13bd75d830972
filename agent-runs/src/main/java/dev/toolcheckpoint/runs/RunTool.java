package dev.toolcheckpoint.runs;

import com.fasterxml.jackson.databind.JsonNode;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.toolcheckpoint.protocol.ProtocolException;
import dev.toolcheckpoint.tool.Tool;
import dev.toolcheckpoint.tool.ToolException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A tool that a run's model may call. */
public sealed interface RunTool {

    /** What the model is told about it. */
    ToolSpecification specification();

    /** A tool without effect: it is simply called again when a step is repeated. */
    static RunTool plain(ToolSpecification specification, Handler handler) {
        return new Plain(specification, handler);
    }

    /** A tool with an effect: it runs under the journal, at most once a call. */
    static Effect effect(ToolSpecification specification, Tool<?, ?> tool) {
        return new Effect(specification, tool, null);
    }

    /** What a plain tool does. */
    @FunctionalInterface
    interface Handler {
        /**
         * Answers a call.
         *
         * @param input the arguments; they match the specification
         * @return what the model is told; {@code null} for nothing
         * @throws Exception told to the model by its type alone, as an error result; a {@link
         *     ToolException} is told with its code and message
         */
        @Nullable
        Object call(JsonNode input) throws Exception;
    }

    /**
     * A tool without effect.
     *
     * @param specification what the model is told
     * @param handler what it does
     */
    record Plain(ToolSpecification specification, Handler handler) implements RunTool {}

    /**
     * A tool with an effect.
     *
     * @param specification what the model is told; its name is the tool's
     * @param tool what runs under the journal
     * @param approval how long somebody may take to approve each call; {@code null} when nobody has to
     */
    record Effect(
            ToolSpecification specification,
            Tool<?, ?> tool,
            @Nullable Duration approval) implements RunTool {

        /** Checks that both are called the same. */
        public Effect {
            if (!specification.name().equals(tool.name())) {
                throw ProtocolException.invalidArgument("The specification is called \"" + specification.name()
                        + "\" and its tool \"" + tool.name() + "\". Both have one name.");
            }
            if (approval != null && approval.toMillis() < 1) {
                throw ProtocolException.invalidArgument(
                        "An approval may take at least 1 ms, found " + approval.toMillis() + " ms.");
            }
        }

        /**
         * The same tool, each call of which somebody has to approve first.
         *
         * @param within how long that may take; then the call counts as rejected and the model is told
         */
        public Effect approvedWithin(Duration within) {
            return new Effect(specification, tool, within);
        }
    }
}
