package dev.toolcheckpoint.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.toolcheckpoint.protocol.ConfigurationException;
import dev.toolcheckpoint.tool.Tool;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.ServiceLoader;

/**
 * A Lambda function that serves declared tools to every event source it has an {@link EventAdapter} of, routed by tool name.
 * Thread-safe: everything about one event is an argument of its handling.
 *
 * <p>Adapters are found through {@link ServiceLoader}; those of the builder come on top.
 */
public final class ToolFunction implements RequestStreamHandler {

    private final Map<String, Tool<?, ?>> tools;
    private final EventPipeline pipeline;

    private ToolFunction(Builder builder) {
        this.tools = Map.copyOf(builder.tools);
        this.pipeline = builder.pipeline(builder.adapters(), tools.keySet());
    }

    /** Starts a function without tools. */
    public static Builder builder() {
        return new Builder();
    }

    @Override
    public void handleRequest(InputStream input, OutputStream output, Context context) throws IOException {
        pipeline.handle(input, output, context, (name, event, any) -> tool(name));
    }

    private Tool<?, ?> tool(String name) throws RefusedCallException {
        Tool<?, ?> tool = tools.get(name);
        if (tool == null) {
            throw new RefusedCallException("This function has no tool of that name, only "
                    + tools.keySet().stream().sorted().toList() + ".");
        }
        return tool;
    }

    /** Builds a function. Not thread-safe. */
    public static final class Builder extends HandlerBuilder<Builder> {
        private final Map<String, Tool<?, ?>> tools = new LinkedHashMap<>();

        private Builder() {}

        @Override
        Builder self() {
            return this;
        }

        /** Adds a tool; names are unique. */
        public Builder tool(Tool<?, ?> tool) {
            if (tools.putIfAbsent(tool.name(), tool) != null) {
                throw new ConfigurationException("Two tools have the name \"" + tool.name() + "\".");
            }
            return this;
        }

        /**
         * The function; opens the store.
         *
         * @throws ConfigurationException when there is no tool or no store, or the store can't be opened
         */
        public ToolFunction build() {
            if (tools.isEmpty()) {
                throw new ConfigurationException("A tool function needs at least one tool.");
            }
            return new ToolFunction(this);
        }
    }
}
