package dev.toolcheckpoint.dynamo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.toolcheckpoint.protocol.ConfigurationException;
import dev.toolcheckpoint.store.CheckpointStores;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a store's name and options must be; nothing is asked over the wire. */
class DynamoStoreProviderTest {

    @Test
    void open_withoutAKey_saysThatItMustBeSaid() {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> CheckpointStores.open("dynamo:calls", Map.of()))
                .withMessageContaining("kms must be a KMS key (id, ARN or alias)")
                .withMessageContaining("`none`");
    }

    @ParameterizedTest
    @CsvSource({
        "dynamo:,       kms,      none,     the table is missing",
        "dynamo:calls,  colour,   red,      'kms, endpoint, bucket, tableId and attentionIndex, not [colour]'",
        "dynamo:calls,  attentionIndex, sparse, 'attentionIndex is full or lean'",
        "dynamo:calls,  endpoint, nowhere,  'endpoint is a URL such as http://127.0.0.1:4566, found \"nowhere\"'",
        "dynamo:calls,  endpoint, ftp://x,  'endpoint is a URL'",
        "dynamo:calls,  kms,      ' ',      'kms must be a KMS key'",
    })
    void open_wrong_saysWhatWasExpected(String store, String option, String value, String message) {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> CheckpointStores.open(store, Map.of(option, value)))
                .withMessageContaining(message);
    }

    @Test
    void builder_listsEveryProblem() {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> DynamoCheckpointStore.builder(" ")
                        .inlineLimit(1)
                        .attentionShards(257)
                        .build())
                .withMessageContaining("name of its table")
                .withMessageContaining("PayloadCipher.none()")
                .withMessageContaining("inlineLimit must be 512 to 350000, found 1")
                .withMessageContaining("attentionShards must be 1 to 256, found 257");
    }

    @Test
    void keys_haveRoomForEveryIdAndNoTwoOfThemAreOne() {
        assertThat(ItemKeys.chunk("0123456789abcdef0123456789abcdef", 3))
                .isEqualTo("P#0123456789abcdef0123456789abcdef#3");
        assertThat(ItemKeys.chunk("x".repeat(512), 0)).hasSize(2 + 65 + 2);
        assertThat(ItemKeys.shortened("a#1"))
                .isNotEqualTo(ItemKeys.shortened("a#2"))
                .doesNotContain("#");
        assertThat(ItemKeys.partitionPrefix("\ud800")).isNotEqualTo(ItemKeys.partitionPrefix("\ud801"));
    }
}
