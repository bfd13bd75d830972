package dev.toolcheckpoint.runs;

import dev.langchain4j.model.output.TokenUsage;
import org.jspecify.annotations.Nullable;

/**
 * What the model calls of a run took, as their providers counted; a call whose answer never arrived isn't counted.
 *
 * @param inputTokens 0 or more
 * @param outputTokens 0 or more
 */
public record Usage(long inputTokens, long outputTokens) {

    /** Nothing yet. */
    public static final Usage NONE = new Usage(0, 0);

    /** Both together. */
    public long total() {
        return inputTokens + outputTokens;
    }

    /** This and another call's. */
    public Usage plus(Usage other) {
        return new Usage(inputTokens + other.inputTokens, outputTokens + other.outputTokens);
    }

    static Usage of(@Nullable TokenUsage counted) {
        return counted == null
                ? NONE
                : new Usage(tokens(counted.inputTokenCount()), tokens(counted.outputTokenCount()));
    }

    private static long tokens(@Nullable Integer count) {
        return count == null ? 0 : Math.max(0, count);
    }
}
