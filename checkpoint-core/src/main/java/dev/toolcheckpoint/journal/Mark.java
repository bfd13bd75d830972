package dev.toolcheckpoint.journal;

import dev.toolcheckpoint.protocol.Checkpoint;
import org.jspecify.annotations.Nullable;

/** The answer of {@link Journal#markUncertain} and {@link Journal#expire}. */
public sealed interface Mark {

    /** The call is uncertain. */
    record Marked() implements Mark {}

    /**
     * The call is not executing under this attempt.
     *
     * @param record what is there; {@code null} when nothing is
     */
    record Stale(@Nullable Checkpoint record) implements Mark {}
}
