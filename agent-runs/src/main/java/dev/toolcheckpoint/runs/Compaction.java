package dev.toolcheckpoint.runs;

import java.util.List;

/**
 * Merges small steps, so that loading a long run takes few items. A step is written twice in all: once by itself, and once merged, apart from any
 * step's own commit.
 */
final class Compaction {

    /** How many steps are merged at once; one commit holds them. */
    static final int STEPS = 40;

    /** Merged steps larger than this stay as they are: they would not make a smaller item. */
    private static final int LARGEST = 256 * 1024;

    private final History history;
    private final Holder holder;
    private int from = 1;

    Compaction(History history, Holder holder) {
        this.history = history;
        this.holder = holder;
    }

    void afterStep() {
        List<Turn> turns = history.stepVersions().tailMap(from).keySet().stream()
                .limit(STEPS)
                .map(history::turn)
                .toList();
        if (turns.size() < STEPS) {
            return;
        }
        from = turns.get(STEPS - 1).index() + 1;
        boolean done = turns.stream().allMatch(turn -> turn.phase() == Turn.Phase.DONE);
        byte[] segment = done ? Documents.encode(new Records.Segment(turns)) : new byte[0];
        if (done && segment.length <= LARGEST) {
            holder.compact(turns, segment);
        }
    }
}
