package dev.toolcheckpoint.cli.lab;

import java.util.EnumMap;
import java.util.Map;

/** What each case must come to. The table is the promise; the lab only measures. */
final class Expectations {

    private static final String COMPLETED = Answer.COMPLETED;
    private static final String REPLAY = Answer.REPLAY;
    private static final String UNCERTAIN = Answer.UNCERTAIN;

    private final Map<Strategy, Map<Fault, Figures>> table = new EnumMap<>(Strategy.class);

    private Expectations() {}

    /** The documented table. */
    static Expectations documented() {
        Expectations table = new Expectations();
        // Without a record the third process calls once more, too.
        table.row(
                Strategy.NAIVE,
                new Figures(1, 1, COMPLETED, 1),
                new Figures(2, 2, COMPLETED, 1),
                new Figures(2, 2, COMPLETED, 1),
                new Figures(2, 2, COMPLETED, 1));
        table.row(
                Strategy.CHECKPOINT_ONLY,
                new Figures(1, 1, COMPLETED, 0),
                new Figures(2, 2, COMPLETED, 0),
                new Figures(1, 1, REPLAY, 0),
                new Figures(2, 2, COMPLETED, 0));
        table.row(
                Strategy.DOWNSTREAM_IDEMPOTENCY_ONLY,
                new Figures(1, 1, COMPLETED, 1),
                new Figures(2, 1, COMPLETED, 1),
                new Figures(2, 1, COMPLETED, 1),
                new Figures(2, 1, COMPLETED, 1));
        table.row(
                Strategy.JOURNAL_IDEMPOTENT,
                new Figures(1, 1, COMPLETED, 0),
                new Figures(2, 1, COMPLETED, 0),
                new Figures(1, 1, REPLAY, 0),
                new Figures(2, 1, COMPLETED, 0));
        table.row(
                Strategy.JOURNAL_MANUAL,
                new Figures(0, 0, UNCERTAIN, 0),
                new Figures(1, 1, UNCERTAIN, 0),
                new Figures(1, 1, REPLAY, 0),
                new Figures(1, 1, UNCERTAIN, 0));
        return table;
    }

    /** The expected figures; {@link Fault#NONE} is no case of the matrix. */
    Figures of(Strategy strategy, Fault fault) {
        Figures figures = table.getOrDefault(strategy, Map.of()).get(fault);
        if (figures == null) {
            throw new IllegalArgumentException("No expectation for " + strategy.text() + ", " + fault.text() + ".");
        }
        return figures;
    }

    private void row(
            Strategy strategy, Figures beforeEffect, Figures afterEffect, Figures afterComplete, Figures responseLoss) {
        Map<Fault, Figures> row = new EnumMap<>(Fault.class);
        row.put(Fault.BEFORE_EFFECT, beforeEffect);
        row.put(Fault.AFTER_EFFECT, afterEffect);
        row.put(Fault.AFTER_COMPLETE, afterComplete);
        row.put(Fault.RESPONSE_LOSS, responseLoss);
        table.put(strategy, row);
    }
}
