package dev.toolcheckpoint.cli.lab;

/**
 * One case: one tool call, made by several processes, of which the first one is disturbed.
 *
 * @param repetition from 1
 * @param callId the caller's key; no other case has it
 */
record CaseSpec(Strategy strategy, Fault fault, int repetition, String callId) {

    /** What is refunded in every case. */
    static final String ORDER = "order-4711";

    /** How much, in cents. */
    static final long AMOUNT = 2_500;

    /** The name of its folder, and what messages call it. */
    String name() {
        return strategy.text() + "-" + fault.text() + "-" + repetition;
    }
}
