package dev.toolcheckpoint.dynamo;

/** What DynamoDB's text, which is UTF-8, can hold, and what holds everything. */
final class Utf8 {

    private Utf8() {}

    /** Whether the text has no lone surrogate, which would come back as a question mark. */
    static boolean holds(String text) {
        for (int i = 0; i < text.length(); i++) {
            char unit = text.charAt(i);
            if (Character.isHighSurrogate(unit)
                    && i + 1 < text.length()
                    && Character.isLowSurrogate(text.charAt(i + 1))) {
                i++;
            } else if (Character.isSurrogate(unit)) {
                return false;
            }
        }
        return true;
    }

    /** UTF-16, each unit as it is: the JDK's encoder would replace a lone surrogate. */
    static byte[] units(String text) {
        byte[] bytes = new byte[2 * text.length()];
        for (int i = 0; i < text.length(); i++) {
            bytes[2 * i] = (byte) (text.charAt(i) >> 8);
            bytes[2 * i + 1] = (byte) text.charAt(i);
        }
        return bytes;
    }

    /** The text of bytes that {@link #units} made. */
    static String ofUnits(byte[] bytes, int from) {
        char[] text = new char[(bytes.length - from) / 2];
        for (int i = 0; i < text.length; i++) {
            text[i] = (char) (bytes[from + 2 * i] << 8 | Byte.toUnsignedInt(bytes[from + 2 * i + 1]));
        }
        return new String(text);
    }
}
