package dev.toolcheckpoint.json;

import java.io.Serial;
import java.util.Objects;

/**
 * A document that is not acceptable JSON, or is larger than its limits. Permanent: the same document fails again.
 *
 * <p>The message names the rule and the place (line and column, byte offset, or the value's number in canonical order) and never
 * repeats content, not even an object key: payloads may be secret and messages end up in logs. For the same reason there is no
 * cause: a parser's own exception quotes the text.
 */
public final class JsonException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    private final Reason reason;

    JsonException(Reason reason, String message) {
        super(reason + ": " + message);
        this.reason = Objects.requireNonNull(reason, "reason");
    }

    /**
     * Which rule the document breaks.
     *
     * @return the rule
     */
    public Reason reason() {
        return reason;
    }

    /** The rules a document can break. */
    public enum Reason {
        /** More bytes than {@link JsonLimits#maxBytes()}. */
        TOO_LARGE,
        /** More nested levels than {@link JsonLimits#maxDepth()}. */
        TOO_DEEP,
        /** More values than {@link JsonLimits#maxValues()}. */
        TOO_MANY_VALUES,
        /** An object has the same key twice. */
        DUPLICATE_KEY,
        /** Not JSON: a syntax error, bytes that are not UTF-8, NaN or an infinity, or a node that JSON has no value for. */
        NOT_JSON,
        /** A number above the largest double, or with more digits or a smaller exponent than {@link CanonicalJson} states. */
        NUMBER_OUT_OF_RANGE
    }
}
