package dev.toolcheckpoint.testing;

/**
 * How much a build tries. The system property {@value #FACTOR} (1 unless set) multiplies the number of random histories and
 * of race rounds; the Maven profile {@code -Pdeep} sets it to 10.
 */
public final class Effort {

    /** The name of the property. */
    public static final String FACTOR = "toolcheckpoint.factor";

    private Effort() {}

    /**
     * {@code amount} times the factor.
     *
     * @throws IllegalArgumentException when the property is no number of 1 to 10 000
     */
    public static int times(int amount) {
        String text = System.getProperty(FACTOR, "1");
        int factor;
        try {
            factor = Integer.parseInt(text.strip());
        } catch (NumberFormatException notANumber) {
            throw new IllegalArgumentException(FACTOR + " must be a whole number, found \"" + text + "\".", notANumber);
        }
        if (factor < 1 || factor > 10_000) {
            throw new IllegalArgumentException(FACTOR + " must be 1 to 10 000, found " + factor + ".");
        }
        return Math.multiplyExact(amount, factor);
    }
}
