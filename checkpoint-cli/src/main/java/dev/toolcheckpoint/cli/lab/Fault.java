package dev.toolcheckpoint.cli.lab;

/** What happens to the first process. */
enum Fault {
    /** Killed before the service hears of the call. */
    BEFORE_EFFECT("before-effect", "killed before the service was called"),
    /** Killed when the service has answered, and nothing is recorded yet. */
    AFTER_EFFECT("after-effect", "killed right after the service made the refund"),
    /** Killed when everything is recorded, before the caller has the answer. */
    AFTER_COMPLETE("after-complete", "killed when the result was recorded, but not handed out yet"),
    /** Not killed: the service makes the refund, and its answer is lost. */
    RESPONSE_LOSS("response-loss", "not killed, but lost the service's answer after the refund was made"),
    /** Nothing happens to it. Not part of the lab's matrix. */
    NONE("none", "not disturbed");

    private final String text;
    private final String description;

    Fault(String text, String description) {
        this.text = text;
        this.description = description;
    }

    /** The name that people and documents see. */
    String text() {
        return text;
    }

    /** What happens to the first process, as the rest of a sentence. */
    String description() {
        return description;
    }

    /** Whether the first process is killed. */
    boolean kills() {
        return this == BEFORE_EFFECT || this == AFTER_EFFECT || this == AFTER_COMPLETE;
    }
}
