package dev.toolcheckpoint.lambda;

import dev.toolcheckpoint.answer.ToolError;

/** The key belongs to another call; nothing was done. */
public final class CallConflictException extends CallException {

    private static final long serialVersionUID = 1L;

    CallConflictException(ToolError error) {
        super(error);
    }
}
