package dev.toolcheckpoint.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import com.fasterxml.jackson.databind.JsonNode;
import dev.toolcheckpoint.tool.ToolHandler;

/** An existing handler, made ready for one event. */
@FunctionalInterface
interface WrappedHandler {

    /**
     * Reads the event, before anything is claimed; what comes back runs the handler on it.
     *
     * @throws RefusedCallException when the event does not read as the handler's input
     */
    ToolHandler<JsonNode, Object> prepare(byte[] rawEvent, Context context) throws RefusedCallException;
}
