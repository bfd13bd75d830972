package dev.toolcheckpoint.lambda;

import dev.toolcheckpoint.protocol.CheckpointException;
import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.protocol.Outcome;
import dev.toolcheckpoint.tool.ToolOutcome;
import java.util.Optional;

/** How an {@link EventCall} ended. */
public sealed interface CallResult {

    /** What the tool's record holds, when the call ended in it. */
    default Optional<Outcome> stored() {
        if (!(this instanceof Ended ended)) {
            return Optional.empty();
        }
        if (ended.outcome() instanceof ToolOutcome.Executed executed) {
            return Optional.of(executed.outcome());
        }
        return ended.outcome() instanceof ToolOutcome.Replayed replayed
                ? Optional.of(replayed.outcome())
                : Optional.empty();
    }

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
}
