package dev.toolcheckpoint.dynamo.crypto;

import java.security.SecureRandom;

/**
 * Makes a message's salt. Package-private on purpose: a salt that comes twice under one data key gives the same key and nonce
 * twice, so only the test vectors fix it.
 */
@FunctionalInterface
interface SaltSource {

    /** 32 bytes that were never returned before. */
    byte[] next();

    /**
     * Bytes from a generator that is made per salt: one kept in a field would be copied by a snapshot of the process, and both
     * copies would go on with the same bytes.
     */
    static SaltSource secureRandom() {
        return () -> {
            byte[] salt = new byte[EnvelopeHeader.SALT_BYTES];
            new SecureRandom().nextBytes(salt);
            return salt;
        };
    }
}
