package dev.toolcheckpoint.lambda;

import dev.toolcheckpoint.answer.ToolError;

/** The event asks for no call that could be made; nothing was claimed. */
public final class CallRejectedException extends CallException {

    private static final long serialVersionUID = 1L;

    CallRejectedException(ToolError error) {
        super(error);
    }
}
