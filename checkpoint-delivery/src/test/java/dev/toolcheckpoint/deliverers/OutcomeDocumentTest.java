package dev.toolcheckpoint.deliverers;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.toolcheckpoint.protocol.Receipt;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OutcomeDocumentTest {

    private static String text(Receipt receipt) {
        return new String(OutcomeDocument.of(Requests.of(receipt)).orElseThrow(), StandardCharsets.UTF_8);
    }

    private static JsonNode data(Receipt receipt) throws IOException {
        return new ObjectMapper().readTree(text(receipt)).path("data");
    }

    @Test
    void success_isDocumentedWithItsJsonToTheLetter() {
        String payload = "{ \"amount\":10.00, \"account\":90071992547409931 }";

        assertThat(text(Receipt.successJson(payload)))
                .isEqualTo("{\"type\":\"toolcheckpoint.outcome.v1\",\"timestamp\":\"2026-01-01T00:00:00Z\",\"data\":{"
                        + "\"namespace\":\"shop\",\"id\":\"" + Requests.KEY.id() + "\",\"kind\":\"SUCCESS\","
                        + "\"retryableAsNewCall\":false,\"mediaType\":\"application/json\",\"size\":"
                        + payload.length() + ",\"digest\":\""
                        + Requests.of(Receipt.successJson(payload)).outcome().digest() + "\",\"json\":" + payload
                        + "}}");
    }

    @Test
    void everyAttempt_isTheSameBytes() {
        Receipt receipt = Receipt.successJson("{\"sent\":true}");

        assertThat(OutcomeDocument.of(Requests.of(receipt, 9)).orElseThrow())
                .isEqualTo(OutcomeDocument.of(Requests.of(receipt, 1)).orElseThrow());
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"a\":1,\"a\":2}", "{", "1 2", "\",\"kind\":\"ERROR\",\"x\":\"", ""})
    void whatOnlyClaimsToBeJson_isAText_andBreaksNothing(String payload) throws IOException {
        JsonNode data = data(Receipt.successJson(payload));

        assertThat(data.path("text").textValue()).isEqualTo(payload);
        assertThat(data.has("json")).isFalse();
        assertThat(data.path("kind").textValue()).isEqualTo("SUCCESS");
    }

    @Test
    void texts_areTexts_andBytesAreBase64() throws IOException {
        assertThat(data(Receipt.success("text/plain", "größe".getBytes(StandardCharsets.UTF_8)))
                        .path("text")
                        .textValue())
                .isEqualTo("größe");
        assertThat(data(Receipt.success("image/png", new byte[] {(byte) 0xff, 0}))
                        .path("base64")
                        .binaryValue())
                .containsExactly(0xff, 0);
        assertThat(data(Receipt.success("application/problem+json", "[1]".getBytes(StandardCharsets.UTF_8)))
                        .path("json")
                        .isArray())
                .isTrue();
    }

    @Test
    void forgottenPayload_hasNoDocument() {
        assertThat(OutcomeDocument.of(Requests.forgotten())).isEmpty();
    }
}
