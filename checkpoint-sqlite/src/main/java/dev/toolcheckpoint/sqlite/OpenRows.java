package dev.toolcheckpoint.sqlite;

import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.protocol.Transition;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The rows without an outcome that this store wrote last. Whoever completes one of them needs no read: the write's condition is
 * the whole row, so it fails when the row is another by now. A hint, bounded, thread-safe.
 */
final class OpenRows {

    private static final int MAX_ROWS = 1_024;

    private final Map<CheckpointKey, NewRow> rows = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<CheckpointKey, NewRow> eldest) {
            return size() > MAX_ROWS;
        }
    };

    synchronized void add(NewRow row) {
        if (row.open()) {
            rows.put(row.key(), row);
        }
    }

    /** The row that the transition starts from, when it is here. It is not here any more then. */
    synchronized @Nullable NewRow take(CheckpointKey key, Transition transition) {
        NewRow row = rows.remove(key);
        return row != null && row.isBefore(transition) ? row : null;
    }
}
