package dev.toolcheckpoint.cli.io;

import dev.toolcheckpoint.protocol.ProtocolException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Reads what an option names: a file, or {@code -} for standard input. */
public final class Source {

    /** Standard input. */
    public static final String STDIN = "-";

    private Source() {}

    /**
     * All bytes.
     *
     * @param option for the message
     * @param name a file, or {@value #STDIN}
     * @param maxBytes more are refused, without reading all of them
     */
    public static byte[] read(String option, String name, InputStream stdin, int maxBytes) {
        try {
            byte[] bytes;
            if (name.equals(STDIN)) {
                bytes = stdin.readNBytes(maxBytes + 1);
            } else {
                try (InputStream file = Files.newInputStream(Path.of(name))) {
                    bytes = file.readNBytes(maxBytes + 1);
                }
            }
            if (bytes.length > maxBytes) {
                throw ProtocolException.invalidArgument(
                        option + " " + name + " has more than " + maxBytes + " bytes, which is the limit.");
            }
            return bytes;
        } catch (NoSuchFileException | InvalidPathException missing) {
            throw ProtocolException.invalidArgument(
                    option + " names a file, or - for standard input; there is no file \"" + name + "\".");
        } catch (IOException unreadable) {
            throw ProtocolException.invalidArgument(
                    option + " " + name + " can't be read: " + unreadable.getMessage(), unreadable);
        }
    }
}
