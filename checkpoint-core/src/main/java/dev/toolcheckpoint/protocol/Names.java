package dev.toolcheckpoint.protocol;

/** Checks of the names and texts in a record. */
final class Names {

    /** The longest name, in UTF-16 units. */
    static final int MAX_NAME = 512;

    /** The longest free text (reasons, evidence), in UTF-16 units. */
    static final int MAX_TEXT = 2_000;

    private static final int MAX_QUOTED = 60;

    private Names() {}

    static void namespace(String value) {
        name("namespace", value);
        if (value.indexOf('#') >= 0) {
            throw ProtocolException.invalidArgument("namespace must not contain '#' (it separates the parts of a store"
                    + " key), found " + quote(value) + ".");
        }
    }

    static void name(String field, String value) {
        bounded(field, value, MAX_NAME);
    }

    static void text(String field, String value) {
        bounded(field, value, MAX_TEXT);
    }

    private static void bounded(String field, String value, int max) {
        if (value.isEmpty() || value.length() > max) {
            throw ProtocolException.invalidArgument(
                    field + " must have 1 to " + max + " UTF-16 units, found " + value.length() + ".");
        }
    }

    /** The value in quotes, cut to a length that fits a message. */
    static String quote(String value) {
        return value.length() <= MAX_QUOTED
                ? "\"" + value + "\""
                : "\"" + value.substring(0, MAX_QUOTED) + "…\" (" + value.length() + " UTF-16 units)";
    }
}
