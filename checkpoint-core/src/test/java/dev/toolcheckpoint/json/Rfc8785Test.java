package dev.toolcheckpoint.json;

import static dev.toolcheckpoint.json.JsonFixtures.NODES;
import static dev.toolcheckpoint.json.JsonFixtures.canonical;
import static dev.toolcheckpoint.json.JsonFixtures.refused;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The examples of RFC 8785. */
class Rfc8785Test {

    /** Section 3.2.2 and 3.2.4; the first number is written in the digits its double has, see the next test for why. */
    @Test
    void encode_sampleObject_isTheRfcsOutput() {
        String text = """
                {
                  "numbers": [333333333.3333333, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
                  "string": "\\u20ac$\\u000F\\u000aA'\\u0042\\u0022\\u005c\\\\\\"\\/",
                  "literals": [null, true, false]
                }""";
        assertThat(canonical(text))
                .isEqualTo("{\"literals\":[null,true,false],\"numbers\":[333333333.3333333,1e+30,4.5,0.002,1e-27],"
                        + "\"string\":\"\u20ac$\\u000f\\nA'B\\\"\\\\\\\\\\\"/\"}");
    }

    /** Where this project departs from the RFC, which writes this as 333333333.3333333: digits are never rounded away. */
    @Test
    void encode_moreDigitsThanADouble_keepsThem() {
        assertThat(canonical("333333333.33333329")).isEqualTo("333333333.33333329");
        assertThat(canonical(NODES.numberNode(Double.parseDouble("333333333.33333329"))))
                .isEqualTo("333333333.3333333");
    }

    /** Section 3.2.3. */
    @Test
    void encode_sampleKeys_areSortedByCodeUnits() {
        String text =
                "{\"\\u20ac\":\"Euro Sign\",\"\\r\":\"Carriage Return\",\"\\ufb33\":\"Hebrew Letter Dalet With Dagesh\","
                        + "\"1\":\"One\",\"\\ud83d\\ude00\":\"Emoji: Grinning Face\",\"\\u0080\":\"Control\","
                        + "\"\\u00f6\":\"Latin Small Letter O With Diaeresis\"}";
        assertThat(canonical(text))
                .isEqualTo("{\"\\r\":\"Carriage Return\",\"1\":\"One\",\"\u0080\":\"Control\","
                        + "\"\u00f6\":\"Latin Small Letter O With Diaeresis\",\"\u20ac\":\"Euro Sign\","
                        + "\"\ud83d\ude00\":\"Emoji: Grinning Face\",\"\ufb33\":\"Hebrew Letter Dalet With Dagesh\"}");
    }

    /** Appendix B. */
    @ParameterizedTest
    @CsvSource({
        "0000000000000000, 0",
        "8000000000000000, 0",
        "0000000000000001, 5e-324",
        "8000000000000001, -5e-324",
        "7fefffffffffffff, 1.7976931348623157e+308",
        "ffefffffffffffff, -1.7976931348623157e+308",
        "4340000000000000, 9007199254740992",
        "c340000000000000, -9007199254740992",
        "4430000000000000, 295147905179352830000",
        "44b52d02c7e14af5, 9.999999999999997e+22",
        "44b52d02c7e14af6, 1e+23",
        "44b52d02c7e14af7, 1.0000000000000001e+23",
        "444b1ae4d6e2ef4e, 999999999999999700000",
        "444b1ae4d6e2ef4f, 999999999999999900000",
        "444b1ae4d6e2ef50, 1e+21",
        "3eb0c6f7a0b5ed8c, 9.999999999999997e-7",
        "3eb0c6f7a0b5ed8d, 0.000001",
        "41b3de4355555553, 333333333.3333332",
        "41b3de4355555554, 333333333.33333325",
        "41b3de4355555555, 333333333.3333333",
        "41b3de4355555556, 333333333.3333334",
        "41b3de4355555557, 333333333.33333343",
        "becbf647612f3696, -0.0000033333333333333333",
        "43143ff3c1cb0959, 1424953923781206.2",
    })
    void encode_appendixNumber_isTheRfcsText(String bits, String text) {
        double value = Double.longBitsToDouble(Long.parseUnsignedLong(bits, 16));
        assertThat(canonical(NODES.numberNode(value))).isEqualTo(text);
        assertThat(canonical(text)).isEqualTo(text);
        assertThat(canonical(NODES.numberNode(new BigDecimal(text)))).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"7fffffffffffffff", "7ff0000000000000", "fff0000000000000"})
    void encode_appendixNotANumber_isRefused(String bits) {
        double value = Double.longBitsToDouble(Long.parseUnsignedLong(bits, 16));
        refused(JsonException.Reason.NOT_JSON, () -> canonical(NODES.numberNode(value)));
    }
}
