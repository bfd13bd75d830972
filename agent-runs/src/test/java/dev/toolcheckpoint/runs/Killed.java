package dev.toolcheckpoint.runs;

/** A process that is gone. Not an exception that anybody handles. */
final class Killed extends Error {
    private static final long serialVersionUID = 1L;

    Killed(String where) {
        super("killed " + where);
    }
}
