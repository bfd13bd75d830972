package dev.toolcheckpoint.json;

import static dev.toolcheckpoint.json.JsonFixtures.NODES;
import static dev.toolcheckpoint.json.JsonFixtures.canonical;
import static dev.toolcheckpoint.json.JsonFixtures.parse;
import static dev.toolcheckpoint.json.JsonFixtures.refused;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CanonicalNumberTest {

    private static final BigDecimal LARGEST = new BigDecimal(Double.MAX_VALUE);

    @ParameterizedTest
    @CsvSource({
        "123456789012345678901, 123456789012345678901",
        "1234567890123456789012, 1.234567890123456789012e+21",
        "100000000000000000000, 100000000000000000000",
        "1000000000000000000000, 1e+21",
        "12345678901234567890.1, 12345678901234567890.1",
        "123456789012345678901.5, 123456789012345678901.5",
        "1234567890123456789012.5, 1.2345678901234567890125e+21",
        "-12.50, -12.5",
        "12.0, 12",
        "1200, 1200",
        "1.2e3, 1200",
        "0.5, 0.5",
        "-0.000001, -0.000001",
        "0.0000012, 0.0000012",
        "0.0000001, 1e-7",
        "0.00000012, 1.2e-7",
        "-1.5e-400, -1.5e-400",
        "1.00e-9999, 1e-9999",
    })
    void format_decimal_hasEcmaScriptLayout(String text, String expected) {
        assertThat(CanonicalNumber.format(new BigDecimal(text))).isEqualTo(expected);
        assertThat(canonical(text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "0",
        "7",
        "-7",
        "10",
        "2147483647",
        "-2147483648",
        "9223372036854775807",
        "-9223372036854775808",
        "9223372036854775808",
        "-9007199254740993",
    })
    void encode_integer_isItsDigits(String text) {
        BigInteger value = new BigInteger(text);
        assertThat(canonical(NODES.numberNode(value))).isEqualTo(text);
        assertThat(canonical(NODES.numberNode(new BigDecimal(value)))).isEqualTo(text);
        if (value.bitLength() < Long.SIZE) {
            assertThat(canonical(NODES.numberNode(value.longValue()))).isEqualTo(text);
        }
        assertThat(canonical(text)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "9007199254740991, 9007199254740991",
        "9007199254740992, 9007199254740992",
        "-9007199254740991, -9007199254740991",
        "1152921504606846976, 1152921504606847000",
        "1.5, 1.5",
        "-1.5, -1.5",
        "1e300, 1e+300",
    })
    void encode_double_isItsShortestDecimal(double value, String expected) {
        assertThat(canonical(NODES.numberNode(value))).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "0.1, 0.1",
        "3, 3",
        "-2.5, -2.5",
        "16777216, 16777216",
        "3.4028235e38, 3.4028235e+38",
        "1.4e-45, 1e-45",
        "2e10, 20000000000",
        "8.41E21, 8.41e+21",
        "2.0E-3, 0.002",
        "1.5474251e26, 1.5474251e+26",
        "1.2379401e27, 1.2379401e+27",
        "0.33333334, 0.33333334",
        "9.8765434e-7, 9.876543e-7",
    })
    void encode_float_isItsShortestDecimal(float value, String expected) {
        assertThat(canonical(NODES.numberNode(value))).isEqualTo(expected);
    }

    /** A float needs nine digits at most, and some need all nine. */
    @Test
    void encode_floatThatNeedsNineDigits_hasNine() {
        float value = 1.00000024e-28f;
        while (digits(value) < 9) {
            value = Math.nextUp(value);
        }
        assertThat(Float.parseFloat(canonical(NODES.numberNode(value)))).isEqualTo(value);
    }

    private static int digits(float value) {
        return CanonicalNumber.shortest(value).precision();
    }

    @ParameterizedTest
    @ValueSource(floats = {Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY})
    void encode_floatThatIsNoNumber_isRefused(float value) {
        assertThat(refused(JsonException.Reason.NOT_JSON, () -> canonical(NODES.numberNode(value))))
                .hasMessage("NOT_JSON: NaN and infinities are no JSON numbers, at value 1 in canonical order");
    }

    @Test
    void encode_largestDouble_isAcceptedAndOneMoreIsRefused() {
        BigDecimal above = LARGEST.add(BigDecimal.ONE);
        assertThat(canonical(NODES.numberNode(LARGEST)))
                .startsWith("1.79769313486231570814527423731704356798070")
                .endsWith("e+308");
        assertThat(new BigDecimal(canonical(NODES.numberNode(LARGEST.negate()))))
                .isEqualByComparingTo(LARGEST.negate());
        for (JsonNode node : new JsonNode[] {
            NODES.numberNode(above), NODES.numberNode(above.negate()), NODES.numberNode(above.toBigIntegerExact())
        }) {
            refused(JsonException.Reason.NUMBER_OUT_OF_RANGE, () -> canonical(node));
        }
        assertThat(canonical(LARGEST.toPlainString())).endsWith("e+308");
        assertThat(refused(JsonException.Reason.NUMBER_OUT_OF_RANGE, () -> parse(above.toPlainString())))
                .hasMessageContaining("above the largest double in magnitude, at line 1, column ");
        refused(JsonException.Reason.NUMBER_OUT_OF_RANGE, () -> parse("-" + above.toPlainString() + ".5"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1e309", "-1e309", "1e999999999", "-1e2147483647", "0.001e2147483647"})
    void encode_tooLargeExponent_isRefusedWithoutExpanding(String text) {
        BigDecimal value = new BigDecimal(text);
        assertThat(refused(JsonException.Reason.NUMBER_OUT_OF_RANGE, () -> canonical(DecimalNode.valueOf(value))))
                .hasMessage("NUMBER_OUT_OF_RANGE: a number is above the largest double in magnitude,"
                        + " at value 1 in canonical order");
        refused(JsonException.Reason.NUMBER_OUT_OF_RANGE, () -> parse(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1e-10000", "9.99e-10000", "1e-999999999", "-1e-2147483647", "0.001e-2147483644"})
    void encode_tooSmallExponent_isRefusedWithoutExpanding(String text) {
        BigDecimal value = new BigDecimal(text);
        assertThat(refused(JsonException.Reason.NUMBER_OUT_OF_RANGE, () -> canonical(DecimalNode.valueOf(value))))
                .hasMessage("NUMBER_OUT_OF_RANGE: a number's exponent is below -9999, at value 1 in canonical order");
        refused(JsonException.Reason.NUMBER_OUT_OF_RANGE, () -> parse(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1e99999999999", "1e-99999999999", "-1E+9999999999999999999"})
    void parse_exponentBeyondInt_isRefused(String text) {
        assertThat(refused(JsonException.Reason.NUMBER_OUT_OF_RANGE, () -> parse("[" + text + "]")))
                .hasMessageContaining("a number's exponent is out of range, at line 1, column ");
    }

    @Test
    void encode_digitsAtTheLimit_areKeptAndOneMoreIsRefused() {
        String most = "0." + "7".repeat(CanonicalNumber.MAX_DIGITS);
        assertThat(canonical(most)).isEqualTo(most);
        String tooMany = most + "7";
        assertThat(refused(JsonException.Reason.NUMBER_OUT_OF_RANGE, () -> parse(tooMany)))
                .hasMessage("NUMBER_OUT_OF_RANGE: a number has more than 1000 digits, at line 1, column 1");
        refused(
                JsonException.Reason.NUMBER_OUT_OF_RANGE,
                () -> canonical(DecimalNode.valueOf(new BigDecimal(tooMany))));
    }

    static Stream<BigDecimal> thousandDigits() {
        return Stream.of(
                new BigDecimal(BigInteger.TEN.pow(1000).subtract(BigInteger.ONE), 900),
                new BigDecimal(BigInteger.TEN.pow(999), 900));
    }

    @ParameterizedTest
    @MethodSource("thousandDigits")
    void outOfRange_thousandDigits_isInRangeAndOneMoreIsNot(BigDecimal value) {
        assertThat(CanonicalNumber.outOfRange(value)).isNull();
        BigDecimal longer = value.setScale(value.scale() + 1, RoundingMode.UNNECESSARY);
        assertThat(CanonicalNumber.outOfRange(longer)).isEqualTo("a number has more than 1000 digits");
    }

    @Test
    void outOfRange_millionsOfDigits_costsLittle() {
        BigDecimal value = new BigDecimal(BigInteger.ONE.shiftLeft(80_000_000));
        CanonicalNumber.outOfRange(BigDecimal.ONE);
        assertThat(JsonFixtures.allocatedBytes(() ->
                        assertThat(CanonicalNumber.outOfRange(value)).isEqualTo("a number has more than 1000 digits")))
                .isLessThan(1_000_000);
    }

    @Test
    void parse_numberTextTooLong_isRefused() {
        assertThat(canonical("0." + "0".repeat(1_098) + "1")).isEqualTo("1e-1099");
        assertThat(refused(JsonException.Reason.NUMBER_OUT_OF_RANGE, () -> parse("0." + "0".repeat(1_100) + "1")))
                .hasMessageStartingWith(
                        "NUMBER_OUT_OF_RANGE: the text of a number has more than 1100 digits, at line 1");
        refused(JsonException.Reason.NUMBER_OUT_OF_RANGE, () -> parse("9".repeat(1_101)));
    }

    /** What is written can be read again, at every edge of the range. */
    @ParameterizedTest
    @ValueSource(ints = {-9_999, -400, -7, -6, -1, 0, 1, 20, 21, 307})
    void parse_longestNumberWritten_isAFixedPoint(int exponent) {
        BigDecimal value = new BigDecimal("-1." + "3".repeat(CanonicalNumber.MAX_DIGITS - 1) + "e" + exponent);
        String text = canonical(NODES.numberNode(value));
        assertThat(new BigDecimal(text)).isEqualByComparingTo(value);
        assertThat(canonical(text)).isEqualTo(text);
    }
}
