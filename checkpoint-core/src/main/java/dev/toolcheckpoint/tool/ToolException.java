package dev.toolcheckpoint.tool;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/** A business error: stored as the call's outcome, and replayed. */
public final class ToolException extends Exception {

    private static final long serialVersionUID = 1L;

    private final String code;
    private final transient @Nullable JsonNode details;

    /**
     * A business error.
     *
     * @param code what the caller branches on
     * @param message for people and models; stored, so never a secret
     */
    public ToolException(String code, String message) {
        this(code, message, null);
    }

    /**
     * A business error with further facts.
     *
     * @param details stored with the error; {@code null} for none
     */
    public ToolException(String code, String message, @Nullable JsonNode details) {
        super(message);
        this.code = code;
        this.details = details;
    }

    /** What the caller branches on. */
    public String code() {
        return code;
    }

    /** Further facts, or {@code null}. */
    public @Nullable JsonNode details() {
        return details;
    }
}
