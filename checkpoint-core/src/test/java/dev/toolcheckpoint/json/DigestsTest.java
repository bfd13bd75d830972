package dev.toolcheckpoint.json;

import static dev.toolcheckpoint.json.JsonFixtures.NODES;
import static dev.toolcheckpoint.json.JsonFixtures.parse;
import static dev.toolcheckpoint.json.JsonFixtures.refused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class DigestsTest {

    private static final byte[] KEY = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

    @Test
    void sha256_ofText_isTheDigestOfItsCanonicalForm() throws NoSuchAlgorithmException {
        byte[] expected = MessageDigest.getInstance("SHA-256")
                .digest("{\"a\":1,\"b\":\"\u20ac\"}".getBytes(StandardCharsets.UTF_8));
        JsonNode tree = parse("{ \"b\" : \"\\u20ac\", \"a\" : 1.0 }");
        assertThat(Digests.canonicalHash(tree, JsonLimits.DEFAULT))
                .isEqualTo(HexFormat.of().formatHex(expected));
        assertThat(Digests.fingerprint(tree, JsonLimits.DEFAULT))
                .isEqualTo("sha256:" + HexFormat.of().formatHex(expected));
    }

    /** From {@code printf '{"amount":1}' | openssl dgst -sha256 -hmac 0123456789abcdef}. */
    @Test
    void keyedFingerprint_ofInput_isItsHmac() {
        assertThat(Digests.keyedFingerprint(KEY, parse("{\"amount\":1.0}"), JsonLimits.DEFAULT))
                .isEqualTo("hmac-sha256:ad8c72e9c202725fe4b14b6a9273bf309ef9a9b6e69ad3d52cd68fa08e8c99a4");
    }

    @Test
    void keyedFingerprint_ofAnotherKey_differs() {
        JsonNode tree = parse("{\"amount\":1}");
        byte[] other = KEY.clone();
        other[15]++;
        assertThat(Digests.keyedFingerprint(other, tree, JsonLimits.DEFAULT))
                .startsWith("hmac-sha256:")
                .isNotEqualTo(Digests.keyedFingerprint(KEY, tree, JsonLimits.DEFAULT));
    }

    @Test
    void keyedFingerprint_shortKey_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Digests.keyedFingerprint(new byte[15], NODES.nullNode(), JsonLimits.DEFAULT))
                .withMessage("key must have at least 16 bytes, had 15");
    }

    @Test
    void digests_beyondTheLimits_areRefused() {
        JsonNode tree = parse("[1,2]");
        JsonLimits limits = new JsonLimits(4, 1, 3);
        refused(JsonException.Reason.TOO_LARGE, () -> Digests.canonicalHash(tree, limits));
        refused(JsonException.Reason.TOO_LARGE, () -> Digests.fingerprint(tree, limits));
        refused(JsonException.Reason.TOO_LARGE, () -> Digests.keyedFingerprint(KEY, tree, limits));
    }

    @Test
    void id_boundaryMovedBetweenItsParts_differs() {
        assertThat(Digests.id("tenant", "one:two")).isNotEqualTo(Digests.id("tenant:one", "two"));
        assertThat(Digests.id("a\",\"b", "c")).isNotEqualTo(Digests.id("a", "b\",\"c"));
    }

    @Test
    @SuppressWarnings("NullAway") // what a caller without null checks does
    void id_null_isNamed() {
        assertThatNullPointerException().isThrownBy(() -> Digests.id(null, "c")).withMessage("namespace");
        assertThatNullPointerException().isThrownBy(() -> Digests.id("n", null)).withMessage("callId");
    }
}
