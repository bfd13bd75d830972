package dev.toolcheckpoint.bench.dynamo;

import dev.toolcheckpoint.stack.runtime.LambdaRuntime;
import java.util.ArrayList;
import java.util.List;

/** Fresh JVMs with the flags of AWS Lambda's managed Java runtimes. */
final class LambdaJvm {

    private LambdaJvm() {}

    /** A program with this JVM's class path; what it says on its error stream comes through. */
    static ProcessBuilder program(Class<?> main, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(LambdaRuntime.java().toString());
        command.addAll(LambdaRuntime.JVM_FLAGS);
        command.add("-Xmx512m");
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(arguments);
        return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
    }
}
