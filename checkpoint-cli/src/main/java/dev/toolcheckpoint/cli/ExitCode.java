package dev.toolcheckpoint.cli;

import dev.toolcheckpoint.protocol.ErrorCode;

/** The exit codes of every command but {@code run}, which passes its command's through. */
public final class ExitCode {

    /** Done; also acquired, replay, completed, replayed, settled, not renewed, absent. */
    public static final int DONE = 0;

    /** The store, the key service or something else failed. */
    public static final int FAILURE = 1;

    /** Usage, or an argument that was refused. */
    public static final int USAGE = 2;

    /** Somebody else holds it. */
    public static final int BUSY = 3;

    /** The id is another call's, or another outcome is stored. */
    public static final int CONFLICT = 4;

    /** Uncertain, in doubt, or not in the state that was asked for. */
    public static final int UNCERTAIN = 5;

    /** A stale or foreign fence. */
    public static final int STALE = 6;

    /** A record that breaks a rule or can't be read. */
    public static final int INVALID_RECORD = 7;

    private ExitCode() {}

    /** The exit code of an error. */
    public static int of(ErrorCode code) {
        return switch (code) {
            case INVALID_ARGUMENT, INVALID_TRANSITION, INVALID_CONFIGURATION, PAYLOAD_TOO_LARGE -> USAGE;
            case BINDING_CONFLICT -> CONFLICT;
            case FENCE_CONFLICT -> STALE;
            case INVALID_CHECKPOINT, UNSUPPORTED_SCHEMA, PAYLOAD_UNREADABLE -> INVALID_RECORD;
            case STORE_UNAVAILABLE, TABLE_MISSING, TABLE_MISMATCH, KMS_UNAVAILABLE, RECORD_MISSING -> FAILURE;
        };
    }
}
