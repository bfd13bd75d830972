package dev.toolcheckpoint.runs;

import dev.toolcheckpoint.protocol.StoreException;
import org.jspecify.annotations.Nullable;

/** What happens to one engine: at one of its boundaries, where it is about to write or act, or has just done so. */
final class Disturbance {

    /** What happens there. */
    enum Kind {
        /** The process is gone; it writes and does nothing more. */
        KILL,
        /** The write was applied, and its answer got lost. */
        LOSE_ANSWER,
        /** Something else happens, then the engine goes on as if it had slept. */
        SLEEP
    }

    private final Kind kind;
    private final int at;
    private final @Nullable Runnable meanwhile;
    private int boundary;
    private @Nullable String killedAt;
    private boolean happened;

    Disturbance(Kind kind, int at, @Nullable Runnable meanwhile) {
        this.kind = kind;
        this.at = at;
        this.meanwhile = meanwhile;
    }

    static Disturbance none() {
        return new Disturbance(Kind.SLEEP, -1, null);
    }

    boolean happened() {
        return happened;
    }

    /** Two boundaries a write: before it and after it. */
    synchronized void boundary(boolean afterWrite, String where) {
        if (killedAt != null) {
            throw new Killed(killedAt);
        }
        if (boundary++ != at) {
            return;
        }
        happened = true;
        switch (kind) {
            case KILL -> {
                killedAt = where;
                throw new Killed(where);
            }
            case LOSE_ANSWER -> {
                if (afterWrite) {
                    throw StoreException.unknownResult("The answer got lost.", null);
                }
            }
            case SLEEP -> {
                if (meanwhile != null) {
                    meanwhile.run();
                }
            }
        }
    }
}
