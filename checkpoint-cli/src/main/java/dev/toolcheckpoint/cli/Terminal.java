package dev.toolcheckpoint.cli;

import java.io.Console;

/** Whether a person reads the output. */
final class Terminal {

    private Terminal() {}

    @SuppressWarnings("SystemConsoleNull") // both meanings are handled
    static boolean isThere() {
        Console console = System.console();
        if (console == null) {
            return false;
        }
        try {
            // From JDK 22 on there may be a console without a terminal, and this method, which says so.
            return (boolean) Console.class.getMethod("isTerminal").invoke(console);
        } catch (ReflectiveOperationException before22) {
            return true;
        }
    }
}
