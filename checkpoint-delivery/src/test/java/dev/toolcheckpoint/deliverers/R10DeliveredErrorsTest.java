package dev.toolcheckpoint.deliverers;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.toolcheckpoint.protocol.Receipt;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** R10: what is delivered keeps the error flag, and absent stays absent. */
class R10DeliveredErrorsTest {

    private static JsonNode data(Receipt receipt) throws IOException {
        byte[] document = OutcomeDocument.of(Requests.of(receipt)).orElseThrow();
        return new ObjectMapper().readTree(document).path("data");
    }

    private static List<String> payloadMembers(JsonNode data) {
        List<String> found = new ArrayList<>();
        data.fieldNames().forEachRemaining(found::add);
        found.retainAll(Set.of("json", "text", "base64"));
        return found;
    }

    @Test
    void r10c_aBusinessError_isDeliveredAsAnError() throws IOException {
        JsonNode data = data(Receipt.errorJson("CARD_EXPIRED", "The card has expired.", false));

        assertThat(data.path("kind").textValue()).isEqualTo("ERROR");
        assertThat(data.path("retryableAsNewCall").booleanValue()).isFalse();
        assertThat(data.path("json").path("code").textValue()).isEqualTo("CARD_EXPIRED");
        assertThat(data(Receipt.errorJson("BUSY", "Nothing happened.", true))
                        .path("retryableAsNewCall")
                        .booleanValue())
                .isTrue();
    }

    @Test
    void r10d_nothing_null_emptyText_emptyObjectAndError_areAllDifferent() throws IOException {
        JsonNode nothing = data(Receipt.successVoid());
        JsonNode aNull = data(Receipt.successJson("null"));
        JsonNode emptyText = data(Receipt.successJson("\"\""));
        JsonNode emptyObject = data(Receipt.successJson("{}"));
        JsonNode nullError = data(Receipt.error(Receipt.JSON, new byte[] {'n', 'u', 'l', 'l'}, false));

        assertThat(payloadMembers(nothing)).as("absent, not null").isEmpty();
        assertThat(nothing.path("kind").textValue()).isEqualTo("SUCCESS");
        assertThat(payloadMembers(aNull)).containsExactly("json");
        assertThat(aNull.path("json").isNull()).isTrue();
        assertThat(Set.of(nothing, aNull, emptyText, emptyObject, nullError)).hasSize(5);
        assertThat(nullError.path("kind").textValue()).isEqualTo("ERROR");
    }
}
