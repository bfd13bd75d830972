package dev.toolcheckpoint.store;

import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.ProtocolException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The JSON document of a checkpoint, schema version {@value Checkpoint#SCHEMA_VERSION}. Stateless; every method may be called
 * from any thread.
 *
 * <p>The document holds everything but the bytes of an inline payload: of those it only says that they are kept beside it. It
 * has one fixed shape: every field is always there, {@code null} where a record has none, times are epoch milliseconds, and
 * all text is ASCII (other characters, lone surrogates too, are {@code \\u} escapes), so that no store's text encoding can
 * change a record.
 *
 * <p>Decoding is strict, because a record that was read wrongly could run a tool twice: an unknown, missing or repeated field,
 * a wrong type or name, a fraction, a number out of range, text after the document and a broken invariant are all refused.
 */
public final class CheckpointCodec {

    /** The last time a document can hold: the end of the year 9999, in epoch milliseconds. */
    public static final long MAX_TIME = 253_402_300_799_999L;

    private CheckpointCodec() {}

    /**
     * The document of a record.
     *
     * @return ASCII text without line breaks, about 1 KB
     * @throws ProtocolException {@code INVALID_CHECKPOINT} or {@code UNSUPPORTED_SCHEMA} when the record breaks an invariant: it
     *     could never be read again
     */
    public static String encode(Checkpoint record) {
        return CheckpointWriter.write(record);
    }

    /**
     * The record of a document.
     *
     * @param document what {@link #encode} made, as UTF-8
     * @param inline the bytes that were kept beside the document; {@code null} when there are none
     * @throws ProtocolException {@code UNSUPPORTED_SCHEMA} when the document has another schema version, whatever else it holds;
     *     {@code INVALID_CHECKPOINT} when it breaks a rule. The message names field and rule, never what the record holds
     */
    public static Checkpoint decode(byte[] document, byte @Nullable [] inline) {
        return CheckpointReader.read(document, inline);
    }

    /**
     * As {@link #decode(byte[], byte[])}, of a text.
     *
     * @throws ProtocolException as there
     */
    public static Checkpoint decode(String document, byte @Nullable [] inline) {
        return CheckpointReader.read(document.getBytes(StandardCharsets.UTF_8), inline);
    }
}
