package dev.toolcheckpoint.dynamo.crypto;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.HexFormat;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * What one message is encrypted with, derived from a data key and the message's salt. Key and nonce are used once, so the
 * limits of AES-GCM under one key (NIST SP 800-38D, section 8) are out of reach.
 */
final class MessageKeys implements AutoCloseable {

    static final int TAG_BYTES = 16;

    private static final int NONCE_BYTES = 12;
    private static final byte[] KEY_INFO = info("key");
    private static final byte[] NONCE_INFO = info("nonce");
    private static final byte[] COMMITMENT_INFO = info("commitment");
    private static final byte[] DIGEST_INFO = info("digest");
    private static final byte[] NO_SALT = new byte[32];

    private final byte[] key;
    private final byte[] nonce;
    private final byte[] commitment;

    private MessageKeys(byte[] key, byte[] nonce, byte[] commitment) {
        this.key = key;
        this.nonce = nonce;
        this.commitment = commitment;
    }

    static MessageKeys derive(Hkdf hkdf, byte[] dataKey, byte[] salt) {
        byte[] pseudorandom = hkdf.extract(salt, dataKey);
        try {
            return new MessageKeys(
                    hkdf.expand(pseudorandom, KEY_INFO, 32),
                    hkdf.expand(pseudorandom, NONCE_INFO, NONCE_BYTES),
                    hkdf.expand(pseudorandom, COMMITMENT_INFO, EnvelopeHeader.COMMITMENT_BYTES));
        } finally {
            Arrays.fill(pseudorandom, (byte) 0);
        }
    }

    /** What binds the header to the data key: another key that fits the same tag does not fit this. */
    byte[] commitment() {
        return commitment;
    }

    byte[] encrypt(byte[] associated, byte[] plaintext) {
        try {
            return cipher(Cipher.ENCRYPT_MODE, associated).doFinal(plaintext);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("AES-GCM refused to encrypt", e);
        }
    }

    byte[] decrypt(byte[] associated, byte[] ciphertext) throws AEADBadTagException {
        try {
            return cipher(Cipher.DECRYPT_MODE, associated).doFinal(ciphertext);
        } catch (AEADBadTagException e) {
            throw e;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("AES-GCM refused to decrypt", e);
        }
    }

    private Cipher cipher(int mode, byte[] associated) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, new SecretKeySpec(key, "AES"), new GCMParameterSpec(TAG_BYTES * Byte.SIZE, nonce));
        cipher.updateAAD(associated);
        return cipher;
    }

    /** What is authenticated beside the payload: each part behind its length in four bytes, so that none runs into the next. */
    static byte[] associatedData(byte[] header, PayloadContext context, String digest) {
        byte[][] parts = {
            header,
            utf8(context.partitionKey()),
            utf8(context.sortKey()),
            utf8(context.attribute()),
            {EnvelopeHeader.VERSION},
            utf8(digest)
        };
        int size = 0;
        for (byte[] part : parts) {
            size += Integer.BYTES + part.length;
        }
        ByteBuffer out = ByteBuffer.allocate(size);
        for (byte[] part : parts) {
            out.putInt(part.length).put(part);
        }
        return out.array();
    }

    /**
     * The keyed digest of a payload. Its key differs by record, so that equal payloads of two records do not show; it does not
     * depend on the salt, so that it can be made again.
     */
    static String digest(Hkdf hkdf, byte[] dataKey, String partitionKey, byte[] payload) {
        byte[] name = utf8(partitionKey);
        byte[] info = ByteBuffer.allocate(DIGEST_INFO.length + 1 + name.length)
                .put(DIGEST_INFO)
                .put((byte) 0)
                .put(name)
                .array();
        byte[] pseudorandom = hkdf.extract(NO_SALT, dataKey);
        byte[] digestKey = hkdf.expand(pseudorandom, info, 32);
        try {
            return "hmac-sha256:" + HexFormat.of().formatHex(hkdf.hmac(digestKey, payload));
        } finally {
            Arrays.fill(pseudorandom, (byte) 0);
            Arrays.fill(digestKey, (byte) 0);
        }
    }

    /** Overwrites the key. The JDK's own copies within {@code SecretKeySpec} and {@code Cipher} are left to the collector. */
    @Override
    public void close() {
        Arrays.fill(key, (byte) 0);
    }

    private static byte[] info(String purpose) {
        return ("toolcheckpoint/envelope/1/" + purpose).getBytes(StandardCharsets.US_ASCII);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
