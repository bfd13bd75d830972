package dev.toolcheckpoint.dynamo.crypto;

import dev.toolcheckpoint.protocol.StoreException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A sealed payload in two parts: the header, which is small and says how to open it, and the body. Kept together in one
 * attribute when they fit there; else the header stays in the control item and the body goes elsewhere. The header alone is
 * enough to compare outcomes, so it stays when a payload is forgotten. Immutable; holds no clear bytes unless it was made by
 * {@link PayloadCipher#none()}.
 */
public final class Envelope {

    private final byte[] header;
    private final byte[] body;

    private Envelope(byte[] header, byte[] body) {
        this.header = header;
        this.body = body;
    }

    /**
     * An envelope of two parts that were stored apart. Copies neither: do not change the arrays afterwards.
     *
     * @param header as {@link #header()} returned it
     * @param body as {@link #body()} returned it
     */
    public static Envelope of(byte[] header, byte[] body) {
        return new Envelope(header, body);
    }

    /**
     * Takes apart what {@link #toBytes()} put together.
     *
     * @throws StoreException {@code PAYLOAD_UNREADABLE} when the bytes do not begin with a header of a known version
     */
    public static Envelope parse(byte[] bytes) {
        int length = EnvelopeHeader.parsePrefix(bytes).length();
        return new Envelope(Arrays.copyOfRange(bytes, 0, length), Arrays.copyOfRange(bytes, length, bytes.length));
    }

    /** The header, not copied. 274 bytes with a data key that AWS KMS wrapped, 2 bytes in clear. */
    public byte[] header() {
        return header;
    }

    /** The body, not copied: 16 bytes longer than what was sealed, or as long as it in clear. */
    public byte[] body() {
        return body;
    }

    /** How many bytes both parts have. */
    public int size() {
        return header.length + body.length;
    }

    /** Header and body in one new array. */
    public byte[] toBytes() {
        byte[] bytes = Arrays.copyOf(header, size());
        System.arraycopy(body, 0, bytes, header.length, body.length);
        return bytes;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Envelope that && Arrays.equals(header, that.header) && Arrays.equals(body, that.body);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(header) + Arrays.hashCode(body);
    }

    /** Names sizes only: a body may be clear. */
    @Override
    public String toString() {
        return "Envelope[" + header.length + " + " + body.length + " bytes]";
    }
}
