package dev.toolcheckpoint.stack.runtime;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The functions' zip, looked into. */
public final class FunctionsZip {

    private FunctionsZip() {}

    /** The names of the jars. */
    public static List<String> jars(Path zip) throws IOException {
        try (FileSystem files = FileSystems.newFileSystem(zip);
                Stream<Path> jars = Files.list(files.getPath("lib"))) {
            return jars.map(FunctionsZip::name).sorted().toList();
        }
    }

    /** Unpacks it, as Lambda does. */
    public static void unpack(Path zip, Path folder) throws IOException {
        unpack(zip, folder, jar -> true);
    }

    /**
     * Unpacks a part of it.
     *
     * @param jars the names of the jars that are wanted
     */
    public static void unpack(Path zip, Path folder, Predicate<String> jars) throws IOException {
        Files.createDirectories(folder.resolve("lib"));
        try (FileSystem files = FileSystems.newFileSystem(zip);
                Stream<Path> all = Files.list(files.getPath("lib"))) {
            for (Path jar : all.filter(each -> jars.test(name(each))).toList()) {
                Files.copy(jar, folder.resolve("lib").resolve(name(jar)));
            }
        }
    }

    /** The zip with a {@code bootstrap} that starts the Java runtime: what runs where no managed runtime is. */
    public static void withBootstrap(Path zip, LambdaRuntime runtime, Path target) throws IOException {
        Files.copy(zip, target, StandardCopyOption.REPLACE_EXISTING);
        try (FileSystem files = FileSystems.newFileSystem(target, Map.of("enablePosixFileAttributes", true))) {
            Path file = Files.writeString(files.getPath("bootstrap"), runtime.bootstrap());
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
    }

    private static String name(Path jar) {
        return String.valueOf(jar.getFileName());
    }
}
