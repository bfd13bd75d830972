package dev.toolcheckpoint.runs.store;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Keeps runs in this process, for tests and trials: everything is gone with the object. Thread-safe; one commit at a time. */
public final class InMemoryRunStore implements RunStore {

    private static final String DUE = "due:";
    private static final String LIST = "list:";

    private final TreeMap<ItemKey, RunItem> items = new TreeMap<>();
    private final Duration skewMargin;

    /** An empty store with a skew margin of 0: everything in one process reads one clock. */
    public InMemoryRunStore() {
        this(Duration.ZERO);
    }

    /** An empty store that recommends this skew margin. */
    public InMemoryRunStore(Duration skewMargin) {
        this.skewMargin = skewMargin;
    }

    @Override
    public Duration defaultSkewMargin() {
        return skewMargin;
    }

    @Override
    public synchronized Optional<RunItem> find(ItemKey key) {
        return Optional.ofNullable(items.get(key));
    }

    @Override
    public synchronized List<RunItem> load(String namespace, String partition) {
        return items.values().stream()
                .filter(item -> item.key().namespace().equals(namespace)
                        && item.key().partition().equals(partition))
                .toList();
    }

    @Override
    public synchronized boolean commit(Commit commit) {
        for (Change change : commit.changes()) {
            RunItem item = items.get(change.key());
            boolean holds = change.expected().entrySet().stream()
                    .allMatch(each -> each.getValue().holds(item == null ? null : item.cell(each.getKey())));
            if (!holds) {
                return false;
            }
        }
        commit.changes().stream().filter(change -> !change.onlyAsks()).forEach(this::apply);
        return true;
    }

    private void apply(Change change) {
        if (change.deletes()) {
            items.remove(change.key());
            return;
        }
        RunItem before = items.get(change.key());
        Map<String, Cell> cells = new HashMap<>(before == null ? Map.of() : before.cells());
        cells.putAll(change.puts());
        Instant dueAt = change.setsDue() || before == null ? change.dueAt() : before.dueAt();
        items.put(change.key(), new RunItem(change.key(), cells, dueAt));
    }

    @Override
    public synchronized Page<ItemKey> due(Instant before, int limit, @Nullable String cursor) {
        RunStore.requireLimit(limit);
        String from = after(DUE, cursor);
        List<RunItem> due = items.values().stream()
                .filter(item -> item.dueAt() != null && item.dueAt().isBefore(before))
                .sorted(Comparator.comparing(InMemoryRunStore::place))
                .filter(item -> place(item).compareTo(from) > 0)
                .limit(limit + 1L)
                .toList();
        List<RunItem> page = due.subList(0, Math.min(limit, due.size()));
        return new Page<>(
                page.stream().map(RunItem::key).toList(), due.size() > limit ? DUE + place(page.get(limit - 1)) : null);
    }

    /** Orders what is due, and says where a page ended. */
    private static String place(RunItem item) {
        return String.format("%020d/%s", Objects.requireNonNull(item.dueAt()).toEpochMilli(), item.key());
    }

    @Override
    public synchronized Page<RunItem> list(String namespace, String sort, int limit, @Nullable String cursor) {
        RunStore.requireLimit(limit);
        String from = after(LIST, cursor);
        List<RunItem> found = items.values().stream()
                .filter(item -> item.key().namespace().equals(namespace)
                        && item.key().sort().equals(sort))
                .filter(item -> item.key().partition().compareTo(from) > 0)
                .limit(limit + 1L)
                .toList();
        List<RunItem> page = found.subList(0, Math.min(limit, found.size()));
        return new Page<>(
                page, found.size() > limit ? LIST + page.get(limit - 1).key().partition() : null);
    }

    /** What a cursor of this kind stands for; before everything when there is none. */
    private static String after(String kind, @Nullable String cursor) {
        if (cursor == null) {
            return "";
        }
        if (!cursor.startsWith(kind)) {
            throw RunStore.unknownCursor();
        }
        return cursor.substring(kind.length());
    }

    @Override
    public void close() {
        // Nothing is held.
    }
}
