package dev.toolcheckpoint.lambda;

/**
 * The largest answers that sources take, in bytes of the whole JSON. An outcome over its asker's cap is stored, and answered with
 * {@link CallErrors#overCap}.
 */
public final class ResponseCaps {

    /** Lambda, synchronous (direct, API Gateway, function URL, agents): 6 MB. A body in base64 counts as it is sent. */
    public static final int LAMBDA_SYNC = 6 * 1024 * 1024;

    /** An application load balancer: 1 MB. */
    public static final int LOAD_BALANCER = 1024 * 1024;

    /** A state of Step Functions: 262 144 bytes. */
    public static final int STEP_FUNCTIONS = 262_144;

    /** What Lambda hands on of an asynchronous invocation, and a message of SQS: 1 MiB. */
    public static final int ASYNC = 1024 * 1024;

    private ResponseCaps() {}

    /** The cap of a source, or the configured one ({@code MAX_RESPONSE}) when that is lower. */
    public static int of(EventSettings settings, int source) {
        return Math.min(settings.maxResponse(), source);
    }
}
