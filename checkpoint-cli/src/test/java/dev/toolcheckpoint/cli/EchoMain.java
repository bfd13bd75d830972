package dev.toolcheckpoint.cli;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** Stands in for the program in tests of the script that starts it. */
final class EchoMain {

    private EchoMain() {}

    /** Prints its arguments and where it was started. */
    public static void main(String[] args) {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        out.println(List.of(args) + " in " + Path.of("").toAbsolutePath().getFileName());
    }
}
