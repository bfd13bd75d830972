package dev.toolcheckpoint.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonLimitsTest {

    @Test
    void default_always_isOneMebibyte() {
        assertThat(JsonLimits.DEFAULT).isEqualTo(new JsonLimits(1_048_576, 64, 100_000));
    }

    @Test
    void compact_always_fitsOneRecord() {
        assertThat(JsonLimits.COMPACT).isEqualTo(new JsonLimits(65_536, 32, 10_000));
    }

    @ParameterizedTest
    @CsvSource({"1, 1, 1", "10000000, 500, 10000000"})
    void constructor_atTheEdges_accepts(int maxBytes, int maxDepth, int maxValues) {
        assertThatCode(() -> new JsonLimits(maxBytes, maxDepth, maxValues)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource({
        "0, 1, 1, 'maxBytes must be between 1 and 10000000, was 0'",
        "10000001, 1, 1, 'maxBytes must be between 1 and 10000000, was 10000001'",
        "1, 0, 1, 'maxDepth must be between 1 and 500, was 0'",
        "1, 501, 1, 'maxDepth must be between 1 and 500, was 501'",
        "1, 1, -1, 'maxValues must be between 1 and 10000000, was -1'",
        "1, 1, 10000001, 'maxValues must be between 1 and 10000000, was 10000001'",
    })
    void constructor_beyondTheEdges_namesValueAndRule(int maxBytes, int maxDepth, int maxValues, String message) {
        assertThatThrownBy(() -> new JsonLimits(maxBytes, maxDepth, maxValues))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }
}
