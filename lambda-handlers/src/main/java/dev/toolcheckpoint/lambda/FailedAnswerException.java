package dev.toolcheckpoint.lambda;

/** A wrapped handler's answer that says it failed. Never leaves the tool runner; the class's name is a record's reason. */
final class FailedAnswerException extends Exception {

    private static final long serialVersionUID = 1L;

    FailedAnswerException() {
        super("The handler answered that it failed.");
    }
}
