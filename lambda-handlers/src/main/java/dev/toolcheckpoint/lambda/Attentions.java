package dev.toolcheckpoint.lambda;

import dev.toolcheckpoint.protocol.CheckpointKey;
import org.jspecify.annotations.Nullable;

/**
 * Is told of calls that somebody must look at, because nobody waits for their answer. An uncertain record is in the store's
 * attention listing anyway; a conflict leaves no trace there. Thread-safe; what it throws is logged and changes nothing.
 */
@FunctionalInterface
public interface Attentions {

    /**
     * Somebody must look.
     *
     * @param key the record's key; {@code null} when the item made no call
     * @param code as in an error object: {@code BINDING_CONFLICT}, {@code UNCERTAIN} …
     * @param item how the source names its item, as in a message id
     */
    void needed(@Nullable CheckpointKey key, String code, String item);

    /** Writes a line at level ERROR that starts with {@code ATTENTION}, which a metric filter can count. */
    static Attentions log() {
        return LoggedAttentions.INSTANCE;
    }
}
