package dev.toolcheckpoint.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolcheckpoint.protocol.Attention;
import dev.toolcheckpoint.protocol.Binding;
import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.protocol.Payload;
import dev.toolcheckpoint.store.AttentionQuery;
import dev.toolcheckpoint.store.CheckpointStore;
import dev.toolcheckpoint.store.ListQuery;
import dev.toolcheckpoint.store.RecordPage;
import dev.toolcheckpoint.store.WriteResult;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What the groups of {@link CheckpointStoreContract} share: the store under test, names of their own, and questions. */
final class KitFixture {

    /** A listing with more pages than this goes round in circles. */
    private static final int MOST_PAGES = 20_000;

    private final CheckpointStoreContract contract;
    private final String namespace = "kit-" + UUID.randomUUID().toString().substring(0, 13);
    private final Set<CheckpointKey> written = ConcurrentHashMap.newKeySet();
    private final Set<CheckpointKey> corrupted = ConcurrentHashMap.newKeySet();
    private final List<CheckpointStore> opened = new ArrayList<>();
    private @Nullable CheckpointStore first;

    KitFixture(CheckpointStoreContract contract) {
        this.contract = contract;
    }

    CheckpointStoreContract contract() {
        return contract;
    }

    /** The store that the test works with. */
    CheckpointStore store() {
        if (first == null) {
            first = another();
        }
        return first;
    }

    /** The same data, opened once more. */
    CheckpointStore another() {
        CheckpointStore store = new CheckedStore(contract.open(), written);
        opened.add(store);
        return store;
    }

    /** Closes everything and opens the data again. */
    CheckpointStore reopen() {
        close();
        first = null;
        return store();
    }

    /** A namespace of this test alone: the data may be shared with others. */
    String namespace() {
        return namespace;
    }

    Binding binding(String callId) {
        return binding(namespace, callId);
    }

    static Binding binding(String namespace, String callId) {
        return new Binding(namespace, callId, "send-mail", "1", "sha256:" + "0123456789abcdef".repeat(4));
    }

    CallWalk walk(String callId) {
        return CallWalk.of(store(), binding(callId));
    }

    CallWalk walk(SampleState state) {
        return state.reach(walk(state.name()));
    }

    /** The record with its payload at hand. */
    static Checkpoint loaded(CheckpointStore store, Checkpoint record) {
        return record.outcome() != null && record.outcome().payload() instanceof Payload.Stored
                ? record.withPayload(Payload.Inline.of(store.loadPayload(record)))
                : record;
    }

    Checkpoint found(CheckpointKey key) {
        return found(store(), key);
    }

    static Checkpoint found(CheckpointStore store, CheckpointKey key) {
        return loaded(
                store, store.find(key).orElseThrow(() -> new AssertionError("The record of " + key + " is lost.")));
    }

    /** The store holds exactly what was written last. */
    void assertHolds(CallWalk walk) {
        assertThat(found(walk.record().key())).isEqualTo(walk.expected());
    }

    /** A write was refused, and its answer carries exactly this record. */
    void assertRefusedWith(Checkpoint current, WriteResult result) {
        assertThat(result).isInstanceOf(WriteResult.Refused.class);
        Checkpoint carried = ((WriteResult.Refused) result).current();
        assertThat(carried).as("the record that a refusal carries").isNotNull();
        if (carried != null) {
            assertThat(loaded(store(), carried)).isEqualTo(current);
        }
    }

    /** All records of this test, page by page. */
    List<Checkpoint> listed(ListQuery query) {
        return all(query, store()::list, ListQuery::after).records();
    }

    /** All records of this test that need attention, page by page; in the order of the listing. */
    List<Checkpoint> attention(AttentionQuery query) {
        return all(query, store()::attention, AttentionQuery::after).records();
    }

    RecordPage allListed(ListQuery query) {
        return all(query, store()::list, ListQuery::after);
    }

    RecordPage allAttention(Instant dueBefore) {
        return all(AttentionQuery.dueBefore(dueBefore), store()::attention, AttentionQuery::after);
    }

    static AttentionQuery due(Instant before, int limit, Attention.Kind... kinds) {
        return new AttentionQuery(Set.of(kinds), before, limit, null);
    }

    ListQuery own(int limit) {
        return new ListQuery(namespace, Set.of(), null, limit, null);
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

    void corrupt(CheckpointKey key, Corruption corruption) {
        corrupted.add(key);
        assertThat(contract.corrupt(key, corruption))
                .as("%s is declared as possible, so corrupt() must do it", corruption)
                .isTrue();
    }

    /** After every test: what was written and not broken on purpose can be read, and holds its invariants. */
    void verifyAndClose() {
        try {
            if (!written.isEmpty()) {
                CheckpointStore store = reopen();
                written.stream().filter(key -> !corrupted.contains(key)).forEach(store::find);
            }
        } finally {
            close();
        }
    }

    private void close() {
        // Twice: closing is idempotent.
        opened.forEach(CheckpointStore::close);
        opened.forEach(CheckpointStore::close);
        opened.clear();
    }

    private <Q> RecordPage all(Q start, Function<Q, RecordPage> ask, BiFunction<Q, RecordPage, Q> after) {
        List<Checkpoint> records = new ArrayList<>();
        List<RecordPage.InvalidRecord> invalid = new ArrayList<>();
        Q query = start;
        for (int pages = 0; pages < MOST_PAGES; pages++) {
            RecordPage page = ask.apply(query);
            page.records().stream()
                    .filter(record -> record.binding().namespace().startsWith(namespace))
                    .map(record -> loaded(store(), record))
                    .forEach(records::add);
            invalid.addAll(page.invalid());
            if (page.nextCursor() == null) {
                return new RecordPage(records, invalid, null);
            }
            query = after.apply(query, page);
        }
        throw new AssertionError("The listing does not end after " + MOST_PAGES + " pages.");
    }
}
