package dev.toolcheckpoint.lambda;

import dev.toolcheckpoint.answer.ToolError;

/** The store, the key service or the record failed the call. */
public final class CallFailedException extends CallException {

    private static final long serialVersionUID = 1L;

    CallFailedException(ToolError error) {
        super(error);
    }
}
