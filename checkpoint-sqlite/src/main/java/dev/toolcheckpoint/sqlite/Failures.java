package dev.toolcheckpoint.sqlite;

import dev.toolcheckpoint.protocol.StoreException;
import java.nio.file.Path;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * What SQLite's result codes mean for a caller. See <a href="https://www.sqlite.org/rescode.html">result codes</a>; the driver
 * reports the primary ones as the vendor code.
 */
final class Failures {

    private static final int ERROR = 1;
    private static final int PERM = 3;
    private static final int BUSY = 5;
    private static final int LOCKED = 6;
    private static final int READONLY = 8;
    private static final int CORRUPT = 11;
    private static final int FULL = 13;
    private static final int CANTOPEN = 14;
    private static final int TOOBIG = 18;
    private static final int CONSTRAINT = 19;
    private static final int AUTH = 23;
    private static final int NOTADB = 26;

    private final Path file;

    Failures(Path file) {
        this.file = file;
    }

    /** Whether somebody else's lock was in the way; the session is as good as before. */
    static boolean busy(SQLException failure) {
        int code = failure.getErrorCode();
        return code == BUSY || code == LOCKED;
    }

    /** A read or an opening failed; no record was to be written. */
    StoreException reading(SQLException failure) {
        StoreException known = known(failure);
        return known != null
                ? known
                : StoreException.unavailable("The journal " + file + " can't be read: " + reason(failure), failure);
    }

    /** A write failed. Only what SQLite is known to have rolled back is said to be unwritten. */
    StoreException writing(SQLException failure) {
        StoreException known = known(failure);
        return known != null
                ? known
                : StoreException.unknownResult(
                        "It is unknown whether the write to the journal " + file + " was applied: " + reason(failure)
                                + ". Repeat it with the same ids; the stored record decides.",
                        failure);
    }

    /** A transaction failed before its commit, so it is rolled back. */
    StoreException beforeCommit(SQLException failure) {
        StoreException known = known(failure);
        return known != null
                ? known
                : StoreException.unavailable(
                        "The journal " + file + " can't be written: " + reason(failure)
                                + ". Nothing was written; try again.",
                        failure);
    }

    private @Nullable StoreException known(SQLException failure) {
        return switch (failure.getErrorCode()) {
            case BUSY, LOCKED ->
                StoreException.unavailable(
                        "Another process holds the journal " + file + " for longer than the busy timeout. Nothing was"
                                + " written; try again.",
                        failure);
            case FULL ->
                StoreException.broken(
                        "There is no space left for the journal " + file + ". Nothing was written; free some space.",
                        failure);
            case READONLY, PERM, AUTH ->
                StoreException.broken(
                        "The journal " + file + " can't be written (" + reason(failure)
                                + "). Nothing was written; check" + " the permissions of the file and of its folder.",
                        failure);
            case CANTOPEN ->
                StoreException.broken(
                        "The journal " + file + " can't be opened. Nothing was written; check that its folder is there,"
                                + " and the permissions of both.",
                        failure);
            case TOOBIG, CONSTRAINT ->
                StoreException.broken(
                        "The journal " + file + " refuses the record: " + reason(failure) + ". Nothing was written.",
                        failure);
            case NOTADB ->
                StoreException.tableMismatch(
                        "The file " + file + " is not a SQLite database. It is left as it is; name another file for the"
                                + " journal.",
                        failure);
            case CORRUPT ->
                StoreException.broken(
                        "The journal " + file + " is damaged. It is left as it is; run `PRAGMA integrity_check` on a"
                                + " copy, and recover or restore it. Starting an empty one would re-arm every call.",
                        failure);
            case ERROR -> schemaGone(failure);
            default -> null;
        };
    }

    private @Nullable StoreException schemaGone(SQLException failure) {
        String message = reason(failure);
        if (message.contains("no such table")) {
            String table = message.substring(message.lastIndexOf(' ') + 1).replace(")", "");
            return StoreException.tableMissing("The journal " + file + " has lost its table `" + table
                    + "`. It is left as it is; restore it from a copy.");
        }
        return message.contains("no such column") || message.contains("no column named")
                ? Schema.changed(file, "column", failure)
                : null;
    }

    private static String reason(SQLException failure) {
        return String.valueOf(failure.getMessage());
    }
}
