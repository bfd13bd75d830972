package dev.toolcheckpoint.sqlite;

import dev.toolcheckpoint.protocol.ConfigurationException;
import dev.toolcheckpoint.protocol.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/**
 * Where the journal is. Only ever asks for attributes: a process that opens and closes the file by itself loses the locks that
 * SQLite holds on it (<a href="https://www.sqlite.org/howtocorrupt.html">section 2.2</a>).
 *
 * @param path absolute
 */
record JournalFile(Path path) {

    /** Checks what can be checked without opening it. */
    static JournalFile of(Path path) {
        Path absolute = path.toAbsolutePath().normalize();
        Path folder = absolute.getParent();
        if (folder == null || Files.isDirectory(absolute)) {
            throw new ConfigurationException(
                    "A SQLite journal is a file, but " + absolute + " is a folder. Name a file in it.");
        }
        if (!Files.isDirectory(folder)) {
            throw new ConfigurationException("The folder " + folder + " of the SQLite journal " + absolute.getFileName()
                    + " does not exist. Create it, or name another file.");
        }
        if (Files.exists(absolute) && !Files.isRegularFile(absolute)) {
            throw new ConfigurationException(
                    "A SQLite journal is a regular file, but " + absolute + " is not. Name another file.");
        }
        return new JournalFile(real(absolute, folder));
    }

    /** Through links, as SQLite goes: the log lies beside the real file. */
    private static Path real(Path absolute, Path folder) {
        try {
            return Files.exists(absolute)
                    ? absolute.toRealPath()
                    : folder.toRealPath().resolve(absolute.getFileName());
        } catch (IOException unreadable) {
            throw new ConfigurationException("The path " + absolute + " of the SQLite journal can't be resolved: "
                    + unreadable.getMessage() + ". Name another file.");
        }
    }

    /**
     * Whether there is no journal yet: no file, or one without a byte.
     *
     * @throws StoreException {@code TABLE_MISMATCH} when the file is empty but its log is not: it was deleted or cut, and
     *     SQLite would throw the log away
     */
    boolean isBlank() {
        // The log first: a journal is never without a byte once it has a log, so a creation in between can't look like
        // this.
        boolean logged = size(path.resolveSibling(path.getFileName() + "-wal")) > 0;
        boolean blank = size(path) <= 0;
        if (blank && logged) {
            throw StoreException.tableMismatch(
                    "The journal " + path + " is missing or empty, but its write-ahead log is there: the file was"
                            + " deleted or cut. Both are left as they are; restore the file next to its log.",
                    null);
        }
        return blank;
    }

    /**
     * What tells this file from another of the same name; {@code null} where the system has no such thing.
     *
     * @throws StoreException {@code TABLE_MISSING} when the file is gone
     */
    @Nullable
    Object identity() {
        try {
            return Files.readAttributes(path, BasicFileAttributes.class).fileKey();
        } catch (NoSuchFileException missing) {
            throw gone(path);
        } catch (IOException unreadable) {
            throw StoreException.unavailable("The attributes of the journal " + path + " can't be read.", unreadable);
        }
    }

    static StoreException gone(Path path) {
        // SQLite would go on writing into a file that has no name any more, and lose it with the last session.
        return StoreException.tableMissing(
                "The journal " + path + " was deleted or replaced while it was open. Nothing was"
                        + " written; restore the file, then open the store anew.");
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (NoSuchFileException missing) {
            return -1;
        } catch (IOException unreadable) {
            throw StoreException.unavailable("The size of " + file + " can't be read.", unreadable);
        }
    }
}
