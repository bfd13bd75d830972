package dev.toolcheckpoint.runs.kit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolcheckpoint.protocol.StoreException;
import dev.toolcheckpoint.runs.store.Cell;
import dev.toolcheckpoint.runs.store.Change;
import dev.toolcheckpoint.runs.store.Commit;
import dev.toolcheckpoint.runs.store.Expected;
import dev.toolcheckpoint.runs.store.ItemKey;
import dev.toolcheckpoint.runs.store.RunItem;
import dev.toolcheckpoint.runs.store.RunStore;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What the groups of {@link RunStoreContract} share: the store under test, names of their own, and questions. */
final class RunKit {

    static final Expected ABSENT = new Expected.Absent();
    static final String PARTITION = "R#1";

    /** A listing with more pages than this goes round in circles. */
    private static final int MOST_PAGES = 20_000;

    /** A store that is busy more often than this in a row never answers. */
    private static final int MOST_TRIES = 1_000;

    private final RunStoreContract contract;
    private final String namespace = "kit-" + UUID.randomUUID().toString().substring(0, 13);
    private final AtomicLong ids = new AtomicLong();
    private final Set<ItemKey> named = ConcurrentHashMap.newKeySet();
    private final List<RunStore> opened = new ArrayList<>();
    private @Nullable RunStore first;

    RunKit(RunStoreContract contract) {
        this.contract = contract;
    }

    RunStoreContract contract() {
        return contract;
    }

    /** The store that the test works with. */
    RunStore store() {
        if (first == null) {
            first = another();
        }
        return first;
    }

    /** The same data, opened once more. */
    RunStore another() {
        RunStore store = contract.open();
        opened.add(store);
        return store;
    }

    /** Closes everything and opens the data again. */
    RunStore reopen() {
        close();
        first = null;
        return store();
    }

    /** A namespace of this test alone: the data may be shared with others. */
    String namespace() {
        return namespace;
    }

    /** An item of the partition that most tests use. */
    ItemKey key(String sort) {
        return key(namespace, PARTITION, sort);
    }

    ItemKey key(String inNamespace, String partition, String sort) {
        ItemKey key = new ItemKey(inNamespace, partition, sort);
        named.add(key);
        return key;
    }

    /** Never the same twice in one test. */
    String newId() {
        return "id-" + ids.incrementAndGet();
    }

    /** An open cell with a version and a fence of its own. */
    Cell cell(String text) {
        return Cell.open(newId(), newId(), text.getBytes(StandardCharsets.UTF_8));
    }

    static String text(RunItem item, String cell) {
        Cell found = item.cell(cell);
        assertThat(found).as("the cell %s of %s", cell, item.key()).isNotNull();
        return found == null ? "" : new String(found.body(), StandardCharsets.UTF_8);
    }

    static Expected version(@Nullable Cell cell) {
        return cell == null ? ABSENT : new Expected.Version(cell.version());
    }

    /** Creates an item of one cell {@code a}. */
    Change creation(ItemKey key) {
        return Change.of(key).expect("a", ABSENT).put("a", cell("new")).build();
    }

    Commit commitOf(Change... changes) {
        return new Commit(newId(), List.of(changes));
    }

    void apply(Change... changes) {
        assertThat(store().commit(commitOf(changes)))
                .as("what the commit expects holds, so it is applied")
                .isTrue();
    }

    void refuse(Change... changes) {
        assertThat(store().commit(commitOf(changes)))
                .as("something that the commit expects does not hold, so it is refused")
                .isFalse();
    }

    /** The answer, asked for again while the store is busy: then it has written nothing. */
    static boolean answer(RunStore store, Commit commit) {
        for (int tries = 0; tries < MOST_TRIES; tries++) {
            try {
                return store.commit(commit);
            } catch (StoreException busy) {
                if (!busy.retryable() || busy.ambiguous()) {
                    throw busy;
                }
            }
        }
        throw new AssertionError("The store was busy " + MOST_TRIES + " times in a row.");
    }

    /** The item, which is there. */
    RunItem item(ItemKey key) {
        return item(store(), key);
    }

    static RunItem item(RunStore store, ItemKey key) {
        return store.find(key).orElseThrow(() -> new AssertionError("The item " + key + " is lost."));
    }

    /** The partition that most tests use. */
    List<RunItem> loaded() {
        return store().load(namespace, PARTITION);
    }

    /** The store holds exactly these cells, and this due time. */
    void assertHolds(ItemKey key, Map<String, Cell> cells, @Nullable Instant dueAt) {
        RunItem expected = new RunItem(key, cells, dueAt);
        assertThat(item(key)).isEqualTo(expected);
        assertThat(store().load(key.namespace(), key.partition())).contains(expected);
    }

    /** What of this test is due, page by page. */
    List<ItemKey> allDue(Instant before, int limit) {
        return pages(cursor -> checked(store().due(before, limit, cursor), limit)).stream()
                .filter(key -> key.namespace().startsWith(namespace))
                .toList();
    }

    /** All items of this sort key, page by page. */
    List<RunItem> allListed(String inNamespace, String sort, int limit) {
        return pages(cursor -> checked(store().list(inNamespace, sort, limit, cursor), limit));
    }

    static <T> RunStore.Page<T> checked(RunStore.Page<T> page, int limit) {
        assertThat(page.entries()).hasSizeLessThanOrEqualTo(limit);
        return page;
    }

    static <T> List<T> pages(Function<@Nullable String, RunStore.Page<T>> ask) {
        return pagesAfter(null, ask);
    }

    static <T> List<T> pagesAfter(@Nullable String start, Function<@Nullable String, RunStore.Page<T>> ask) {
        List<T> entries = new ArrayList<>();
        String cursor = start;
        for (int pages = 0; pages < MOST_PAGES; pages++) {
            RunStore.Page<T> page = ask.apply(cursor);
            entries.addAll(page.entries());
            cursor = page.nextCursor();
            if (cursor == null) {
                return entries;
            }
        }
        throw new AssertionError("The listing does not end after " + MOST_PAGES + " pages.");
    }

    /**
     * Checks a listing. Stores whose listings lag are asked again until it holds or the declared lag is over; for all others
     * it must hold at once.
     */
    void assertListing(Runnable check) {
        long giveUp = System.nanoTime() + contract.listingLag().toNanos();
        while (true) {
            try {
                check.run();
                return;
            } catch (AssertionError notYet) {
                if (System.nanoTime() - giveUp >= 0) {
                    throw notYet;
                }
                Thread.onSpinWait();
            }
        }
    }

    /** After every test: each item that it named is the same for find, for load, and after reopening. */
    void verifyAndClose() {
        try {
            Map<ItemKey, Optional<RunItem>> before = new HashMap<>();
            named.forEach(key -> before.put(key, store().find(key)));
            if (!named.isEmpty()) {
                verify(reopen(), before);
            }
        } finally {
            close();
        }
    }

    private static void verify(RunStore reopened, Map<ItemKey, Optional<RunItem>> before) {
        Map<ItemKey, List<RunItem>> partitions = new HashMap<>();
        before.forEach((key, item) -> {
            assertThat(reopened.find(key)).isEqualTo(item);
            List<RunItem> partition = partitions.computeIfAbsent(
                    key.sibling("-"), any -> reopened.load(key.namespace(), key.partition()));
            assertThat(partition.stream()
                            .filter(loaded -> loaded.key().equals(key))
                            .findFirst())
                    .isEqualTo(item);
        });
    }

    private void close() {
        // Twice: closing is idempotent.
        opened.forEach(RunStore::close);
        opened.forEach(RunStore::close);
        opened.clear();
    }
}
