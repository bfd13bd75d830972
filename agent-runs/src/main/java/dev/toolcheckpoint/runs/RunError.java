package dev.toolcheckpoint.runs;

/**
 * Why a run failed, or what it waits for when its code changed.
 *
 * @param code what programs branch on
 * @param message for people; never a message, an input or a secret
 */
public record RunError(Code code, String message) {

    /** The stable codes. */
    public enum Code {
        /** All steps of the budget are used. */
        STEP_BUDGET,
        /** All tokens of the budget are used. */
        TOKEN_BUDGET,
        /** The execution took longer than the budget allows. */
        TIME_BUDGET,
        /** One step was begun too often without ending: by workers that died, or by a model that failed. */
        ATTEMPTS,
        /** The model refused, or failed each time. */
        MODEL_ERROR,
        /** The model answered with neither text nor tool calls, each time. */
        EMPTY_ANSWER,
        /** A stored call names a tool, a revision or an input that this code doesn't have. */
        TOOL_CHANGED,
        /** A tool call can't be recorded, because its record belongs to another call or is broken. */
        CALL_RECORD
    }
}
