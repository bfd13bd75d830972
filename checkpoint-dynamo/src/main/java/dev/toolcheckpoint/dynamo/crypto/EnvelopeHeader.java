package dev.toolcheckpoint.dynamo.crypto;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** An envelope's header, in the layout of {@code docs/reference/envelope.md}. Immutable. */
final class EnvelopeHeader {

    /** The format's version, in the first byte. */
    static final byte VERSION = 1;
    /** The suite that encrypts nothing. */
    static final byte CLEAR = 0;
    /** AES-256-GCM under a key that HKDF-SHA-256 derives from a data key of AWS KMS and a salt; with key commitment. */
    static final byte KMS_AES_256_GCM = 1;

    static final int SALT_BYTES = 32;
    static final int COMMITMENT_BYTES = 32;
    /** The longest ciphertext AWS KMS takes (API reference of {@code Decrypt}). */
    static final int MAX_WRAPPED_BYTES = 6_144;

    private static final EnvelopeHeader CLEAR_HEADER =
            new EnvelopeHeader(CLEAR, KeyRef.NONE, new byte[0], new byte[0], new byte[0], new byte[] {VERSION, CLEAR});

    private final byte suite;
    private final KeyRef key;
    private final byte[] wrapped;
    private final byte[] salt;
    private final byte[] commitment;
    private final byte[] encoded;

    private EnvelopeHeader(byte suite, KeyRef key, byte[] wrapped, byte[] salt, byte[] commitment, byte[] encoded) {
        this.suite = suite;
        this.key = key;
        this.wrapped = wrapped;
        this.salt = salt;
        this.commitment = commitment;
        this.encoded = encoded;
    }

    static EnvelopeHeader clear() {
        return CLEAR_HEADER;
    }

    static EnvelopeHeader of(KeyRef key, byte[] wrapped, byte[] salt, byte[] commitment) {
        int size = 2 + key.encodedLength() + Short.BYTES + wrapped.length + SALT_BYTES + COMMITMENT_BYTES;
        ByteBuffer out = ByteBuffer.allocate(size).put(VERSION).put(KMS_AES_256_GCM);
        key.encode(out);
        out.putShort((short) wrapped.length).put(wrapped).put(salt).put(commitment);
        return new EnvelopeHeader(KMS_AES_256_GCM, key, wrapped, salt, commitment, out.array());
    }

    /** The header that these bytes are, with nothing after it. */
    static EnvelopeHeader parse(byte[] bytes) {
        EnvelopeHeader header = parsePrefix(bytes);
        if (header.length() != bytes.length) {
            throw Unreadable.malformed("bytes follow the header");
        }
        return header;
    }

    /** The header that these bytes begin with. */
    static EnvelopeHeader parsePrefix(byte[] bytes) {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        try {
            byte version = in.get();
            if (version != VERSION) {
                throw Unreadable.malformed("version " + Byte.toUnsignedInt(version) + ", expected " + VERSION);
            }
            byte suite = in.get();
            if (suite == CLEAR) {
                return CLEAR_HEADER;
            }
            if (suite != KMS_AES_256_GCM) {
                throw Unreadable.malformed("unknown suite " + Byte.toUnsignedInt(suite));
            }
            KeyRef key = KeyRef.decode(in);
            int wrappedLength = Short.toUnsignedInt(in.getShort());
            if (wrappedLength == 0 || wrappedLength > MAX_WRAPPED_BYTES) {
                throw Unreadable.malformed("a wrapped key of " + wrappedLength + " bytes");
            }
            byte[] wrapped = take(in, wrappedLength);
            byte[] salt = take(in, SALT_BYTES);
            byte[] commitment = take(in, COMMITMENT_BYTES);
            return new EnvelopeHeader(suite, key, wrapped, salt, commitment, Arrays.copyOf(bytes, in.position()));
        } catch (BufferUnderflowException tooShort) {
            throw Unreadable.malformed("it ends within the header");
        }
    }

    static byte[] take(ByteBuffer in, int length) {
        if (in.remaining() < length) {
            throw new BufferUnderflowException();
        }
        byte[] bytes = new byte[length];
        in.get(bytes);
        return bytes;
    }

    byte suite() {
        return suite;
    }

    KeyRef key() {
        return key;
    }

    byte[] wrapped() {
        return wrapped;
    }

    byte[] salt() {
        return salt;
    }

    byte[] commitment() {
        return commitment;
    }

    int length() {
        return encoded.length;
    }

    byte[] encoded() {
        return encoded;
    }
}
