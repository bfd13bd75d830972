package dev.toolcheckpoint.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * Reads JSON text (<a href="https://www.rfc-editor.org/rfc/rfc8259">RFC 8259</a>, nothing beyond it) into a tree that holds exactly
 * what the text says. Stateless and independent of the host application's Jackson settings; every method may be called from any
 * thread.
 *
 * <ul>
 *   <li>Refused: an object key that occurs twice, anything after the document, comments, NaN, single quotes, trailing commas,
 *       bytes that are not well-formed UTF-8, other encodings, and a byte order mark (RFC 8259 forbids to send one; two texts that
 *       differ by it should not silently be the same).
 *   <li>Numbers are exact: a fraction or an exponent makes a {@code BigDecimal} with the scale that was written, anything else the
 *       smallest of int, long and {@code BigInteger}. The range is the one {@link CanonicalJson} can write; the text of a number
 *       has at most 1 100 digits, zeros included.
 *   <li>An escaped surrogate without its partner is kept, as {@link CanonicalJson} can write it.
 *   <li>Limits are enforced while reading. The canonical form of an accepted text can be longer than the text ({@code 1e20} has 21
 *       digits), so writing it may still exceed {@link JsonLimits#maxBytes()}.
 * </ul>
 */
public final class StrictJson {

    /** More than {@link CanonicalNumber#MAX_DIGITS}, so that what is written can be read: "0." and an exponent take room too. */
    static final int MAX_NUMBER_TEXT = 1_100;

    private static final char BYTE_ORDER_MARK = '\uFEFF';

    /**
     * Every constraint is set, so that no process-wide default applies. Names aren't kept between documents: a shared table of
     * what callers sent would grow, and can be attacked with colliding names.
     */
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(JsonLimits.MAX_DEPTH + 1)
                    .maxDocumentLength(JsonLimits.MAX_BYTES)
                    .maxTokenCount(Long.MAX_VALUE)
                    .maxNumberLength(MAX_NUMBER_TEXT)
                    .maxStringLength(JsonLimits.MAX_BYTES)
                    .maxNameLength(JsonLimits.MAX_BYTES)
                    .build())
            .build();

    private StrictJson() {}

    /**
     * Reads a document from UTF-8 bytes.
     *
     * @param utf8 the whole document; read, not kept
     * @param limits checked while reading
     * @return the tree
     * @throws JsonException if the bytes are not such a document or exceed a limit
     */
    public static JsonNode parse(byte[] utf8, JsonLimits limits) {
        if (utf8.length > limits.maxBytes()) {
            throw limits.tooLarge();
        }
        ByteBuffer bytes = ByteBuffer.wrap(utf8);
        try {
            // Jackson's own UTF-8 reader lets overlong forms and encoded surrogates pass; the JDK's decoder does not.
            CharBuffer text = StandardCharsets.UTF_8.newDecoder().decode(bytes);
            return read(text.array(), text.length(), limits);
        } catch (CharacterCodingException e) {
            throw new JsonException(
                    JsonException.Reason.NOT_JSON, "the bytes are not UTF-8, at byte offset " + bytes.position());
        }
    }

    /**
     * Reads a document from text.
     *
     * @param text the whole document; a surrogate without its partner is refused unless it is escaped
     * @param limits checked while reading; {@link JsonLimits#maxBytes()} counts the text's UTF-8 bytes
     * @return the tree
     * @throws JsonException if the text is not such a document or exceeds a limit
     */
    public static JsonNode parse(String text, JsonLimits limits) {
        // A character takes at least one byte, so a text that is far too long is refused without being scanned.
        if (text.length() > limits.maxBytes() || utf8Length(text) > limits.maxBytes()) {
            throw limits.tooLarge();
        }
        return read(text.toCharArray(), text.length(), limits);
    }

    private static long utf8Length(String text) {
        long bytes = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < 0x80) {
                bytes++;
            } else if (c < 0x800) {
                bytes += 2;
            } else if (!Character.isSurrogate(c)) {
                bytes += 3;
            } else if (Character.isSurrogatePair(c, i + 1 < text.length() ? text.charAt(i + 1) : 0)) {
                bytes += 4;
                i++;
            } else {
                throw new JsonException(
                        JsonException.Reason.NOT_JSON, "a surrogate without its partner, at character offset " + i);
            }
        }
        return bytes;
    }

    /** Reads a document from characters, which it may change. */
    private static JsonNode read(char[] text, int length, JsonLimits limits) {
        if (length > 0 && text[0] == BYTE_ORDER_MARK) {
            throw new JsonException(JsonException.Reason.NOT_JSON, "the document starts with a byte order mark");
        }
        try (JsonParser parser = FACTORY.createParser(text, 0, SurrogateEscapes.unescapeLone(text, length))) {
            return new TreeReader(parser, limits).document();
        } catch (IOException e) {
            // Nothing is read from outside, and what Jackson finds wrong is a JsonException by now.
            throw new UncheckedIOException(e);
        }
    }
}
