package dev.toolcheckpoint.cli.lab;

import dev.toolcheckpoint.protocol.ConfigurationException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The folder in which cases have their own folders. Removed at its close, and when the program is interrupted, unless it is kept. */
public final class WorkFolder implements AutoCloseable {

    private final Path root;
    private final @Nullable Thread hook;

    private WorkFolder(Path root, boolean keep) {
        this.root = root;
        this.hook = keep ? null : new Thread(() -> deleteQuietly(root));
        if (hook != null) {
            Runtime.getRuntime().addShutdownHook(hook);
        }
    }

    /** A fresh folder that is removed. */
    public static WorkFolder temporary() throws IOException {
        return new WorkFolder(Files.createTempDirectory("checkpoint-lab-"), false);
    }

    /** This folder, which is made if it is missing and must be empty. It is kept. */
    static WorkFolder kept(Path folder) {
        try {
            Files.createDirectories(folder);
            try (Stream<Path> there = Files.list(folder)) {
                if (there.findAny().isPresent()) {
                    throw new ConfigurationException(
                            "--keep needs an empty folder, but " + folder + " has something in it.");
                }
            }
        } catch (IOException failure) {
            throw new ConfigurationException("--keep " + folder + " is no folder that can be used: " + failure);
        }
        return new WorkFolder(folder.toAbsolutePath(), true);
    }

    /** The folder itself, for work that is no case. */
    public Path path() {
        return root;
    }

    /** Whether it is there afterwards. */
    boolean kept() {
        return hook == null;
    }

    /** The folder of a case. */
    Path forCase(CaseSpec spec) throws IOException {
        return Files.createDirectory(root.resolve(spec.name()));
    }

    /** Says that a case is over: its folder goes, unless it is kept. */
    void done(Path caseFolder) throws IOException {
        if (hook != null) {
            delete(caseFolder);
        }
    }

    @Override
    public void close() {
        if (hook != null) {
            Runtime.getRuntime().removeShutdownHook(hook);
            deleteQuietly(root);
        }
    }

    private static void deleteQuietly(Path folder) {
        try {
            delete(folder);
        } catch (IOException | UncheckedIOException inUse) {
            // A process that is just being killed may still write there; the system clears its temporary files.
        }
    }

    private static void delete(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        try (Stream<Path> paths = Files.walk(folder)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        }
    }
}
