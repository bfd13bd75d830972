package dev.toolcheckpoint.cli.lab;

import picocli.CommandLine.Help.Ansi;

/** The few colours, which are left out where there is no terminal or {@code NO_COLOR} is set. */
public final class Paint {

    private Paint() {}

    /** To be seen first. */
    public static String bold(String text, Ansi ansi) {
        return styled("1", text, ansi);
    }

    /** Right. */
    public static String good(String text, Ansi ansi) {
        return styled("32", text, ansi);
    }

    /** To be noticed. */
    public static String warning(String text, Ansi ansi) {
        return styled("33", text, ansi);
    }

    /** Wrong. */
    public static String bad(String text, Ansi ansi) {
        return styled("31;1", text, ansi);
    }

    // Not picocli's markup: texts may hold "@|" of their own.
    private static String styled(String code, String text, Ansi ansi) {
        return ansi.enabled() ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
    }
}
