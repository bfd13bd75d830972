package dev.toolcheckpoint.json;

import static dev.toolcheckpoint.json.JsonFixtures.NODES;
import static dev.toolcheckpoint.json.JsonFixtures.canonical;
import static dev.toolcheckpoint.json.JsonFixtures.parse;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.erdtman.jcs.JsonCanonicalizer;
import org.erdtman.jcs.NumberToJSON;
import org.junit.jupiter.api.Test;

/** What must hold for any value, on seeded random ones. */
class CanonicalPropertiesTest {

    private final Random random = new Random(8785);

    @Test
    void encode_randomDoubles_equalTheLibraryOnEveryPath() throws IOException {
        for (int i = 0; i < 50_000; i++) {
            double value = randomDouble();
            String expected = NumberToJSON.serializeNumber(value);
            assertThat(canonical(NODES.numberNode(value))).isEqualTo(expected);
            assertThat(canonical(NODES.numberNode(new BigDecimal(expected)))).isEqualTo(expected);
            assertThat(canonical(expected)).isEqualTo(expected);
            assertThat(Double.parseDouble(expected)).isEqualTo(value == 0 ? 0.0 : value);
        }
    }

    @Test
    void encode_randomFloats_readBackAndAreShortest() {
        for (int i = 0; i < 50_000; i++) {
            float value = Float.intBitsToFloat(random.nextInt());
            if (!Float.isFinite(value)) {
                continue;
            }
            BigDecimal shortest = CanonicalNumber.shortest(value);
            assertThat(shortest.floatValue()).isEqualTo(value);
            assertThat(shortest.stripTrailingZeros().precision())
                    .isLessThanOrEqualTo(new BigDecimal(Float.toString(value))
                            .stripTrailingZeros()
                            .precision());
            assertThat(canonical(NODES.numberNode(value))).isEqualTo(CanonicalNumber.format(shortest));
        }
    }

    @Test
    void encode_wholeDoublesAndLongs_agreeWhereBothAreExact() {
        for (int i = 0; i < 20_000; i++) {
            long value = random.nextLong() >> (11 + random.nextInt(50));
            String text = Long.toString(value);
            assertThat(canonical(NODES.numberNode(value))).isEqualTo(text);
            assertThat(canonical(NODES.numberNode((double) value))).isEqualTo(text);
            assertThat(canonical(NODES.numberNode(BigInteger.valueOf(value)))).isEqualTo(text);
        }
    }

    @Test
    void encode_ofItsOwnOutput_isAFixedPoint() {
        for (int i = 0; i < 2_000; i++) {
            JsonNode tree = randomTree(4);
            String once = canonical(tree);
            assertThat(canonical(parse(once))).isEqualTo(once);
        }
    }

    /** The library's own canonicaliser agrees wherever numbers are doubles and text is well-formed. */
    @Test
    void encode_treesOfDoubles_equalTheLibrary() throws IOException {
        for (int i = 0; i < 2_000; i++) {
            ArrayNode tree = NODES.arrayNode();
            tree.add(randomTree(4, () -> NODES.numberNode(randomDouble()), CanonicalPropertiesTest::wellFormed));
            String once = canonical(tree);
            assertThat(new JsonCanonicalizer(once).getEncodedString()).isEqualTo(once);
        }
    }

    @Test
    void encode_membersInAnotherOrder_isTheSame() {
        for (int i = 0; i < 500; i++) {
            Map<String, JsonNode> members = new HashMap<>();
            for (int k = 0; k < 12; k++) {
                members.put(randomText(), NODES.numberNode(k));
            }
            List<String> names = new ArrayList<>(members.keySet());
            Collections.shuffle(names, random);
            ObjectNode one = NODES.objectNode();
            names.forEach(name -> one.set(name, members.get(name)));
            Collections.shuffle(names, random);
            ObjectNode other = NODES.objectNode();
            names.forEach(name -> other.set(name, members.get(name)));
            assertThat(Digests.canonicalHash(one, JsonLimits.COMPACT))
                    .isEqualTo(Digests.canonicalHash(other, JsonLimits.COMPACT));
        }
    }

    @Test
    void sha256_ofDifferentDecimals_isNeverShared() {
        Map<String, BigDecimal> seen = new HashMap<>();
        for (int i = 0; i < 20_000; i++) {
            BigDecimal value = randomDecimal();
            BigDecimal neighbour = value.add(new BigDecimal(BigInteger.ONE, value.scale() + random.nextInt(3)));
            for (BigDecimal each : List.of(
                    value, neighbour, value.negate(), value.movePointLeft(1), value.setScale(value.scale() + 2))) {
                BigDecimal known =
                        seen.putIfAbsent(Digests.canonicalHash(NODES.numberNode(each), JsonLimits.COMPACT), each);
                if (known != null) {
                    assertThat(known).isEqualByComparingTo(each);
                }
                assertThat(new BigDecimal(canonical(NODES.numberNode(each)))).isEqualByComparingTo(each);
            }
        }
    }

    private double randomDouble() {
        double value = switch (random.nextInt(4)) {
            case 0 -> Double.longBitsToDouble(random.nextLong());
            case 1 -> random.nextInt(2_000_000) / 1_000.0 - 1_000;
            case 2 -> Math.scalb(1.0, random.nextInt(2_098) - 1_074);
            default -> (double) random.nextLong();
        };
        return Double.isFinite(value) ? value : 0.1;
    }

    private BigDecimal randomDecimal() {
        BigInteger unscaled = new BigInteger(1 + random.nextInt(120), random);
        BigDecimal value = new BigDecimal(unscaled, random.nextInt(80) - 20);
        return random.nextBoolean() ? value : value.scaleByPowerOfTen(-random.nextInt(400));
    }

    private JsonNode randomTree(int depth) {
        return randomTree(depth, () -> NODES.numberNode(randomDecimal()), text -> text);
    }

    private JsonNode randomTree(int depth, Supplier<JsonNode> numbers, UnaryOperator<String> texts) {
        return switch (random.nextInt(depth == 0 ? 4 : 6)) {
            case 0 -> numbers.get();
            case 1 -> NODES.textNode(texts.apply(randomText()));
            case 2 -> NODES.booleanNode(random.nextBoolean());
            case 3 -> NODES.nullNode();
            case 4 -> {
                ArrayNode array = NODES.arrayNode();
                for (int i = random.nextInt(5); i > 0; i--) {
                    array.add(randomTree(depth - 1, numbers, texts));
                }
                yield array;
            }
            default -> {
                ObjectNode object = NODES.objectNode();
                for (int i = random.nextInt(5); i > 0; i--) {
                    object.set(texts.apply(randomText()), randomTree(depth - 1, numbers, texts));
                }
                yield object;
            }
        };
    }

    private String randomText() {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(6); i > 0; i--) {
            text.append((char) (random.nextBoolean() ? random.nextInt(0x80) : 0xD700 + random.nextInt(0x900)));
        }
        return text.toString();
    }

    private static String wellFormed(String text) {
        return text.codePoints()
                .map(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE ? '?' : c)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }
}
