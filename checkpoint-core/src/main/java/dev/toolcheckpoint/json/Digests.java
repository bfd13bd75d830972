package dev.toolcheckpoint.json;

import com.fasterxml.jackson.databind.JsonNode;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Objects;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Digests of canonical JSON, in lower-case hexadecimal. Stateless; every method may be called from any thread. The canonical form
 * is hashed as it is produced and never held as a whole.
 */
public final class Digests {

    /** What {@link #fingerprint} starts with. */
    public static final String SHA256_PREFIX = "sha256:";

    /** What {@link #keyedFingerprint} starts with. */
    public static final String HMAC_SHA256_PREFIX = "hmac-sha256:";

    /** The shortest key {@link #keyedFingerprint} takes, in bytes. A key that can be guessed protects nothing. */
    public static final int MIN_KEY_BYTES = 16;

    /** Brackets, comma and quotes of a pair of texts. */
    private static final int PAIR_CHARACTERS = 7;

    private Digests() {}

    /**
     * SHA-256 of the canonical form.
     *
     * @param tree the value to hash
     * @param limits checked while encoding
     * @return 64 hexadecimal digits
     * @throws JsonException if the tree is not JSON or exceeds a limit
     */
    public static String canonicalHash(JsonNode tree, JsonLimits limits) {
        MessageDigest digest = newSha256();
        CanonicalJson.update(digest, tree, limits);
        return hex(digest.digest());
    }

    /**
     * The fingerprint of a value: {@value #SHA256_PREFIX} and its {@link #canonicalHash}.
     *
     * @param tree the value to hash
     * @param limits checked while encoding
     * @return the prefix and 64 hexadecimal digits
     * @throws JsonException if the tree is not JSON or exceeds a limit
     */
    public static String fingerprint(JsonNode tree, JsonLimits limits) {
        return SHA256_PREFIX + canonicalHash(tree, limits);
    }

    /**
     * A fingerprint for values that could be guessed: HMAC-SHA-256 (RFC 2104) of the canonical form under a secret key. Without the
     * key a guess cannot be checked against it.
     *
     * @param key at least {@value #MIN_KEY_BYTES} bytes, 32 random ones are best; copied, not kept
     * @param tree the value to hash
     * @param limits checked while encoding
     * @return {@value #HMAC_SHA256_PREFIX} and 64 hexadecimal digits
     * @throws JsonException if the tree is not JSON or exceeds a limit
     * @throws IllegalArgumentException if the key is too short
     */
    public static String keyedFingerprint(byte[] key, JsonNode tree, JsonLimits limits) {
        if (key.length < MIN_KEY_BYTES) {
            throw new IllegalArgumentException("key must have at least " + MIN_KEY_BYTES + " bytes, had " + key.length);
        }
        Mac mac = newHmacSha256(key);
        CanonicalJson.feed(tree, limits, mac::update);
        return HMAC_SHA256_PREFIX + hex(mac.doFinal());
    }

    /**
     * The id of a call: SHA-256 of the canonical form of {@code [namespace, callId]}.
     *
     * @param namespace who owns the call id
     * @param callId the caller's key
     * @return 64 hexadecimal digits
     * @throws JsonException if the two together exceed {@link JsonLimits#DEFAULT}
     */
    public static String id(String namespace, String callId) {
        Objects.requireNonNull(namespace, "namespace");
        Objects.requireNonNull(callId, "callId");
        MessageDigest digest = newSha256();
        CanonicalOutput output = CanonicalOutput.ofShort(
                JsonLimits.DEFAULT, digest::update, PAIR_CHARACTERS + (long) namespace.length() + callId.length());
        output.ascii('[');
        output.string(namespace);
        output.ascii(',');
        output.string(callId);
        output.ascii(']');
        output.flush();
        return hex(digest.digest());
    }

    /**
     * The digest of bytes as they are: {@value #SHA256_PREFIX} and 64 hexadecimal digits.
     *
     * @param bytes what to hash
     */
    public static String sha256(byte[] bytes) {
        return SHA256_PREFIX + hex(newSha256().digest(bytes));
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    private static MessageDigest newSha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    private static Mac newHmacSha256(byte[] key) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has HmacSHA256", e);
        }
    }
}
