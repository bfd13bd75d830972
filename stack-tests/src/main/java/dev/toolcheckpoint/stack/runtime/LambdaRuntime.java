package dev.toolcheckpoint.stack.runtime;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The Java runtime interface client, which is what Lambda's managed runtimes run. Immutable, thread-safe.
 *
 * @param jars the folder of the client's jar and of what it needs
 */
public record LambdaRuntime(Path jars) {

    /**
     * The JVM flags of the managed runtimes up to Java 21, and of Java 25 without SnapStart and provisioned concurrency: the first
     * compiler only, the serial collector, the JDK's shared classes.
     *
     * @see <a href="https://docs.aws.amazon.com/lambda/latest/dg/java-customization.html">Java runtime startup</a>
     */
    public static final List<String> JVM_FLAGS =
            List.of("-XX:+UseSerialGC", "-XX:+TieredCompilation", "-XX:TieredStopAtLevel=1", "-Xshare:auto");

    private static final String MAIN = "com.amazonaws.services.lambda.runtime.api.client.AWSLambda";
    private static final String NATIVE = "com.amazonaws.services.lambda.runtime.api.client.runtimeapi.NativeClient.JNI";

    /** The JVM that this one is. */
    public static Path java() {
        return Path.of(System.getProperty("java.home"), "bin", "java");
    }

    /** What a {@code bootstrap} runs: takes the handler from {@code _HANDLER}. */
    String bootstrap() {
        return "#!/bin/sh\nexec " + java() + " " + String.join(" ", JVM_FLAGS) + " -cp \"" + jars + "/*\" " + MAIN
                + " \"$_HANDLER\"\n";
    }

    /** The command that runs a handler of this task folder. */
    List<String> command(Path task, String handler) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(java().toString());
        command.addAll(JVM_FLAGS);
        // Unpacked by each sandbox into one file otherwise: writing it kills the others (SIGBUS).
        command.add("-D" + NATIVE + "=" + nativeClient(task));
        command.addAll(List.of("-cp", jars + "/*", MAIN, handler));
        return command;
    }

    /** The client's native part for this machine, unpacked once into the task's folder. */
    private Path nativeClient(Path task) throws IOException {
        synchronized (LambdaRuntime.class) {
            Path library = task.resolve("runtime-client.so");
            if (!Files.exists(library)) {
                String machine = System.getProperty("os.arch", "").equals("aarch64") ? "aarch_64" : "x86_64";
                try (FileSystem files = FileSystems.newFileSystem(client())) {
                    Files.copy(files.getPath("jni/libaws-lambda-jni.linux-" + machine + ".so"), library);
                }
            }
            return library;
        }
    }

    private Path client() throws IOException {
        try (Stream<Path> all = Files.list(jars)) {
            return all.filter(each -> each.toString().contains("runtime-interface-client"))
                    .findFirst()
                    .orElseThrow();
        }
    }
}
