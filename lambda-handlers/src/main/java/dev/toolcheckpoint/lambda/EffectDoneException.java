package dev.toolcheckpoint.lambda;

import dev.toolcheckpoint.answer.ToolError;

/** The effect is done, but its outcome can't be handed out. Don't issue the call under another key. */
public final class EffectDoneException extends CallException {

    private static final long serialVersionUID = 1L;

    EffectDoneException(ToolError error) {
        super(error);
    }
}
