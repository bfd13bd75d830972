package dev.toolcheckpoint.testing.aws;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The stand-in of this JVM: chosen and started at first use, kept until the JVM ends. */
final class StandIns {

    private static @Nullable Choice chosen;

    private StandIns() {}

    static synchronized Choice ofThisJvm() {
        Choice choice = chosen;
        if (choice == null) {
            Environment environment = Environment.ofThisProcess();
            choice = Choice.among(inOrder(environment), environment.setting("use"), environment.ci());
            chosen = choice;
            if (choice.found() == null && !choice.required()) {
                say("*** SKIPPED: every test against AWS. " + choice.explanation());
            }
        }
        return choice;
    }

    static List<StandIn> inOrder(Environment environment) {
        return List.of(
                new CallerEndpoint(environment), new LocalStackDocker(environment), new PythonEmulator(environment));
    }

    /** To the process's own error stream: build tools catch {@link System#err} into a file that nobody reads. */
    private static void say(String line) {
        new PrintStream(new FileOutputStream(FileDescriptor.err), true, Charset.defaultCharset()).println(line);
    }
}
