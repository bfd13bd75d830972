package dev.toolcheckpoint.cli.lab;

/**
 * What one case comes to.
 *
 * @param calls requests in the ledger after the recovering process
 * @param effects refunds in the ledger after the recovering process
 * @param outcome what the recovering process answered: {@code completed}, {@code replay}, {@code uncertain}, or whatever else
 *     it said
 * @param callsAfterRestart further requests by a third process
 */
record Figures(int calls, int effects, String outcome, int callsAfterRestart) {

    /** The first three, as in the documentation's table: {@code 2/1 completed}. */
    String cell() {
        return calls + "/" + effects + " " + outcome;
    }

    @Override
    public String toString() {
        return cell() + " (+" + callsAfterRestart + ")";
    }
}
