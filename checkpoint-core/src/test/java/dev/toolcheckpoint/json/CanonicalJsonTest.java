package dev.toolcheckpoint.json;

import static dev.toolcheckpoint.json.JsonFixtures.NODES;
import static dev.toolcheckpoint.json.JsonFixtures.WIDE;
import static dev.toolcheckpoint.json.JsonFixtures.allocatedBytes;
import static dev.toolcheckpoint.json.JsonFixtures.canonical;
import static dev.toolcheckpoint.json.JsonFixtures.nestedArrays;
import static dev.toolcheckpoint.json.JsonFixtures.refused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CanonicalJsonTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "null|null",
                "true|true",
                " false |false",
                "[ ]|[]",
                "{ }|{}",
                "[ 1 , [ ] , { } , [ 2 ] ]|[1,[],{},[2]]",
                "{ \"b\" : 1 , \"a\" : [ ] , \"c\":{\"z\":null,\"y\":true} }|{\"a\":[],\"b\":1,\"c\":{\"y\":true,\"z\":null}}",
            })
    void encode_structure_hasNoWhiteSpaceAndSortedKeys(String text, String expected) {
        assertThat(canonical(text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"a b c", "c b a", "b a c", "a c b", "A a B b", "aa a ab", "10 9 1"})
    void encode_keysInAnyOrder_areSorted(String keys) {
        List<String> names = List.of(keys.split(" "));
        ObjectNode object = NODES.objectNode();
        names.forEach(name -> object.put(name, name));
        String members = String.join(
                ",",
                names.stream()
                        .sorted()
                        .map(name -> "\"" + name + "\":\"" + name + "\"")
                        .toList());
        assertThat(canonical(object)).isEqualTo("{" + members + "}");
    }

    /** Code units, not code points: a surrogate pair sorts before U+E000 and above. */
    @Test
    void encode_keysBeyondTheBasicPlane_areSortedByCodeUnits() {
        ObjectNode object =
                NODES.objectNode().put("\uE000", 1).put("\uD83D\uDE00", 2).put("\uFFFD", 3);
        assertThat(canonical(object)).isEqualTo("{\"\uD83D\uDE00\":2,\"\uE000\":1,\"\uFFFD\":3}");
    }

    @Test
    void encode_textInTwoNormalForms_isNotNormalised() {
        assertThat(canonical(NODES.textNode("\u00e9"))).isEqualTo("\"\u00e9\"");
        assertThat(canonical(NODES.textNode("e\u0301"))).isEqualTo("\"e\u0301\"");
    }

    /** Every single character, alone and between two others, against the rule written out a second time. */
    @Test
    void encode_everyCharacter_isEscapedOnlyWhereItMustBe() {
        for (int c = 0; c <= 0xFFFF; c++) {
            String expected = escaped((char) c);
            assertThat(bytes(NODES.textNode(String.valueOf((char) c)))).isEqualTo(utf8("\"" + expected + "\""));
            assertThat(bytes(NODES.textNode("x" + (char) c + "y"))).isEqualTo(utf8("\"x" + expected + "y\""));
        }
    }

    private static String escaped(char c) {
        return switch (c) {
            case '\b' -> "\\b";
            case '\t' -> "\\t";
            case '\n' -> "\\n";
            case '\f' -> "\\f";
            case '\r' -> "\\r";
            case '"' -> "\\\"";
            case '\\' -> "\\\\";
            default -> c < 0x20 || Character.isSurrogate(c) ? String.format("\\u%04x", (int) c) : String.valueOf(c);
        };
    }

    @ParameterizedTest
    @ValueSource(ints = {0x10000, 0x10FFFF, 0x1F600, 0x10400, 0x2F800, 0xFFFFF})
    void encode_supplementaryCharacter_isFourBytes(int codePoint) {
        String text = Character.toString(codePoint);
        assertThat(bytes(NODES.textNode(text)))
                .isEqualTo(utf8("\"" + text + "\""))
                .hasSize(6);
        assertThat(bytes(NODES.textNode(text + text))).isEqualTo(utf8("\"" + text + text + "\""));
    }

    @ParameterizedTest
    @CsvSource({
        "\uD83D, \\ud83d",
        "\uDE00, \\ude00",
        "\uDE00\uD83D, \\ude00\\ud83d",
        "\uD83D\uD83D\uDE00, \\ud83d\uD83D\uDE00",
        "\uD83D\uDE00\uDE00, \uD83D\uDE00\\ude00",
        "\uDBFFx, \\udbffx",
    })
    void encode_loneSurrogate_isALowerCaseEscape(String text, String expected) {
        assertThat(canonical(NODES.textNode(text))).isEqualTo("\"" + expected + "\"");
        assertThat(canonical("\"" + expected + "\"")).isEqualTo("\"" + expected + "\"");
    }

    /** Lengths around the sizes of the output's buffer and of the parts a string is written in. */
    @ParameterizedTest
    @ValueSource(strings = {"a", "\u0001", "\u00e9", "\u20ac", "\uD83D\uDE00", "x\uD83D\uDE00", "\uD83D"})
    void encode_stringsOfManyLengths_loseNothing(String unit) {
        for (int length :
                new int[] {1, 170, 511, 512, 1_023, 1_024, 1_025, 1_366, 2_048, 4_095, 8_190, 8_191, 8_192, 20_000}) {
            String text = unit.repeat(length);
            StringBuilder expected = new StringBuilder("[\"");
            for (int i = 0; i < length; i++) {
                expected.append(unit.length() == 1 ? escaped(unit.charAt(0)) : unit);
            }
            expected.append("\",true,-9223372036854775808]");
            JsonNode tree = NODES.arrayNode().add(text).add(true).add(Long.MIN_VALUE);
            assertThat(bytes(tree)).isEqualTo(utf8(expected.toString()));
        }
    }

    /** Each kind of token, often enough to fill the output's buffer, and shifted so that it meets the edge at every offset. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "null",
                "false",
                "-9223372036854775808",
                "1.7976931348623157e+308",
                "\"abc\"",
                "\"\\u0001\\u0002\\u0003\"",
                "\"\u20ac\u20ac\u20ac\"",
                "[]",
                "{}",
                "{\"k\":{}}",
            })
    void encode_tokensAcrossTheBuffersEdge_loseNothing(String token) {
        for (int shift = 0; shift <= token.length(); shift++) {
            StringBuilder text =
                    new StringBuilder("[\"").append("x".repeat(shift)).append('"');
            while (text.length() < 20_000) {
                text.append(',').append(token);
            }
            text.append(']');
            assertThat(canonical(text.toString())).isEqualTo(text.toString());
        }
    }

    static Stream<JsonNode> nodesThatAreNotJson() {
        return Stream.of(
                NODES.pojoNode("secret"),
                NODES.pojoNode(null),
                NODES.rawValueNode(new RawValue("\"secret\"")),
                NODES.binaryNode(utf8("secret")),
                MissingNode.getInstance());
    }

    @ParameterizedTest
    @MethodSource("nodesThatAreNotJson")
    void encode_nodeThatIsNotJson_isRefused(JsonNode node) {
        ArrayNode tree = NODES.arrayNode().add(1).add(node);
        assertThat(refused(JsonException.Reason.NOT_JSON, () -> canonical(tree)))
                .hasMessage("NOT_JSON: a node of type " + node.getNodeType()
                        + " is no JSON value, at value 3 in canonical order");
    }

    @Test
    void encode_bytesAtTheLimit_areAcceptedAndOneMoreIsRefused() {
        for (int size : new int[] {5, 64, 8_192, 65_536}) {
            JsonNode tree = NODES.textNode("\u00e9" + "x".repeat(size - 4));
            assertThat(CanonicalJson.encode(tree, new JsonLimits(size, 1, 1))).hasSize(size);
            assertThat(refused(
                            JsonException.Reason.TOO_LARGE,
                            () -> CanonicalJson.encode(tree, new JsonLimits(size - 1, 1, 1))))
                    .hasMessage("TOO_LARGE: more than maxBytes = " + (size - 1) + " bytes of UTF-8");
        }
    }

    @Test
    void encode_depthAtTheLimit_isAcceptedAndOneMoreIsRefused() {
        JsonLimits limits = new JsonLimits(1_000, 3, 1_000);
        assertThat(CanonicalJson.encodeToString(nestedArrays(3), limits)).isEqualTo("[[[]]]");
        assertThat(refused(JsonException.Reason.TOO_DEEP, () -> CanonicalJson.encode(nestedArrays(4), limits)))
                .hasMessage("TOO_DEEP: nested more than maxDepth = 3 levels deep, at value 4 in canonical order");
        JsonNode objects = JsonFixtures.parse("{\"a\":{\"b\":{\"c\":1}}}");
        assertThat(CanonicalJson.encodeToString(objects, limits)).isEqualTo("{\"a\":{\"b\":{\"c\":1}}}");
        refused(JsonException.Reason.TOO_DEEP, () -> CanonicalJson.encode(objects, new JsonLimits(1_000, 2, 1_000)));
        JsonNode mixed = JsonFixtures.parse("[{\"a\":[{}]}]");
        refused(JsonException.Reason.TOO_DEEP, () -> CanonicalJson.encode(mixed, limits));
    }

    /** Depth is what is open, not what was. */
    @Test
    void encode_manySiblings_areNotDeep() {
        JsonLimits limits = new JsonLimits(1_000, 2, 1_000);
        assertThat(CanonicalJson.encodeToString(JsonFixtures.parse("[[],[],{},{},[]]"), limits))
                .isEqualTo("[[],[],{},{},[]]");
        assertThat(CanonicalJson.encodeToString(JsonFixtures.parse("{\"a\":{},\"b\":[],\"c\":{}}"), limits))
                .isEqualTo("{\"a\":{},\"b\":[],\"c\":{}}");
    }

    @Test
    void encode_scalar_hasNoDepth() {
        assertThat(CanonicalJson.encodeToString(NODES.numberNode(1), new JsonLimits(1, 1, 1)))
                .isEqualTo("1");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[1,2]|3",
                "{\"a\":1,\"b\":2}|3",
                "[[],{\"a\":null}]|4",
                "[[1,2],[3,4]]|7",
                "{\"a\":{\"b\":1},\"c\":[2]}|5"
            })
    void encode_valuesAtTheLimit_areAcceptedAndOneMoreIsRefused(String text, int values) {
        JsonNode tree = JsonFixtures.parse(text);
        assertThat(CanonicalJson.encodeToString(tree, new JsonLimits(100, 10, values)))
                .isEqualTo(text);
        assertThat(refused(
                        JsonException.Reason.TOO_MANY_VALUES,
                        () -> CanonicalJson.encode(tree, new JsonLimits(100, 10, values - 1))))
                .hasMessageStartingWith(
                        "TOO_MANY_VALUES: more than maxValues = " + (values - 1) + " values, at depth ");
    }

    @Test
    void encode_millionLevels_isRefusedWithoutOverflow() {
        JsonNode tree = nestedArrays(1_000_000);
        refused(JsonException.Reason.TOO_DEEP, () -> CanonicalJson.encode(tree, JsonLimits.DEFAULT));
        refused(JsonException.Reason.TOO_DEEP, () -> CanonicalJson.encode(tree, WIDE));
    }

    @Test
    void encode_deepestAllowed_needsLittleStack() throws InterruptedException {
        JsonNode tree = nestedArrays(JsonLimits.MAX_DEPTH);
        byte[][] result = new byte[1][];
        Thread thread = new Thread(null, () -> result[0] = CanonicalJson.encode(tree, WIDE), "small stack", 512 * 1024);
        thread.start();
        thread.join();
        assertThat(result[0]).hasSize(2 * JsonLimits.MAX_DEPTH);
    }

    /** One string, a thousand times: a gigabyte of output from a megabyte of tree. */
    @Test
    void encode_farMoreThanTheLimit_stopsEarlyWithBoundedMemory() {
        String text = "x".repeat(1_000_000);
        ArrayNode tree = NODES.arrayNode();
        for (int i = 0; i < 1_000; i++) {
            tree.add(text);
        }
        refused(JsonException.Reason.TOO_LARGE, () -> CanonicalJson.encode(tree, JsonLimits.COMPACT));
        assertThat(allocatedBytes(() ->
                        refused(JsonException.Reason.TOO_LARGE, () -> CanonicalJson.encode(tree, JsonLimits.COMPACT))))
                .isLessThan(1_000_000);
    }

    /** Ten times ten times ten …: a tree that shares its parts and would be 10^30 values long. */
    @Test
    void encode_treeThatSharesItsParts_stopsAtTheLimit() {
        JsonNode tree = NODES.arrayNode();
        for (int level = 0; level < 30; level++) {
            ArrayNode wider = NODES.arrayNode();
            for (int i = 0; i < 10; i++) {
                wider.add(tree);
            }
            tree = wider;
        }
        JsonNode bomb = tree;
        refused(JsonException.Reason.TOO_MANY_VALUES, () -> CanonicalJson.encode(bomb, JsonLimits.DEFAULT));
    }

    @Test
    void encode_objectWithTooManyMembers_isRefusedBeforeTheyAreCopied() {
        ObjectNode object = NODES.objectNode();
        for (int i = 0; i < 200_000; i++) {
            object.put("k" + i, i);
        }
        refused(JsonException.Reason.TOO_MANY_VALUES, () -> CanonicalJson.encode(object, JsonLimits.DEFAULT));
        assertThat(allocatedBytes(() -> refused(
                        JsonException.Reason.TOO_MANY_VALUES, () -> CanonicalJson.encode(object, JsonLimits.DEFAULT))))
                .isLessThan(500_000);
    }

    /** The same when only part of the values is left for the object. */
    @Test
    void encode_objectWithTooManyMembersForTheRest_isRefusedBeforeTheyAreCopied() {
        ArrayNode tree = NODES.arrayNode();
        for (int i = 0; i < 90_000; i++) {
            tree.add(true);
        }
        ObjectNode object = tree.addObject();
        for (int i = 0; i < 150_000; i++) {
            object.put("k" + i, i);
        }
        refused(JsonException.Reason.TOO_MANY_VALUES, () -> CanonicalJson.encode(tree, JsonLimits.DEFAULT));
        assertThat(allocatedBytes(() -> refused(
                        JsonException.Reason.TOO_MANY_VALUES,
                        () -> CanonicalJson.update(sha256(), tree, JsonLimits.DEFAULT))))
                .isLessThan(300_000);
    }

    @Test
    void update_largeTree_neverHoldsAllOfIt() {
        ArrayNode tree = NODES.arrayNode();
        String text = "\u20ac".repeat(1_000);
        for (int i = 0; i < 3_000; i++) {
            tree.add(text).add(i);
        }
        MessageDigest digest = sha256();
        CanonicalJson.update(digest, tree, WIDE);
        byte[] first = digest.digest();
        long allocated = allocatedBytes(() -> CanonicalJson.update(digest, tree, WIDE));
        assertThat(digest.digest()).isEqualTo(first);
        byte[] encoded = CanonicalJson.encode(tree, WIDE);
        assertThat(sha256().digest(encoded)).isEqualTo(first);
        assertThat(encoded.length).isGreaterThan(9_000_000);
        assertThat(allocated).isLessThan(500_000);
    }

    @Test
    void update_usedDigest_appends() {
        MessageDigest digest = sha256();
        digest.update(utf8("before"));
        CanonicalJson.update(digest, NODES.arrayNode().add(1), JsonLimits.DEFAULT);
        assertThat(digest.digest()).isEqualTo(sha256().digest(utf8("before[1]")));
    }

    @Test
    void encode_anyTree_leavesItUnchanged() {
        ObjectNode tree = NODES.objectNode().put("b", 1).put("a", 2);
        canonical(tree);
        assertThat(tree.toString()).isEqualTo("{\"b\":1,\"a\":2}");
    }

    @Test
    @SuppressWarnings("NullAway") // what a caller without null checks does
    void encode_null_isNamed() {
        assertThatNullPointerException()
                .isThrownBy(() -> CanonicalJson.encode(null, JsonLimits.DEFAULT))
                .withMessage("tree");
        assertThatNullPointerException()
                .isThrownBy(() -> CanonicalJson.encode(NODES.nullNode(), null))
                .withMessage("limits");
        assertThatNullPointerException()
                .isThrownBy(() -> CanonicalJson.update(null, NODES.nullNode(), JsonLimits.DEFAULT))
                .withMessage("digest");
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }

    private static byte[] bytes(JsonNode tree) {
        return CanonicalJson.encode(tree, JsonLimits.DEFAULT);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
