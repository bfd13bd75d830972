package dev.toolcheckpoint.json;

import static dev.toolcheckpoint.json.JsonFixtures.NODES;
import static dev.toolcheckpoint.json.JsonFixtures.parse;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.ShortNode;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** R03: the same number, written or built differently, has the same fingerprint; another number has another. */
class R03EqualNumbersTest {

    /** Mappers as host applications set them up. */
    private static final List<ObjectMapper> HOST_MAPPERS = List.of(
            new ObjectMapper(),
            JsonMapper.builder()
                    .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                    .build(),
            JsonMapper.builder()
                    .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                    .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
                    .build(),
            JsonMapper.builder()
                    .enable(DeserializationFeature.USE_BIG_INTEGER_FOR_INTS)
                    .build(),
            JsonMapper.builder()
                    .enable(DeserializationFeature.USE_LONG_FOR_INTS)
                    .build());

    private static final String ONE = fingerprint(parse("{\"amount\":1}"));

    @ParameterizedTest
    @ValueSource(strings = {"1", "1.0", "1.00", "1e0", "1E0", "1e+0", "1e-0", "10e-1", "0.1e1", "100E-2", "0.01E+2"})
    void fingerprint_oneInAnyNotation_isTheSame(String one) throws JsonProcessingException {
        String text = "{\"amount\":" + one + "}";
        assertThat(fingerprint(parse(text))).isEqualTo(ONE);
        for (ObjectMapper mapper : HOST_MAPPERS) {
            assertThat(fingerprint(mapper.readTree(text))).isEqualTo(ONE);
        }
    }

    static Stream<JsonNode> nodesOfOne() {
        return Stream.of(
                NODES.numberNode((byte) 1),
                ShortNode.valueOf((short) 1),
                NODES.numberNode(1),
                NODES.numberNode(1L),
                NODES.numberNode(BigInteger.ONE),
                NODES.numberNode(1f),
                NODES.numberNode(1d),
                DecimalNode.valueOf(BigDecimal.ONE),
                DecimalNode.valueOf(new BigDecimal("1.000")),
                DecimalNode.valueOf(new BigDecimal("10E-1")));
    }

    @ParameterizedTest
    @MethodSource("nodesOfOne")
    void fingerprint_oneOfAnyNodeType_isTheSame(JsonNode one) {
        assertThat(fingerprint(NODES.objectNode().set("amount", one))).isEqualTo(ONE);
    }

    @Test
    void fingerprint_treeFromJavaValues_equalsParsedText() {
        JsonNode built = new ObjectMapper()
                .valueToTree(
                        Map.of("l", 7L, "i", 7, "s", (short) 7, "d", 0.1, "f", 0.1f, "b", new BigDecimal("10.00")));
        assertThat(fingerprint(built))
                .isEqualTo(fingerprint(parse("{\"b\":10,\"d\":0.1,\"f\":0.1,\"i\":7,\"l\":7,\"s\":7}")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-0", "0.0", "-0.0", "0e0", "-0e-7", "0E+400", "0.000e-999999999"})
    void fingerprint_zeroInAnyNotation_isTheSame(String zero) {
        assertThat(fingerprint(parse(zero))).isEqualTo(fingerprint(NODES.numberNode(0)));
    }

    @Test
    void fingerprint_negativeZeroNodes_areZero() {
        assertThat(fingerprint(NODES.numberNode(-0.0))).isEqualTo(fingerprint(NODES.numberNode(0)));
        assertThat(fingerprint(NODES.numberNode(-0.0f))).isEqualTo(fingerprint(NODES.numberNode(0)));
        assertThat(fingerprint(NODES.numberNode(new BigDecimal("0E+5")))).isEqualTo(fingerprint(NODES.numberNode(0)));
    }

    @ParameterizedTest
    @CsvSource({
        "0.1",
        "1E23",
        "2E23",
        "0.30000000000000004",
        "5e-324",
        "1.7976931348623157e308",
        "4.35",
        "9007199254740991"
    })
    void fingerprint_ofDouble_equalsTheTextItWasReadFrom(String text) throws JsonProcessingException {
        String expected = fingerprint(parse(text));
        assertThat(fingerprint(NODES.numberNode(Double.parseDouble(text)))).isEqualTo(expected);
        assertThat(fingerprint(NODES.numberNode(new BigDecimal(text)))).isEqualTo(expected);
        for (ObjectMapper mapper : HOST_MAPPERS) {
            assertThat(fingerprint(mapper.readTree(text))).isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "9007199254740993, 9007199254740992",
        "0.1, 0.1000000000000000000001",
        "123456789012345678, 123456789012345679",
        "1e-400, 0",
        "1e-400, 1e-401",
        "5e-324, 4.9e-324",
        "1, -1",
        "1, 10",
        "0.1, 0.01",
    })
    void fingerprint_ofDifferentNumbers_differs(String one, String other) {
        assertThat(fingerprint(parse(one))).isNotEqualTo(fingerprint(parse(other)));
    }

    private static String fingerprint(JsonNode tree) {
        return Digests.fingerprint(tree, JsonLimits.DEFAULT);
    }
}
