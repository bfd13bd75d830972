package dev.toolcheckpoint.protocol;

import java.time.Instant;

/**
 * Why nobody knows whether the effect happened. Kept as history after settlement.
 *
 * @param code what kind of reason
 * @param text the reason in words; 1 to 2 000 UTF-16 units, never the payload
 * @param at when it was recorded
 * @param by who recorded it: an attempt id, an operator's name, or {@value #PROTOCOL}
 */
public record Uncertainty(Code code, String text, Instant at, String by) {

    /** The {@code by} of a mark that any caller may set, because the rules leave nothing else. */
    public static final String PROTOCOL = "protocol";

    /** The kinds of reasons. */
    public enum Code {
        /** The lease ended without a receipt, and no further attempt is admissible. */
        LEASE_EXPIRED,
        /** The attempt was abandoned, and no further attempt is admissible. */
        ABANDONED,
        /** The tool failed in a way that leaves open whether it acted. */
        AMBIGUOUS_FAILURE,
        /** The tool said so itself. */
        DECLARED_BY_TOOL,
        /** An operator said so. */
        MARKED_BY_OPERATOR
    }

    /** Checks the texts. */
    public Uncertainty {
        Names.text("reason", text);
        Names.name("by", by);
    }
}
