package dev.toolcheckpoint.lambda.runs;

/** What was asked for can't be started, or decided; nothing was. The message says what was expected. */
final class RefusedTriggerException extends Exception {

    private static final long serialVersionUID = 1L;

    RefusedTriggerException(String message) {
        super(message);
    }
}
