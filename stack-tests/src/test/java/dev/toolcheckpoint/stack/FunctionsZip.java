package dev.toolcheckpoint.stack;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The functions' zip, looked into. */
final class FunctionsZip {

    private FunctionsZip() {}

    /** The names of the jars. */
    static List<String> jars(Path zip) throws IOException {
        try (FileSystem files = FileSystems.newFileSystem(zip);
                Stream<Path> jars = Files.list(files.getPath("lib"))) {
            return jars.map(jar -> String.valueOf(jar.getFileName())).sorted().toList();
        }
    }

    /** Unpacks it, as Lambda does. */
    static void unpack(Path folder) throws IOException {
        unpack(Project.ZIP, folder);
    }

    static void unpack(Path zip, Path folder) throws IOException {
        Files.createDirectories(folder.resolve("lib"));
        try (FileSystem files = FileSystems.newFileSystem(zip);
                Stream<Path> jars = Files.list(files.getPath("lib"))) {
            for (Path jar : jars.toList()) {
                Files.copy(jar, folder.resolve("lib").resolve(String.valueOf(jar.getFileName())));
            }
        }
    }

    /** The runtime's native part for this machine, unpacked once beside {@code lib}. */
    static synchronized Path nativeClient(Path task) throws IOException {
        Path library = task.resolve("runtime-client.so");
        if (!Files.exists(library)) {
            String machine = System.getProperty("os.arch", "").equals("aarch64") ? "aarch_64" : "x86_64";
            try (Stream<Path> jars = Files.list(Project.RUNTIME)) {
                Path jar = jars.filter(each -> each.toString().contains("runtime-interface-client"))
                        .findFirst()
                        .orElseThrow();
                try (FileSystem files = FileSystems.newFileSystem(jar)) {
                    Files.copy(files.getPath("jni/libaws-lambda-jni.linux-" + machine + ".so"), library);
                }
            }
        }
        return library;
    }

    /** The zip with a {@code bootstrap} that starts the Java runtime: what runs where no managed runtime is. */
    static void withBootstrap(Path target) throws IOException {
        Files.copy(Project.ZIP, target, StandardCopyOption.REPLACE_EXISTING);
        String bootstrap = "#!/bin/sh\nexec " + Project.java() + " -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -cp \""
                + Project.RUNTIME + "/*\" com.amazonaws.services.lambda.runtime.api.client.AWSLambda \"$_HANDLER\"\n";
        try (FileSystem files = FileSystems.newFileSystem(target, Map.of("enablePosixFileAttributes", true))) {
            Path file = Files.writeString(files.getPath("bootstrap"), bootstrap);
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
    }
}
