package dev.toolcheckpoint.lambda;

/** How the function is invoked. It can't see that itself. */
public enum Invocation {
    /** Somebody waits for the answer: what is no result is an error object. */
    SYNC,
    /**
     * Nobody waits (events, EventBridge, SNS, S3): Lambda counts whatever is returned as success, so what is no result is thrown
     * as a {@link CallException}.
     */
    ASYNC
}
