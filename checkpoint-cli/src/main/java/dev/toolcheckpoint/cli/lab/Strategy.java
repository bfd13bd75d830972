package dev.toolcheckpoint.cli.lab;

/** A way of making a tool call that may arrive more than once. */
enum Strategy {
    /** Makes the call each time it arrives. */
    NAIVE("naive", "makes the call each time it arrives"),
    /** Records that the call is completed, once it is; has no record before. */
    CHECKPOINT_ONLY("checkpoint-only", "writes down the result once it has it, and looks there first"),
    /** Records nothing, but passes the service the same idempotency key each time. */
    DOWNSTREAM_IDEMPOTENCY_ONLY(
            "downstream-idempotency-only", "records nothing; the service gets the same idempotency key each time"),
    /** The journal, with a tool that may be run again under the same key. */
    JOURNAL_IDEMPOTENT("journal-idempotent", "the journal; the service gets the call's id as its idempotency key"),
    /** The journal, with a tool that is never run again without evidence. */
    JOURNAL_MANUAL("journal-manual", "the journal; the service has no idempotency, so nothing is repeated on a guess");

    private final String text;
    private final String description;

    Strategy(String text, String description) {
        this.text = text;
        this.description = description;
    }

    /** The name that people and documents see. */
    String text() {
        return text;
    }

    /** What it does, as the rest of a sentence. */
    String description() {
        return description;
    }

    /** Whether it runs on the journal. */
    boolean journalled() {
        return this == JOURNAL_IDEMPOTENT || this == JOURNAL_MANUAL;
    }
}
