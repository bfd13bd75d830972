package dev.toolcheckpoint.runs;

/**
 * Another execution has taken the run over, so this one stops and writes nothing more. The run goes on; it did not fail.
 */
public final class LeaseLostException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    LeaseLostException(RunKey run, long epoch) {
        super("The claim of epoch " + epoch + " on run " + run
                + " is lost: another execution has it, or the run ended. Nothing more is written by this one.");
    }
}
