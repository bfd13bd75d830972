package dev.toolcheckpoint.dynamo.crypto;

import java.security.GeneralSecurityException;
import java.util.Arrays;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** HKDF with SHA-256 (RFC 5869), for outputs of at most one block. Stateless. */
final class Hkdf {

    private static final String ALGORITHM = "HmacSHA256";
    private static final int BLOCK = 32;

    private Hkdf() {}

    /** Step one: a pseudorandom key from a salt and keying material. */
    static byte[] extract(byte[] salt, byte[] material) {
        return mac(salt).doFinal(material);
    }

    /**
     * Step two: output of a purpose.
     *
     * @param info what tells this output from others of the same key
     * @param length 1 to 32 bytes
     */
    static byte[] expand(byte[] pseudorandomKey, byte[] info, int length) {
        if (length < 1 || length > BLOCK) {
            throw new IllegalArgumentException("length must be 1 to " + BLOCK + ", found " + length);
        }
        Mac mac = mac(pseudorandomKey);
        mac.update(info);
        mac.update((byte) 1);
        byte[] block = mac.doFinal();
        return length == BLOCK ? block : Arrays.copyOf(block, length);
    }

    /** HMAC-SHA-256 (RFC 2104) under this key. */
    static Mac mac(byte[] key) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key, ALGORITHM));
            return mac;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
        }
    }
}
