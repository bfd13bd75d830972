package dev.toolcheckpoint.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import com.fasterxml.jackson.databind.JsonNode;

/**
 * One event and what came with it.
 *
 * @param body the event, exactly as it was sent; not to be changed
 * @param context the invocation's context
 * @param settings the function's
 */
public record LambdaEvent(JsonNode body, Context context, EventSettings settings) {

    /** Leaves the event out: it may be secret. */
    @Override
    public String toString() {
        return "LambdaEvent[" + context.getAwsRequestId() + "]";
    }
}
