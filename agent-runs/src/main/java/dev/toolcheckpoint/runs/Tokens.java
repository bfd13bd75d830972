package dev.toolcheckpoint.runs;

import dev.toolcheckpoint.json.Digests;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Base64;

/** Approval tokens: 256 random bits for whoever decides, kept as their digest only. */
final class Tokens {

    private static final int BYTES = 32;
    private static final int ID_LENGTH = 12;

    private Tokens() {}

    /** The generator is made per token, so that a snapshot of the process that is restored twice makes no token twice. */
    static String make() {
        byte[] bits = new byte[BYTES];
        new SecureRandom().nextBytes(bits);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bits);
    }

    /** 64 hexadecimal digits. */
    static String digest(String token) {
        return Digests.sha256(token.getBytes(StandardCharsets.UTF_8)).substring(Digests.SHA256_PREFIX.length());
    }

    /** What may be shown of a token. */
    static String id(String token) {
        return digest(token).substring(0, ID_LENGTH);
    }
}
