package dev.toolcheckpoint.sqlite;

import dev.toolcheckpoint.protocol.ProtocolException;

/**
 * Java text as SQLite text, and back. SQLite keeps UTF-8, which has no lone surrogates; the driver would replace each by a question
 * mark.
 */
public final class SqlText {

    private static final String ESCAPED = "#";
    private static final int HEX_DIGITS = 4;

    private SqlText() {}

    /**
     * The text itself, or {@code #} and the text with its lone surrogates escaped. A namespace has no {@code #}, so two
     * namespaces never share a column value.
     */
    static String of(String text) {
        return hasLoneSurrogate(text) ? escaped(text) : text;
    }

    /** A column value of any text, which no other text has. That of a namespace is the one that the journal uses. */
    public static String encode(String text) {
        return text.startsWith(ESCAPED) || hasLoneSurrogate(text) ? escaped(text) : text;
    }

    /**
     * The text that {@link #encode} made this column value of.
     *
     * @throws ProtocolException {@code INVALID_CHECKPOINT} when there is none
     */
    public static String decode(String column) {
        if (!column.startsWith(ESCAPED)) {
            return column;
        }
        StringBuilder text = new StringBuilder();
        try {
            for (int i = 1; i < column.length(); i++) {
                char unit = column.charAt(i);
                if (unit != '\\') {
                    text.append(unit);
                } else if (column.charAt(++i) == 'u') {
                    text.append((char) Integer.parseInt(column.substring(i + 1, i + 1 + HEX_DIGITS), 16));
                    i += HEX_DIGITS;
                } else {
                    text.append(column.charAt(i));
                }
            }
            return text.toString();
        } catch (IndexOutOfBoundsException | NumberFormatException malformed) {
            throw ProtocolException.invalidCheckpoint(
                    "A stored text has an escape that is none. It is left as it is; restore it from a copy.",
                    malformed);
        }
    }

    private static boolean hasLoneSurrogate(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (isPair(text, i)) {
                i++;
            } else if (Character.isSurrogate(text.charAt(i))) {
                return true;
            }
        }
        return false;
    }

    private static String escaped(String text) {
        StringBuilder escaped = new StringBuilder(ESCAPED);
        for (int i = 0; i < text.length(); i++) {
            char unit = text.charAt(i);
            if (unit == '\\') {
                escaped.append("\\\\");
            } else if (isPair(text, i)) {
                escaped.append(unit).append(text.charAt(++i));
            } else if (Character.isSurrogate(unit)) {
                escaped.append("\\u").append(Integer.toHexString(unit));
            } else {
                escaped.append(unit);
            }
        }
        return escaped.toString();
    }

    private static boolean isPair(String text, int index) {
        return index + 1 < text.length() && Character.isSurrogatePair(text.charAt(index), text.charAt(index + 1));
    }
}
