package dev.toolcheckpoint.lambda;

import dev.toolcheckpoint.protocol.CheckpointException;
import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.tool.ToolOutcome;

/** How an {@link EventCall} ended. */
public sealed interface CallResult {

    /**
     * The call ended in a state that the protocol knows.
     *
     * @param key the record's key
     * @param outcome how it ended
     */
    record Ended(CheckpointKey key, ToolOutcome outcome) implements CallResult {}

    /**
     * The store, the key service or the record failed the call.
     *
     * @param key the record's key
     * @param failure says whether to repeat, and whether the effect may have happened
     */
    record Failed(CheckpointKey key, CheckpointException failure) implements CallResult {}

    /**
     * The call could not be made; nothing was claimed.
     *
     * @param reason what was expected and what was found, without the content
     */
    record Refused(String reason) implements CallResult {}

    /** An earlier call of its lane failed, so this one was not started: see {@link Schedule}. Nothing was claimed. */
    record NotStarted() implements CallResult {}
}
