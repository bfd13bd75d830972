package dev.toolcheckpoint.runs.store;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A store that breaks one promise. Written anew, so that each promise can be broken where it is kept. */
final class BrokenRunStore implements RunStore {

    /** What it does not keep. */
    enum Promise {
        NONE,
        CONDITIONS,
        FENCES,
        FENCE_STAYS,
        QUESTIONS,
        QUESTIONS_MAKE_NOTHING,
        ALL_OR_NOTHING,
        ONE_AT_A_TIME,
        OTHER_CELLS_STAY,
        CELL_OF_ONE_WRITER,
        DELETION,
        BYTES,
        SECRECY,
        DUE_STAYS,
        DUE_BOUND,
        PARTITIONS,
        NAMESPACES,
        ORDER,
        PAGES,
        PAGES_BY_PLACE,
        CURSORS,
        WHOLE_LOADS,
        REOPENING
    }

    private static final long WINDOW_NANOS = 50_000;

    private final Promise broken;
    private final TreeMap<ItemKey, RunItem> items = new TreeMap<>();
    private final Map<ItemKey, RunItem> deleted = new HashMap<>();

    BrokenRunStore(Promise broken) {
        this.broken = broken;
    }

    @Override
    public Duration defaultSkewMargin() {
        return Duration.ZERO;
    }

    @Override
    public synchronized Optional<RunItem> find(ItemKey key) {
        return Optional.ofNullable(items.get(key));
    }

    @Override
    public List<RunItem> load(String namespace, String partition) {
        if (broken == Promise.WHOLE_LOADS) {
            List<RunItem> found = new ArrayList<>();
            for (RunItem item : loadAtOnce(namespace, partition)) {
                find(item.key()).ifPresent(found::add);
                LockSupport.parkNanos(WINDOW_NANOS);
            }
            return found;
        }
        return loadAtOnce(namespace, partition);
    }

    private synchronized List<RunItem> loadAtOnce(String namespace, String partition) {
        Comparator<RunItem> order = broken == Promise.ORDER
                ? Comparator.comparing(item -> item.key().sort(), String.CASE_INSENSITIVE_ORDER)
                : Comparator.comparing(RunItem::key);
        return items.values().stream()
                .filter(item -> in(item.key(), namespace, partition))
                .sorted(order)
                .toList();
    }

    private boolean in(ItemKey key, String namespace, String partition) {
        boolean inNamespace = broken == Promise.NAMESPACES
                ? key.namespace().strip().equals(namespace.strip())
                : key.namespace().equals(namespace);
        return inNamespace
                && (broken == Promise.PARTITIONS
                        ? key.partition().startsWith(partition)
                        : key.partition().equals(partition));
    }

    @Override
    public boolean commit(Commit commit) {
        if (broken == Promise.ONE_AT_A_TIME) {
            boolean holds = holds(commit);
            LockSupport.parkNanos(WINDOW_NANOS);
            return holds && applyAll(commit);
        }
        synchronized (this) {
            if (broken == Promise.ALL_OR_NOTHING) {
                for (Change change : commit.changes()) {
                    if (!holds(change)) {
                        return false;
                    }
                    apply(change);
                }
                return true;
            }
            return holds(commit) && applyAll(commit);
        }
    }

    private synchronized boolean holds(Commit commit) {
        return broken == Promise.CONDITIONS || commit.changes().stream().allMatch(this::holds);
    }

    private boolean holds(Change change) {
        if (broken == Promise.QUESTIONS && change.onlyAsks()) {
            return true;
        }
        RunItem item = items.get(change.key());
        return change.expected().entrySet().stream()
                .allMatch(each -> holds(each.getValue(), item == null ? null : item.cell(each.getKey())));
    }

    private boolean holds(Expected expected, @Nullable Cell cell) {
        if (broken == Promise.FENCES && cell != null && expected instanceof Expected.Fence) {
            return true;
        }
        if (broken == Promise.FENCE_STAYS && cell != null && expected instanceof Expected.Fence fence) {
            return fence.fence().equals(cell.fence())
                    && cell.version().substring(1).equals(cell.fence().substring(1));
        }
        return expected.holds(cell);
    }

    private synchronized boolean applyAll(Commit commit) {
        commit.changes().forEach(this::apply);
        return true;
    }

    private void apply(Change change) {
        ItemKey key = change.key();
        if (change.onlyAsks() && broken != Promise.QUESTIONS_MAKE_NOTHING) {
            return;
        }
        if (change.deletes()) {
            RunItem gone = items.remove(key);
            if (gone != null && broken == Promise.DELETION) {
                deleted.put(key, gone);
            }
            return;
        }
        RunItem before = items.containsKey(key) ? items.get(key) : deleted.get(key);
        Map<String, Cell> cells =
                new HashMap<>(before == null || broken == Promise.OTHER_CELLS_STAY ? Map.of() : before.cells());
        change.puts().forEach((name, cell) -> cells.put(name, stored(cell)));
        if (broken == Promise.CELL_OF_ONE_WRITER) {
            cells.replaceAll((name, cell) ->
                    cell.isSecret() ? cell : Cell.open(cell.version() + "'", cell.fence(), cell.body()));
            cells.putAll(change.puts());
        }
        Instant kept = before == null || broken == Promise.DUE_STAYS ? null : before.dueAt();
        items.put(key, new RunItem(key, cells, change.setsDue() ? change.dueAt() : kept));
    }

    private Cell stored(Cell cell) {
        if (broken == Promise.BYTES) {
            byte[] body = new String(cell.body(), StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_8);
            return cell.isSecret() ? Cell.secret(cell.version(), body) : Cell.open(cell.version(), cell.fence(), body);
        }
        return broken == Promise.SECRECY && cell.isSecret()
                ? Cell.open(cell.version(), cell.fence(), cell.body())
                : cell;
    }

    @Override
    public synchronized Page<ItemKey> due(Instant before, int limit, @Nullable String cursor) {
        int bound = broken == Promise.DUE_BOUND ? 0 : -1;
        List<RunItem> due = items.values().stream()
                .filter(item -> item.dueAt() != null && item.dueAt().compareTo(before) <= bound)
                .toList();
        Page<RunItem> page = page("due", due, limit, cursor);
        return new Page<>(page.entries().stream().map(RunItem::key).toList(), page.nextCursor());
    }

    @Override
    public synchronized Page<RunItem> list(String namespace, String sort, int limit, @Nullable String cursor) {
        List<RunItem> found = items.values().stream()
                .filter(item -> item.key().namespace().equals(namespace)
                        && item.key().sort().equals(sort))
                .toList();
        return page("list", found, limit, cursor);
    }

    private Page<RunItem> page(String kind, List<RunItem> all, int limit, @Nullable String cursor) {
        RunStore.requireLimit(limit);
        if (cursor != null && !cursor.startsWith(kind) && broken != Promise.CURSORS) {
            throw RunStore.unknownCursor();
        }
        List<RunItem> ordered = all.stream()
                .sorted(Comparator.comparing(item -> place(kind, item)))
                .toList();
        int start = broken == Promise.PAGES_BY_PLACE
                ? Math.min(ordered.size(), cursor == null ? 0 : Integer.parseInt(cursor.substring(kind.length())))
                : Math.toIntExact(ordered.stream()
                        .filter(item -> cursor != null && place(kind, item).compareTo(cursor) <= 0)
                        .count());
        int from = broken == Promise.PAGES && start > 0 ? Math.min(ordered.size(), start + 1) : start;
        int end = Math.min(ordered.size(), from + limit);
        String next = broken == Promise.PAGES_BY_PLACE ? kind + end : end == 0 ? "" : place(kind, ordered.get(end - 1));
        return new Page<>(ordered.subList(from, end), end < ordered.size() ? next : null);
    }

    private static String place(String kind, RunItem item) {
        Instant at = kind.equals("due") ? Objects.requireNonNull(item.dueAt()) : Instant.EPOCH;
        return String.format("%s%020d/%s", kind, at.toEpochMilli(), item.key());
    }

    @Override
    public synchronized void close() {
        if (broken == Promise.REOPENING) {
            items.clear();
        }
    }
}
