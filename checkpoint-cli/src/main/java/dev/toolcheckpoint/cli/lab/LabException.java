package dev.toolcheckpoint.cli.lab;

/** The lab itself could not do its work: a process did not start, did not reach its pause, or could not be killed. */
final class LabException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    LabException(String message) {
        super(message);
    }

    LabException(String message, Throwable cause) {
        super(message, cause);
    }
}
