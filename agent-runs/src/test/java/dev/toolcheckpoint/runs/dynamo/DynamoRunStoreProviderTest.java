package dev.toolcheckpoint.runs.dynamo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.toolcheckpoint.dynamo.crypto.PayloadCipher;
import dev.toolcheckpoint.protocol.ConfigurationException;
import dev.toolcheckpoint.runs.store.RunStores;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a store's name and options must be; nothing is asked over the wire. */
class DynamoRunStoreProviderTest {

    @Test
    void open_withoutAKey_saysThatItMustBeSaid() {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> RunStores.open("dynamo:calls", Map.of()))
                .withMessageContaining("kms must be a KMS key (id, ARN or alias)");
    }

    @ParameterizedTest
    @CsvSource({
        "dynamo:,       kms,      none,     the table is missing",
        "dynamo:calls,  colour,   red,      'kms, endpoint, bucket, tableId and attentionIndex, not [colour]'",
        "dynamo:calls,  endpoint, nowhere,  'endpoint is a URL such as http://127.0.0.1:4566, found \"nowhere\"'",
    })
    void open_wrong_saysWhatWasExpected(String store, String option, String value, String message) {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> RunStores.open(store, Map.of(option, value)))
                .withMessageContaining(message);
    }

    @Test
    void builder_saysWhatIsWrong() {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> DynamoRunStore.builder("runs").build())
                .withMessageContaining("PayloadCipher.none()");
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> DynamoRunStore.builder("runs")
                        .cipher(PayloadCipher.none())
                        .inlineLimit(511)
                        .build())
                .withMessageContaining("inlineLimit must be 512 to 250000, found 511");
    }

    @Test
    void attributes_ofTwoCellsAreNeverOne() {
        for (String cell : new String[] {
            "state",
            "stateVersion",
            "stateFence",
            "pk",
            "schema",
            "writeId",
            "",
            "~",
            "a b",
            "A",
            "\ud800",
            "x".repeat(65)
        }) {
            assertThat(Attributes.cell(Attributes.version(cell))).as(cell).contains(cell);
            assertThat(Attributes.body(cell)).isNotIn("pk", "sk", "schema", "writeId", "stateVersion", "stateFence");
        }
        assertThat(Attributes.cell("state")).isEmpty();
        assertThat(Attributes.cell("pkVersion")).isEmpty();
    }
}
