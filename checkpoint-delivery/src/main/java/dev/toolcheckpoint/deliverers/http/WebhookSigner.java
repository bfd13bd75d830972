package dev.toolcheckpoint.deliverers.http;

import dev.toolcheckpoint.protocol.ProtocolException;
import java.nio.charset.StandardCharsets;
import java.security.InvalidKeyException;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Signs messages as <a href="https://www.standardwebhooks.com">Standard Webhooks</a> does: {@code v1,} and the base64 of
 * HMAC-SHA-256 over {@code id.timestamp.body}. Immutable and thread-safe; its text holds no secret.
 */
public final class WebhookSigner {

    private static final String ALGORITHM = "HmacSHA256";
    private static final String PREFIX = "whsec_";
    private static final int SHORTEST = 24;
    private static final int LONGEST = 64;

    private final List<SecretKeySpec> keys;

    private WebhookSigner(List<SecretKeySpec> keys) {
        this.keys = List.copyOf(keys);
    }

    /** A signer of one secret: {@code whsec_} and the base64 of 24 to 64 random bytes. */
    public static WebhookSigner of(String secret) {
        return new WebhookSigner(List.of(key(secret)));
    }

    /** The same signer with a further secret: while secrets are exchanged each signs, and either is accepted. */
    public WebhookSigner and(String secret) {
        List<SecretKeySpec> more = new ArrayList<>(keys);
        more.add(key(secret));
        return new WebhookSigner(more);
    }

    /** The value of {@code webhook-signature}: one signature a secret, separated by spaces. */
    String sign(String id, Instant timestamp, byte[] body) {
        byte[] head = (id + "." + timestamp.getEpochSecond() + ".").getBytes(StandardCharsets.UTF_8);
        return keys.stream().map(key -> "v1," + signature(key, head, body)).collect(Collectors.joining(" "));
    }

    private static String signature(SecretKeySpec key, byte[] head, byte[] body) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            mac.update(head);
            return Base64.getEncoder().encodeToString(mac.doFinal(body));
        } catch (NoSuchAlgorithmException | InvalidKeyException impossible) {
            // Every Java platform has this algorithm (java.security.Provider), and it takes keys of any length.
            throw new IllegalStateException(impossible);
        }
    }

    private static SecretKeySpec key(String secret) {
        byte[] bytes = {};
        try {
            bytes = secret.startsWith(PREFIX) ? Base64.getDecoder().decode(secret.substring(PREFIX.length())) : bytes;
        } catch (IllegalArgumentException notBase64) {
            // Told below, without the secret.
        }
        if (bytes.length < SHORTEST || bytes.length > LONGEST) {
            throw ProtocolException.invalidArgument(
                    "A webhook secret is \"" + PREFIX + "\" and the base64 of " + SHORTEST
                            + " to " + LONGEST + " bytes, found something else of " + secret.length()
                            + " characters. Make one from random bytes.");
        }
        return new SecretKeySpec(bytes, ALGORITHM);
    }

    @Override
    public String toString() {
        return "WebhookSigner[" + keys.size() + " secrets]";
    }
}
