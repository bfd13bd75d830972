package dev.toolcheckpoint.cli.lab;

import java.io.PrintWriter;
import java.io.StringWriter;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;

/** Runs a command as the program would, and keeps what it prints. */
final class Shell {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    int run(Object command, String... words) {
        return new CommandLine(command)
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .setColorScheme(Help.defaultColorScheme(Ansi.OFF))
                .setExecutionExceptionHandler((thrown, line, parsed) -> {
                    line.getErr().println(thrown.getMessage());
                    return REFUSED;
                })
                .execute(words);
    }

    /** What an exception becomes here; the program's entry maps it to a code. */
    static final int REFUSED = 99;

    String out() {
        return out.toString();
    }

    String err() {
        return err.toString();
    }
}
