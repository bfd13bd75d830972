package dev.toolcheckpoint.cli.lab;

import dev.toolcheckpoint.protocol.ConfigurationException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file that a command writes at its end; whether it can is found out before its work. */
final class OutputFile {

    private final Path file;

    private OutputFile(Path file) {
        this.file = file;
    }

    /**
     * A file that may be there already; its folder must be.
     *
     * @param option for the message
     */
    static OutputFile of(String option, Path file) {
        Path absolute = file.toAbsolutePath();
        Path folder = absolute.getParent();
        if (Files.isDirectory(absolute)) {
            throw new ConfigurationException(option + " must name a file, but " + file + " is a folder.");
        }
        if (folder == null || !Files.isDirectory(folder)) {
            throw new ConfigurationException(option + " " + file + ": the folder " + folder
                    + " is not there. Make it, or" + " name a file in another.");
        }
        if (!Files.isWritable(Files.exists(absolute) ? absolute : folder)) {
            throw new ConfigurationException(option + " " + file + " can't be written: permission is missing.");
        }
        return new OutputFile(absolute);
    }

    void write(String text) throws IOException {
        Files.writeString(file, text, StandardCharsets.UTF_8);
    }

    @Override
    public String toString() {
        return file.toString();
    }
}
