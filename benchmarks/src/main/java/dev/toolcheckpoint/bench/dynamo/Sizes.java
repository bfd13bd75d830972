package dev.toolcheckpoint.bench.dynamo;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/** Size and classes of what the store adds to a function, read from the class path. */
final class Sizes {

    private static final String GROUP = "jars and classes";

    private final Figures figures;

    Sizes(Figures figures) {
        this.figures = figures;
    }

    void run() throws IOException {
        add("checkpoint-core", entry -> entry.contains("checkpoint-core"));
        add("checkpoint-dynamo", entry -> entry.contains("checkpoint-dynamo"));
        add("the SDK's Enhanced Client", entry -> entry.contains("dynamodb-enhanced"));
        add("the SDK's S3 client, loaded only with a bucket", entry -> entry.contains(File.separator + "s3-"));
        add(
                "the rest of the SDK, which a bare program needs, too",
                entry -> entry.contains(Path.of("software", "amazon", "awssdk").toString())
                        && !entry.contains("dynamodb-enhanced")
                        && !entry.contains(File.separator + "s3-"));
        add(
                "Jackson",
                entry -> entry.contains(Path.of("com", "fasterxml", "jackson").toString()));
    }

    private void add(String name, Predicate<String> mine) throws IOException {
        long bytes = 0;
        long classes = 0;
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            if (mine.test(entry)) {
                Path path = Path.of(entry);
                bytes += Files.isDirectory(path) ? bytesOf(path) : Files.size(path);
                classes += names(path).stream().filter(Sizes::isClass).count();
            }
        }
        figures.add(Figure.told(GROUP, name, bytes / 1_000.0, "KB"));
        figures.add(Figure.told(GROUP, "   classes", (double) classes, ""));
    }

    private static boolean isClass(String name) {
        return name.endsWith(".class") && !name.endsWith("-info.class") && !name.startsWith("META-INF");
    }

    private static List<String> names(Path path) throws IOException {
        if (!Files.isDirectory(path)) {
            try (JarFile jar = new JarFile(path.toFile())) {
                return jar.stream().map(entry -> entry.getName()).toList();
            }
        }
        try (Stream<Path> files = Files.walk(path)) {
            return files.map(file -> path.relativize(file).toString()).toList();
        }
    }

    private static long bytesOf(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .mapToLong(file -> file.toFile().length())
                    .sum();
        }
    }
}
