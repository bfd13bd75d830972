package dev.toolcheckpoint.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import dev.toolcheckpoint.tool.ToolContext;

/** An existing handler, made ready for one event. */
@FunctionalInterface
interface WrappedHandler {

    /**
     * Reads the event, before anything is claimed; what comes back runs the handler on it.
     *
     * @throws RefusedCallException when the event does not read as the handler's input
     */
    Ready prepare(byte[] rawEvent, Context context) throws RefusedCallException;

    /** The handler with its event. */
    @FunctionalInterface
    interface Ready {
        /** Runs it. */
        HandlerAnswer run(ToolContext attempt) throws Exception;
    }
}
