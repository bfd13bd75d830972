package dev.toolcheckpoint.json;

/**
 * Takes the escapes off surrogates without a partner, before Jackson sees the text. Jackson refuses such an escape in an object key
 * but accepts it in a string, and its releases differ in where; the canonical form has it in both and must stay readable.
 */
final class SurrogateEscapes {

    private static final int ESCAPE = 6;

    private SurrogateEscapes() {}

    /**
     * Replaces each escape of a lone surrogate by the surrogate, in place. Everything else stays as it is.
     *
     * @param text changed up to the returned length
     * @param length how many characters of it are text
     * @return how many characters are text afterwards
     */
    static int unescapeLone(char[] text, int length) {
        int to = 0;
        int from = 0;
        while (from < length) {
            int copied = 1;
            if (text[from] == '\\') {
                int unit = codeUnit(text, from, length);
                if (isHigh(unit) && isLow(codeUnit(text, from + ESCAPE, length))) {
                    copied = 2 * ESCAPE;
                } else if (isHigh(unit) || isLow(unit)) {
                    text[to++] = (char) unit;
                    from += ESCAPE;
                    continue;
                } else {
                    // With what it escapes, which may be another backslash.
                    copied = Math.min(2, length - from);
                }
            }
            if (to < from) {
                System.arraycopy(text, from, text, to, copied);
            }
            to += copied;
            from += copied;
        }
        return to;
    }

    /** The code unit of the {@code u} escape at an index, or -1 if there is none. */
    private static int codeUnit(char[] text, int at, int length) {
        if (at + ESCAPE > length || text[at] != '\\' || text[at + 1] != 'u') {
            return -1;
        }
        int unit = 0;
        for (int i = at + 2; i < at + ESCAPE; i++) {
            // ASCII only: Character.digit would accept the digits of other scripts, which JSON does not.
            int digit = text[i] < 0x80 ? Character.digit(text[i], 16) : -1;
            if (digit < 0) {
                return -1;
            }
            unit = (unit << 4) | digit;
        }
        return unit;
    }

    private static boolean isHigh(int unit) {
        return unit >= Character.MIN_HIGH_SURROGATE && unit <= Character.MAX_HIGH_SURROGATE;
    }

    private static boolean isLow(int unit) {
        return unit >= Character.MIN_LOW_SURROGATE && unit <= Character.MAX_LOW_SURROGATE;
    }
}
