package dev.toolcheckpoint.lambda;

import dev.toolcheckpoint.answer.ToolError;

/** The call was not made, or given up; the same call may come again. */
public final class CallRetryableException extends CallException {

    private static final long serialVersionUID = 1L;

    CallRetryableException(ToolError error) {
        super(error);
    }
}
