package dev.toolcheckpoint.json;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/** The range of numbers and how an exact decimal is written. */
final class CanonicalNumber {

    /** Digits of the unscaled value. A double needs 17, its exact decimal expansion at most 767. */
    static final int MAX_DIGITS = 1_000;

    /** Decimal exponent of the first digit. Keeps scales far from those that make other code expand a number to gigabytes. */
    static final int MIN_EXPONENT = -9_999;

    /** ECMAScript's Number::toString writes plain digits up to 21 of them, and up to six zeros after "0.". */
    private static final int PLAIN_DIGITS = 21;

    private static final int PLAIN_ZEROS = 6;

    private static final BigDecimal LARGEST = new BigDecimal(Double.MAX_VALUE);
    private static final int LARGEST_EXPONENT = 308;

    /** log2(10) is below 3.3220: a longer value has more than {@link #MAX_DIGITS} digits, known without counting them. */
    private static final int MAX_BITS = 3_322;

    private static final int FLOAT_DIGITS = 9;

    private CanonicalNumber() {}

    /**
     * Whether a number may be used. Costs little whatever its exponent and length are.
     *
     * @return the rule it breaks, or null
     */
    static @Nullable String outOfRange(BigDecimal value) {
        if (value.unscaledValue().bitLength() > MAX_BITS || value.precision() > MAX_DIGITS) {
            return "a number has more than " + MAX_DIGITS + " digits";
        }
        if (value.signum() == 0) {
            return null;
        }
        long exponent = (long) value.precision() - value.scale() - 1;
        if (exponent > LARGEST_EXPONENT
                || (exponent == LARGEST_EXPONENT && value.abs().compareTo(LARGEST) > 0)) {
            return "a number is above the largest double in magnitude";
        }
        return exponent < MIN_EXPONENT ? "a number's exponent is below " + MIN_EXPONENT : null;
    }

    /**
     * The exact digits of a number, laid out as ECMAScript's Number::toString does.
     *
     * @param value a number that is not {@link #outOfRange}
     */
    static String format(BigDecimal value) {
        if (value.signum() == 0) {
            return "0";
        }
        // The names n and k are the specification's: the value is 0.digits × 10^n, with k digits.
        int n = value.precision() - value.scale();
        if (value.scale() >= 0 && n <= PLAIN_DIGITS && n > -PLAIN_ZEROS) {
            // In this range BigDecimal's own text has the same layout, unless it ends in zeros, and the number keeps
            // it.
            String text = value.toString();
            if (value.scale() == 0 || text.charAt(text.length() - 1) != '0') {
                return text;
            }
        }
        String digits = value.unscaledValue().abs().toString();
        int k = digits.length();
        while (digits.charAt(k - 1) == '0') {
            k--;
        }
        StringBuilder text = new StringBuilder(k + PLAIN_DIGITS);
        if (value.signum() < 0) {
            text.append('-');
        }
        if (n > PLAIN_DIGITS || n <= -PLAIN_ZEROS) {
            appendExponential(text, digits, k, n - 1);
        } else if (n <= 0) {
            text.append("0.").append("0".repeat(-n)).append(digits, 0, k);
        } else if (n < k) {
            text.append(digits, 0, n).append('.').append(digits, n, k);
        } else {
            text.append(digits, 0, k).append("0".repeat(n - k));
        }
        return text.toString();
    }

    private static void appendExponential(StringBuilder text, String digits, int k, int exponent) {
        text.append(digits.charAt(0));
        if (k > 1) {
            text.append('.').append(digits, 1, k);
        }
        text.append(exponent < 0 ? "e" : "e+").append(exponent);
    }

    /**
     * The shortest decimal that reads back as this float. {@link Float#toString} is not used: before JDK 19 it sometimes wrote a
     * digit too many, and a digest must not depend on the JVM.
     *
     * @param value a finite float
     */
    static BigDecimal shortest(float value) {
        BigDecimal exact = new BigDecimal(value);
        for (int digits = 1; digits < FLOAT_DIGITS; digits++) {
            BigDecimal nearest = exact.round(new MathContext(digits, RoundingMode.HALF_EVEN));
            if (nearest.floatValue() == value) {
                return nearest;
            }
            // Floats lie twice as dense below a power of two as above it, so the farther neighbour, above, may read
            // back when the
            // nearer one, below, does not (2^87, for example).
            BigDecimal above = exact.round(new MathContext(digits, RoundingMode.UP));
            if (above.floatValue() == value) {
                return above;
            }
        }
        return exact.round(new MathContext(FLOAT_DIGITS, RoundingMode.HALF_EVEN));
    }
}
