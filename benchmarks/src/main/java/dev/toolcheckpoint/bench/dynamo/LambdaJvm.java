package dev.toolcheckpoint.bench.dynamo;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Fresh JVMs with the flags of AWS Lambda's managed Java runtimes: the first compiler only, the serial collector. */
final class LambdaJvm {

    private static final List<String> FLAGS =
            List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto", "-Xmx512m");

    private LambdaJvm() {}

    /** A program with this JVM's class path; what it says on its error stream comes through. */
    static ProcessBuilder program(Class<?> main, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(FLAGS);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(arguments);
        return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
    }
}
