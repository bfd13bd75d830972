package dev.toolcheckpoint.json;

import static dev.toolcheckpoint.json.JsonFixtures.WIDE;
import static dev.toolcheckpoint.json.JsonFixtures.parse;
import static dev.toolcheckpoint.json.JsonFixtures.refused;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BigIntegerNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class StrictJsonTest {

    static Stream<Arguments> scalars() {
        return Stream.of(
                Arguments.of("null", NullNode.getInstance()),
                Arguments.of("true", BooleanNode.TRUE),
                Arguments.of(" \t\r\nfalse\n", BooleanNode.FALSE),
                Arguments.of("\"a\\u0000\\ud83d\"", TextNode.valueOf("a\0\uD83D")),
                Arguments.of("2147483647", IntNode.valueOf(Integer.MAX_VALUE)),
                Arguments.of("-0", IntNode.valueOf(0)),
                Arguments.of("2147483648", LongNode.valueOf(2147483648L)),
                Arguments.of("-9223372036854775808", LongNode.valueOf(Long.MIN_VALUE)),
                Arguments.of("9223372036854775808", BigIntegerNode.valueOf(new BigInteger("9223372036854775808"))));
    }

    @ParameterizedTest
    @MethodSource("scalars")
    void parse_scalar_isTheExpectedNode(String text, JsonNode expected) {
        assertThat(parse(text)).isEqualTo(expected).hasSameClassAs(expected);
        assertThat(StrictJson.parse(utf8(text), JsonLimits.DEFAULT)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.0", "1.00", "10E2", "1e-7", "0.1000000000000000000001", "-0.0", "5e-324", "1e-400"})
    void parse_fraction_keepsEveryDigitAndTheScale(String text) {
        JsonNode node = parse(text);
        assertThat(node).isInstanceOf(DecimalNode.class);
        assertThat(node.decimalValue()).isEqualTo(new BigDecimal(text));
    }

    @Test
    void parse_structure_keepsOrderAndContent() {
        String text = "{\"b\":[1,[],{},null],\"a\":{\"\":\"\",\"k\":true}}";
        assertThat(parse(text).toString()).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[1] 2",
                "[1]]",
                "{} {}",
                "1 2",
                "null,",
                "[",
                "[1",
                "[1,",
                "[1,]",
                "[,1]",
                "[1 2]",
                "{",
                "{\"a\"",
                "{\"a\":",
                "{\"a\":1",
                "{\"a\":1,}",
                "{\"a\" 1}",
                "{a:1}",
                "{'a':1}",
                "['a']",
                "{1:2}",
                "{\"a\":1 \"b\":2}",
                "]",
                "}",
                "NaN",
                "[Infinity]",
                "-Infinity",
                "[+1]",
                "01",
                "-01",
                "[1.]",
                "[.5]",
                "1e",
                "1e+",
                "-",
                "- 1",
                "0x1F",
                "tru",
                "True",
                "nul",
                "undefined",
                "// c\n1",
                "/* c */ 1",
                "# c\n1",
                "1 // c",
                "\"",
                "\"a",
                "\"\n\"",
                "\"\t\"",
                "\"\\x\"",
                "\"\\u12\"",
                "\"\\u12G4\"",
                "\"\\'\"",
                "\"a\" \"b\"",
                "\u00a01",
                "1\0",
                "\0",
                "\u001e1",
                "\f1",
                "[1}",
                "{\"a\":1]",
                "[\"a\":1]",
                "\\u0031",
            })
    void parse_textThatIsNotJson_isRefused(String text) {
        assertThat(refused(JsonException.Reason.NOT_JSON, () -> parse(text)))
                .hasMessageMatching(
                        "NOT_JSON: (a syntax error|something follows the document), at line \\d+, column \\d+");
        refused(JsonException.Reason.NOT_JSON, () -> StrictJson.parse(utf8(text), JsonLimits.DEFAULT));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\n\t\r "})
    void parse_nothing_isRefused(String text) {
        assertThat(refused(JsonException.Reason.NOT_JSON, () -> parse(text)))
                .hasMessageStartingWith("NOT_JSON: the document is empty, at line ");
        refused(JsonException.Reason.NOT_JSON, () -> StrictJson.parse(utf8(text), JsonLimits.DEFAULT));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[1] 2|something follows the document, at line 1, column 5",
                "[1,&x]|a syntax error, at line 1, column 4",
                "[1|a syntax error, at line 1, column 3",
            })
    void parse_refusedText_saysWhere(String text, String message) {
        assertThat(refused(JsonException.Reason.NOT_JSON, () -> parse(text))).hasMessage("NOT_JSON: " + message);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"a\":1,\"a\":1}",
                "{\"a\":null,\"a\":2}",
                "{\"a\":1,\"b\":2,\"\\u0061\":3}",
                "[{\"x\":{\"\":1,\"\":2}}]",
            })
    void parse_keyTwice_isRefused(String text) {
        assertThat(refused(JsonException.Reason.DUPLICATE_KEY, () -> parse(text)))
                .hasMessageStartingWith("DUPLICATE_KEY: an object has a key twice, at line 1, column ");
    }

    @Test
    void parse_keyTwice_saysWhereTheSecondIs() {
        assertThat(refused(JsonException.Reason.DUPLICATE_KEY, () -> parse("\n{\"a\":1,\n  \"a\":2}")))
                .hasMessage("DUPLICATE_KEY: an object has a key twice, at line 3, column 3");
    }

    @Test
    void parse_sameKeyInDifferentObjects_isAccepted() {
        assertThat(parse("[{\"a\":{\"a\":1}},{\"a\":2}]").toString()).isEqualTo("[{\"a\":{\"a\":1}},{\"a\":2}]");
    }

    @ParameterizedTest
    @CsvSource({
        "22ff22, 1", // no lead byte
        "22c3, 1", // ends in the middle of a character
        "2261c32822, 2", // no continuation byte
        "22c0af22, 1", // overlong
        "22e080af22, 1", // overlong
        "22eda08022, 1", // an encoded surrogate
        "22f490808022, 1", // above U+10FFFF
        "5b5d80, 2",
    })
    void parse_bytesThatAreNotUtf8_areRefused(String hex, int offset) {
        byte[] bytes = HexFormat.of().parseHex(hex);
        assertThat(refused(JsonException.Reason.NOT_JSON, () -> StrictJson.parse(bytes, JsonLimits.DEFAULT)))
                .hasMessage("NOT_JSON: the bytes are not UTF-8, at byte offset " + offset);
    }

    @Test
    void parse_otherEncodings_areRefused() {
        for (Charset charset :
                new Charset[] {StandardCharsets.UTF_16, StandardCharsets.UTF_16BE, StandardCharsets.UTF_16LE}) {
            refused(
                    JsonException.Reason.NOT_JSON,
                    () -> StrictJson.parse("{\"a\":1}".getBytes(charset), JsonLimits.DEFAULT));
        }
    }

    @Test
    void parse_byteOrderMark_isRefused() {
        assertThat(refused(JsonException.Reason.NOT_JSON, () -> parse("\uFEFF1")))
                .hasMessage("NOT_JSON: the document starts with a byte order mark");
        assertThat(refused(JsonException.Reason.NOT_JSON, () -> StrictJson.parse(utf8("\uFEFF{}"), JsonLimits.DEFAULT)))
                .hasMessage("NOT_JSON: the document starts with a byte order mark");
        assertThat(parse("\"\uFEFF\"").textValue()).isEqualTo("\uFEFF");
    }

    @ParameterizedTest
    @CsvSource({"'\"\uD83D\"', 1", "'\"a\uDE00\"', 2", "'\"\uD83Dx', 1", "'\"\u20ac\u00e9\uDE00\uD83D', 3", "\uD83D, 0"
    })
    void parse_loneSurrogateInText_isRefused(String text, int offset) {
        assertThat(refused(JsonException.Reason.NOT_JSON, () -> parse(text)))
                .hasMessage("NOT_JSON: a surrogate without its partner, at character offset " + offset);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"x\"",
                "\"\u007f\"",
                "\"\u0080\"",
                "\"\u07ff\"",
                "\"\u0800\"",
                "\"\uffff\"",
                "\"\uD83D\uDE00\"",
                "\"\uD83D\uDE00\uD83D\uDE00z\""
            })
    void parse_bytesAtTheLimit_areAcceptedAndOneMoreIsRefused(String text) {
        int size = utf8(text).length;
        JsonLimits limits = new JsonLimits(size, 1, 1);
        assertThat(StrictJson.parse(text, limits)).isEqualTo(StrictJson.parse(utf8(text), limits));
        JsonLimits less = new JsonLimits(size - 1, 1, 1);
        String message = "TOO_LARGE: more than maxBytes = " + (size - 1) + " bytes of UTF-8";
        assertThat(refused(JsonException.Reason.TOO_LARGE, () -> StrictJson.parse(text, less)))
                .hasMessage(message);
        assertThat(refused(JsonException.Reason.TOO_LARGE, () -> StrictJson.parse(utf8(text), less)))
                .hasMessage(message);
    }

    /** White space counts: it has to be held as well. */
    @Test
    void parse_whiteSpaceBeyondTheLimit_isRefused() {
        refused(JsonException.Reason.TOO_LARGE, () -> StrictJson.parse("1 ", new JsonLimits(1, 1, 1)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"[[[]]]|3", "{\"a\":{\"b\":[]}}|3", "[1]|1", "[[],[],{}]|2", "[{\"a\":[],\"b\":{}}]|3"})
    void parse_depthAtTheLimit_isAcceptedAndOneMoreIsRefused(String text, int depth) {
        assertThat(StrictJson.parse(text, new JsonLimits(100, depth, 100)).toString())
                .isEqualTo(text);
        if (depth > 1) {
            assertThat(refused(
                            JsonException.Reason.TOO_DEEP,
                            () -> StrictJson.parse(text, new JsonLimits(100, depth - 1, 100))))
                    .hasMessageStartingWith("TOO_DEEP: nested more than maxDepth = " + (depth - 1)
                            + " levels deep, at line 1, column ");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"[1,2]|3", "{\"a\":1,\"b\":2}|3", "[[],{\"a\":null}]|4", "{\"a\":{\"b\":1},\"c\":[2,\"x\"]}|6"})
    void parse_valuesAtTheLimit_areAcceptedAndOneMoreIsRefused(String text, int values) {
        assertThat(StrictJson.parse(text, new JsonLimits(100, 10, values)).toString())
                .isEqualTo(text);
        assertThat(refused(
                        JsonException.Reason.TOO_MANY_VALUES,
                        () -> StrictJson.parse(text, new JsonLimits(100, 10, values - 1))))
                .hasMessageStartingWith(
                        "TOO_MANY_VALUES: more than maxValues = " + (values - 1) + " values, at line 1, column ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[", "{\"a\":", "[{\"a\":"})
    void parse_millionLevels_isRefusedWithoutOverflow(String open) {
        String text = open.repeat(1_000_000);
        refused(JsonException.Reason.TOO_DEEP, () -> StrictJson.parse(text, WIDE));
        refused(JsonException.Reason.TOO_DEEP, () -> StrictJson.parse(utf8(text), WIDE));
    }

    @Test
    void parse_deepestAllowed_isAccepted() {
        String text = "[".repeat(JsonLimits.MAX_DEPTH) + "]".repeat(JsonLimits.MAX_DEPTH);
        assertThat(CanonicalJson.encodeToString(StrictJson.parse(text, WIDE), WIDE))
                .isEqualTo(text);
        refused(JsonException.Reason.TOO_DEEP, () -> StrictJson.parse("[" + text + "]", WIDE));
    }

    @Test
    void parse_longStringsAndKeys_areBoundByMaxBytesAlone() {
        String text = "{\"" + "k".repeat(200_000) + "\":\"" + "v".repeat(9_000_000) + "\"}";
        JsonNode tree = StrictJson.parse(text, WIDE);
        assertThat(tree.properties().iterator().next().getKey()).hasSize(200_000);
        assertThat(tree.elements().next().textValue()).hasSize(9_000_000);
    }

    /** Text that is longer than the limit is refused before it is copied. */
    @Test
    void parse_farTooLongText_costsNothing() {
        String text = "[" + "1,".repeat(20_000_000);
        byte[] bytes = utf8(text);
        refused(JsonException.Reason.TOO_LARGE, () -> parse(text));
        assertThat(JsonFixtures.allocatedBytes(() -> {
                    refused(JsonException.Reason.TOO_LARGE, () -> parse(text));
                    refused(JsonException.Reason.TOO_LARGE, () -> StrictJson.parse(bytes, JsonLimits.DEFAULT));
                }))
                .isLessThan(200_000);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"s3cret\":s3cret}",
                "{\"s3cret\":1,\"s3cret\":2}",
                "[\"s3cret\"] s3cret",
                "s3cret",
                "{\"a\":\"s3cret\n\"}",
                "\"\\s3cret\"",
                "{\"s3cret\" 1}",
                "[\"s3cret\",1e999]",
                "[1e99999999999]",
                "[[[[[[[\"s3cret\"]]]]]]]",
                "\"s3cret",
                "[\"s3cret\",1,1,1,1,1,1]",
            })
    void parse_refusedText_isNotRepeatedInTheException(String text) {
        StringWriter trace = new StringWriter();
        try {
            StrictJson.parse(text, new JsonLimits(100, 6, 6));
        } catch (JsonException e) {
            e.printStackTrace(new PrintWriter(trace, true));
        }
        assertThat(trace.toString()).contains("JsonException").doesNotContain("s3cret");
        assertThat(trace.toString().lines().findFirst().orElseThrow()).doesNotContain("999");
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
