package dev.toolcheckpoint.cli.runs;

/** The demo met something it is not about. */
final class DemoFailedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    DemoFailedException(String message) {
        super(message);
    }
}
