package dev.toolcheckpoint.protocol;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The result a tool came back with, before it is stored. Immutable; equal when kind, media type, retryable mark and bytes
 * are.
 */
public final class Receipt {

    /** The media type of JSON results. */
    public static final String JSON = "application/json";

    /** The media type of a tool that returns nothing: different from a JSON {@code null}. */
    public static final String VOID = "application/vnd.toolcheckpoint.void";

    private final Outcome.Kind kind;
    private final boolean retryableAsNewCall;
    private final String mediaType;
    private final byte[] bytes;

    private Receipt(Outcome.Kind kind, boolean retryableAsNewCall, String mediaType, byte[] bytes) {
        Names.name("mediaType", mediaType);
        this.kind = kind;
        this.retryableAsNewCall = retryableAsNewCall;
        this.mediaType = mediaType;
        this.bytes = bytes;
    }

    /** A success with these bytes; they are copied. */
    public static Receipt success(String mediaType, byte[] bytes) {
        return new Receipt(Outcome.Kind.SUCCESS, false, mediaType, bytes.clone());
    }

    /** A success with this JSON text, stored to the letter. */
    public static Receipt successJson(String json) {
        return new Receipt(Outcome.Kind.SUCCESS, false, JSON, json.getBytes(StandardCharsets.UTF_8));
    }

    /** A success that has no result. */
    public static Receipt successVoid() {
        return new Receipt(Outcome.Kind.SUCCESS, false, VOID, new byte[0]);
    }

    /**
     * An error to be stored and replayed.
     *
     * @param retryableAsNewCall whether the caller may issue the call again under a <em>new</em> call id, because this one
     *     surely had no effect
     */
    public static Receipt error(String mediaType, byte[] bytes, boolean retryableAsNewCall) {
        return new Receipt(Outcome.Kind.ERROR, retryableAsNewCall, mediaType, bytes.clone());
    }

    /**
     * An error of a code and a message, as JSON {@code {"code":…,"message":…}}.
     *
     * @param code what the caller branches on
     * @param message for people and models; never a secret
     */
    public static Receipt errorJson(String code, String message, boolean retryableAsNewCall) {
        String json = "{\"code\":\"" + quoted(code) + "\",\"message\":\"" + quoted(message) + "\"}";
        return new Receipt(Outcome.Kind.ERROR, retryableAsNewCall, JSON, json.getBytes(StandardCharsets.UTF_8));
    }

    /** The error of an attempt that was claimed, but whose tool surely never started. */
    public static Receipt notStarted() {
        return errorJson(
                "NOT_STARTED",
                "Too little time was left after the call was claimed; the tool was not started and nothing happened. Issue the"
                        + " call again under a new call id.",
                true);
    }

    private static String quoted(String text) {
        return new String(JsonStringEncoder.getInstance().quoteAsString(text));
    }

    /** Success or error. */
    public Outcome.Kind kind() {
        return kind;
    }

    /** Whether the caller may issue the call again under a new call id. */
    public boolean retryableAsNewCall() {
        return retryableAsNewCall;
    }

    /** The media type of the bytes. */
    public String mediaType() {
        return mediaType;
    }

    /** A copy of the bytes. */
    public byte[] bytes() {
        return bytes.clone();
    }

    /** How many bytes. */
    public int size() {
        return bytes.length;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Receipt that
                && kind == that.kind
                && retryableAsNewCall == that.retryableAsNewCall
                && mediaType.equals(that.mediaType)
                && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return Objects.hash(kind, retryableAsNewCall, mediaType, Arrays.hashCode(bytes));
    }

    /** Names kind, media type and size only: a payload may be secret. */
    @Override
    public String toString() {
        return "Receipt[" + kind + ", " + mediaType + ", " + bytes.length + " bytes]";
    }
}
