package dev.toolcheckpoint.runs.store;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An item as it is stored.
 *
 * @param key where it is
 * @param cells its parts by name; never empty
 * @param dueAt when somebody should look at it; {@code null} for never
 */
public record RunItem(
        ItemKey key, Map<String, Cell> cells, @Nullable Instant dueAt) {

    /** Copies the cells. */
    public RunItem {
        cells = Map.copyOf(cells);
    }

    /** The cell of this name; {@code null} when there is none. */
    public @Nullable Cell cell(String name) {
        return cells.get(name);
    }
}
