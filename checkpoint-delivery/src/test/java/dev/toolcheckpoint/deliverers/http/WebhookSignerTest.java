package dev.toolcheckpoint.deliverers.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.toolcheckpoint.protocol.ProtocolException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WebhookSignerTest {

    /** Made up: base64 of 24 zero to 23 bytes. */
    static final String SECRET = secret(24);

    private static final Instant AT = Instant.ofEpochSecond(1_767_225_600, 999_999_999);
    private static final byte[] BODY = "{\"sent\":true}".getBytes(StandardCharsets.UTF_8);

    private static String secret(int bytes) {
        byte[] made = new byte[bytes];
        for (int i = 0; i < bytes; i++) {
            made[i] = (byte) i;
        }
        return "whsec_" + Base64.getEncoder().encodeToString(made);
    }

    /** Computed with another implementation: Python's hmac over b"msg_1.1767225600.{\"sent\":true}". */
    @Test
    void signature_isThatOfTheSpecification() {
        assertThat(WebhookSigner.of(SECRET).sign("msg_1", AT, BODY))
                .isEqualTo("v1,qYyhqvgNha/BYEpCLp9WRIzF0kghR0TnKUWhBfjDYz0=");
    }

    @Test
    void id_timestampAndBody_areAllSigned() {
        WebhookSigner signer = WebhookSigner.of(SECRET);
        String signature = signer.sign("msg_1", AT, BODY);

        assertThat(signer.sign("msg_2", AT, BODY)).isNotEqualTo(signature);
        assertThat(signer.sign("msg_1", AT.plusSeconds(1), BODY)).isNotEqualTo(signature);
        assertThat(signer.sign("msg_1", AT, new byte[0])).isNotEqualTo(signature);
        assertThat(WebhookSigner.of(secret(25)).sign("msg_1", AT, BODY)).isNotEqualTo(signature);
    }

    @Test
    void secretsThatAreExchanged_signBoth() {
        String old = WebhookSigner.of(SECRET).sign("msg_1", AT, BODY);
        String fresh = WebhookSigner.of(secret(64)).sign("msg_1", AT, BODY);

        assertThat(WebhookSigner.of(SECRET).and(secret(64)).sign("msg_1", AT, BODY))
                .isEqualTo(old + " " + fresh);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "s3cr3t", "whsec_", "whsec_!s3cr3t!", "whsec_AAECAwQFBgcICQ=="})
    void otherSecrets_areRefused_andNotNamed(String secret) {
        assertThatThrownBy(() -> WebhookSigner.of(secret))
                .isInstanceOf(ProtocolException.class)
                .hasMessageContaining("24 to 64 bytes")
                .hasMessageNotContaining("s3cr3t");
        assertThat(WebhookSigner.of(SECRET).toString()).isEqualTo("WebhookSigner[1 secrets]");
    }
}
