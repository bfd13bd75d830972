package dev.toolcheckpoint.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import dev.toolcheckpoint.tool.ToolContext;

/**
 * The context that a wrapped handler gets: Lambda's own, and what is known about the attempt. Above all {@link
 * ToolContext#idempotencyKey()}, which a repeatable tool hands to its downstream.
 */
public interface CheckpointedContext extends Context {

    /** The attempt that runs. */
    ToolContext tool();
}
