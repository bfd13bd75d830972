package dev.toolcheckpoint.lambda;

import dev.toolcheckpoint.answer.ToolError;

/** Nobody knows whether the effect happened; the call waits for evidence and must not be repeated under another key. */
public final class CallUncertainException extends CallException {

    private static final long serialVersionUID = 1L;

    CallUncertainException(ToolError error) {
        super(error);
    }
}
