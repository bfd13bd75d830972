package dev.toolcheckpoint.dynamo.crypto;

import java.security.GeneralSecurityException;
import java.util.Arrays;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * HKDF with SHA-256 (RFC 5869), for outputs of at most one block, and the HMAC-SHA-256 under it (RFC 2104). Looking an algorithm up
 * takes longer than a short HMAC, so one object serves all derivations of a message. Keeps the key that was used last; not thread-safe.
 */
final class Hkdf {

    private static final String ALGORITHM = "HmacSHA256";
    private static final int BLOCK = 32;

    private final Mac mac;

    Hkdf() {
        try {
            mac = Mac.getInstance(ALGORITHM);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
        }
    }

    /** Step one: a pseudorandom key from a salt and keying material. */
    byte[] extract(byte[] salt, byte[] material) {
        return hmac(salt, material);
    }

    /**
     * Step two: output of a purpose.
     *
     * @param info what tells this output from others of the same key
     * @param length 1 to 32 bytes
     */
    byte[] expand(byte[] pseudorandomKey, byte[] info, int length) {
        if (length < 1 || length > BLOCK) {
            throw new IllegalArgumentException("length must be 1 to " + BLOCK + ", found " + length);
        }
        init(pseudorandomKey);
        mac.update(info);
        mac.update((byte) 1);
        byte[] block = mac.doFinal();
        return length == BLOCK ? block : Arrays.copyOf(block, length);
    }

    /** HMAC-SHA-256 of a message. */
    byte[] hmac(byte[] key, byte[] message) {
        init(key);
        return mac.doFinal(message);
    }

    private void init(byte[] key) {
        try {
            mac.init(new SecretKeySpec(key, ALGORITHM));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(ALGORITHM + " takes every key", e);
        }
    }
}
