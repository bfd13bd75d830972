package dev.toolcheckpoint.journal;

/** The answer of {@link Journal#renew}. */
public sealed interface Renew {

    /**
     * The lease is at least as long as asked for.
     *
     * @param lease the lease to go on with
     */
    record Renewed(Lease lease) implements Renew {}

    /** The attempt does not hold the call any more, or its lease ended: stop the tool. */
    record Lost() implements Renew {}
}
