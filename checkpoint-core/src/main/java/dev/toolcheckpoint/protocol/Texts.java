package dev.toolcheckpoint.protocol;

/**
 * Fits free texts that came from outside (a tool, a receiver) into the bounds of a record, where refusing them would lose
 * what they are about.
 */
public final class Texts {

    /** The longest text of a reason or of evidence, in UTF-16 units. */
    public static final int MAX = Names.MAX_TEXT;

    private Texts() {}

    /**
     * The text, cut to {@value #MAX} UTF-16 units; never between the halves of a surrogate pair.
     *
     * @param ifEmpty what stands for a text that is empty; at least one character
     */
    public static String bounded(String text, String ifEmpty) {
        return text.isEmpty() ? ifEmpty : cut(text, MAX);
    }

    /**
     * The text, cut to {@code max} UTF-16 units; never between the halves of a surrogate pair.
     *
     * @param max 0 or more
     */
    public static String cut(String text, int max) {
        if (text.length() <= max) {
            return text;
        }
        boolean splits = max > 0 && Character.isHighSurrogate(text.charAt(max - 1));
        return text.substring(0, splits ? max - 1 : max);
    }
}
