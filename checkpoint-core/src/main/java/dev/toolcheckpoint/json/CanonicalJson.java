package dev.toolcheckpoint.json;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Objects;

/**
 * Writes a JSON tree in its one canonical byte form. Stateless, so every method may be called from any thread; the tree must not
 * change meanwhile.
 *
 * <p>The form is that of <a href="https://www.rfc-editor.org/rfc/rfc8785">RFC 8785</a>: UTF-8 without white space, object keys
 * sorted by UTF-16 code units, no Unicode normalisation, numbers as ECMAScript writes them. Additions to it:
 *
 * <ul>
 *   <li>A number is its decimal value, whatever node type carries it: {@code 1}, {@code 1.0} and {@code 1e0} are {@code 1}, and
 *       {@code -0} is {@code 0}.
 *   <li>A number with more precision than a double has is not rounded. It keeps its exact digits in the same layout, so two
 *       different numbers never have the same form; RFC 8785 would round them. For a number that equals the shortest decimal of
 *       its nearest double the result is what RFC 8785 prescribes.
 *   <li>A {@code double} means the shortest decimal that reads back as the same double, a {@code float} the shortest that reads
 *       back as the same float: {@code 0.1f} is {@code 0.1}, as it would be in JSON text, not {@code 0.10000000149011612}.
 *   <li>A surrogate without its partner is written as a lower-case {@code \}{@code udxxx} escape, since UTF-8 has no bytes for it.
 * </ul>
 *
 * <p>A number has at most 1 000 digits (zeros at the end of a decimal included), is at most the largest double in magnitude, and
 * is 0 or at least 1e-9999 in magnitude; anything else is refused as {@link JsonException.Reason#NUMBER_OUT_OF_RANGE}. A number is
 * never expanded to its plain notation, so a huge exponent costs nothing. Binary and POJO nodes, missing nodes, NaN and infinities
 * are refused as {@link JsonException.Reason#NOT_JSON}.
 */
public final class CanonicalJson {

    private CanonicalJson() {}

    /**
     * The canonical form as bytes. Memory beyond the tree stays within a small multiple of {@link JsonLimits#maxBytes()}.
     *
     * @param tree the value to write
     * @param limits checked while writing
     * @return UTF-8 bytes, at most {@link JsonLimits#maxBytes()} of them
     * @throws JsonException if the tree is not JSON or exceeds a limit
     */
    public static byte[] encode(JsonNode tree, JsonLimits limits) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        feed(tree, limits, bytes::write);
        return bytes.toByteArray();
    }

    /**
     * The canonical form as text: {@link #encode} decoded.
     *
     * @param tree the value to write
     * @param limits checked while writing; {@link JsonLimits#maxBytes()} counts UTF-8 bytes here too
     * @return the text
     * @throws JsonException if the tree is not JSON or exceeds a limit
     */
    public static String encodeToString(JsonNode tree, JsonLimits limits) {
        return new String(encode(tree, limits), StandardCharsets.UTF_8);
    }

    /**
     * Feeds the canonical form to a digest, a few kilobytes at a time, without ever holding all of it.
     *
     * @param digest updated with the bytes; after an exception it has seen part of them and must be reset
     * @param tree the value to write
     * @param limits checked while writing
     * @throws JsonException if the tree is not JSON or exceeds a limit
     */
    public static void update(MessageDigest digest, JsonNode tree, JsonLimits limits) {
        Objects.requireNonNull(digest, "digest");
        feed(tree, limits, digest::update);
    }

    static void feed(JsonNode tree, JsonLimits limits, CanonicalOutput.Drain drain) {
        Objects.requireNonNull(tree, "tree");
        Objects.requireNonNull(limits, "limits");
        CanonicalOutput output = new CanonicalOutput(limits, drain);
        new CanonicalEncoder(limits, output).value(tree, 0);
        output.flush();
    }
}
