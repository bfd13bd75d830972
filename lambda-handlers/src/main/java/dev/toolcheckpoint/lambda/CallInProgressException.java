package dev.toolcheckpoint.lambda;

import dev.toolcheckpoint.answer.ToolError;

/** Another attempt of this call is believed alive. */
public final class CallInProgressException extends CallException {

    private static final long serialVersionUID = 1L;

    CallInProgressException(ToolError error) {
        super(error);
    }
}
