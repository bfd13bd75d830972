package dev.toolcheckpoint.deliverers.http;

/** A rule of deliveries that is broken on purpose: the histories must find it. */
enum WrongRule {
    /** Nothing is. */
    NONE("nothing"),
    /** A deliverer whose receiver keeps every message says that it may be repeated. */
    REPEATS_WHAT_IS_IN_DOUBT("messages the receiver took"),
    /** No answer counts as a known failure. */
    LOST_ANSWER_IS_A_FAILURE("messages the receiver took"),
    /** A failed server counts as one that did nothing, whether or not it deduplicates. */
    SERVER_ERROR_IS_A_FAILURE("messages the receiver took"),
    /** No answer counts as an arrival. */
    LOST_ANSWER_IS_AN_ARRIVAL("what is recorded as delivered is there"),
    /** A refusal for good is tried again for ever. */
    REFUSAL_IS_A_FAILURE("it ends"),
    /** The attempt's number is in what is sent. */
    BYTES_NAME_THE_ATTEMPT("the bytes are the same at every attempt"),
    /** Each attempt has a key of its own. */
    KEY_NAMES_THE_ATTEMPT("messages the receiver took");

    private final String finding;

    WrongRule(String finding) {
        this.finding = finding;
    }

    /** What the histories must say of it. */
    String finding() {
        return finding;
    }
}
