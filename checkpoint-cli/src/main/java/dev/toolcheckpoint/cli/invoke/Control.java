package dev.toolcheckpoint.cli.invoke;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/**
 * What a handler's process tells the command that started it: files in a folder of their own, each renamed into place, so that
 * it is there in full or not at all. Standard output is no way: handlers print to it.
 */
record Control(Path folder) {

    static Control inNewFolder() throws IOException {
        return new Control(Files.createTempDirectory("checkpoint-invoke-"));
    }

    /** The handler is about to be called: the time-out starts. */
    void enter() throws IOException {
        write("entered", new byte[0]);
    }

    boolean entered() {
        return Files.exists(folder.resolve("entered"));
    }

    /** Where a place is named that the process waits at. */
    Path pauseFile() {
        return folder.resolve("paused");
    }

    void pauseAt(KillPoint point) throws IOException {
        write("paused", point.text().getBytes(StandardCharsets.UTF_8));
    }

    boolean paused() {
        return Files.exists(pauseFile());
    }

    /** The handler's answer. */
    void answer(byte[] bytes) throws IOException {
        write("answer", bytes);
    }

    byte[] answer() throws IOException {
        return Files.readAllBytes(folder.resolve("answer"));
    }

    private void write(String name, byte[] bytes) throws IOException {
        Path written = Files.write(folder.resolve(name + ".part"), bytes);
        Files.move(written, folder.resolve(name), StandardCopyOption.ATOMIC_MOVE);
    }

    void delete() throws IOException {
        List<Path> files;
        try (var listed = Files.list(folder)) {
            files = listed.toList();
        }
        for (Path file : files) {
            Files.deleteIfExists(file);
        }
        Files.deleteIfExists(folder);
    }
}
