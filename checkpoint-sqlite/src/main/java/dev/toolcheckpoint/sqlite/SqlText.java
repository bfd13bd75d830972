package dev.toolcheckpoint.sqlite;

/** Java text as SQLite text. SQLite keeps UTF-8, which has no lone surrogates; the driver would replace each by a question mark. */
final class SqlText {

    private SqlText() {}

    /**
     * The text itself, or {@code #} and the text with its lone surrogates escaped. A namespace has no {@code #}, so two
     * namespaces never share a column value.
     */
    static String of(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isSurrogate(text.charAt(i))) {
                return withSurrogates(text);
            }
        }
        return text;
    }

    private static String withSurrogates(String text) {
        StringBuilder escaped = new StringBuilder("#");
        boolean lone = false;
        for (int i = 0; i < text.length(); i++) {
            char unit = text.charAt(i);
            if (unit == '\\') {
                escaped.append("\\\\");
            } else if (!Character.isSurrogate(unit)) {
                escaped.append(unit);
            } else if (i + 1 < text.length() && Character.isSurrogatePair(unit, text.charAt(i + 1))) {
                escaped.append(unit).append(text.charAt(++i));
            } else {
                lone = true;
                escaped.append("\\u").append(Integer.toHexString(unit));
            }
        }
        return lone ? escaped.toString() : text;
    }
}
