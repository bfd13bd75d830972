package dev.toolcheckpoint.dynamo;

import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.protocol.Invariants;
import dev.toolcheckpoint.protocol.Outcome;
import dev.toolcheckpoint.protocol.Payload;
import dev.toolcheckpoint.protocol.ProtocolException;
import dev.toolcheckpoint.protocol.StoreException;
import dev.toolcheckpoint.protocol.Transition;
import dev.toolcheckpoint.store.AttentionQuery;
import dev.toolcheckpoint.store.CheckpointStore;
import dev.toolcheckpoint.store.ListQuery;
import dev.toolcheckpoint.store.RecordPage;
import dev.toolcheckpoint.store.SealedPayload;
import dev.toolcheckpoint.store.WriteResult;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;

/**
 * A journal in one DynamoDB table. Thread-safe.
 *
 * <p>A transition is one conditional put of the whole control item, on revision and write id; nothing is ever updated in part.
 * Each write is sent once: the journal repeats it, and the stored write id tells whether an earlier send was applied. Reads that
 * decide are consistent. Payloads are sealed by a {@link dev.toolcheckpoint.dynamo.crypto.PayloadCipher} and kept in the control
 * item up to 4 608 stored bytes, above that in chunks beside it, and in S3 above 1.5 MB when there is a bucket; up to 10 MB.
 *
 * <p>Errors are {@link StoreException}s. {@code STORE_UNAVAILABLE}: ambiguous after a time-out, a broken connection or a 5xx; not
 * ambiguous, but retryable, when throttled or out of reach; neither when credentials, permissions or the request are refused.
 * {@code TABLE_MISSING} and {@code TABLE_MISMATCH} when the table is not there, or not a journal, or not the pinned one. {@code
 * KMS_UNAVAILABLE} and {@code PAYLOAD_UNREADABLE} as the cipher says.
 *
 * <p>The table is described in {@code docs/reference/table.md}; {@link DynamoTable} makes and checks it.
 */
public final class DynamoCheckpointStore implements CheckpointStore {

    /** Hosts' clocks differ by less than this. */
    private static final Duration SKEW_MARGIN = Duration.ofSeconds(1);

    private final String table;
    private final Items items;
    private final Payloads payloads;
    private final AttentionShards shards;
    private final Listings listings;
    private final TableIdentity identity;
    private final IdleConnections idle;
    private final List<AutoCloseable> owned;

    DynamoCheckpointStore(
            String table,
            Items items,
            Payloads payloads,
            AttentionShards shards,
            Listings listings,
            TableIdentity identity,
            IdleConnections idle,
            List<AutoCloseable> owned) {
        this.table = table;
        this.items = items;
        this.payloads = payloads;
        this.shards = shards;
        this.listings = listings;
        this.identity = identity;
        this.idle = idle;
        this.owned = List.copyOf(owned);
    }

    /**
     * Starts a store. {@link DynamoStoreBuilder#cipher} must be set.
     *
     * @param table the table's name or ARN
     */
    public static DynamoStoreBuilder builder(String table) {
        return new DynamoStoreBuilder(table);
    }

    /** One second. */
    @Override
    public Duration defaultSkewMargin() {
        return SKEW_MARGIN;
    }

    /** Gets a data key of the namespace ready. */
    @Override
    public void prepare(CheckpointKey key, Instant leaseUntil) {
        payloads.prepare(key, leaseUntil);
    }

    @Override
    public SealedPayload seal(CheckpointKey key, String writeId, byte[] payload) {
        return payloads.seal(key, writeId, payload);
    }

    @Override
    public String digest(Checkpoint record, byte[] payload) {
        StoredForm stored = storedForm(record);
        return payloads.digest(record.key(), stored.place(), stored.bytes(), payload);
    }

    @Override
    public WriteResult createIfAbsent(Transition creation) {
        require(
                creation.expectedRevision() == 0
                        && creation.expectedWriteId() == null
                        && creation.next().outcome() == null,
                "A creation expects revision 0 and no write id, and stores no outcome.");
        identity.check();
        return items.putIfAbsent(ControlItem.of(Invariants.validate(creation.next()), shards));
    }

    @Override
    public WriteResult compareAndSwap(Transition transition, @Nullable SealedPayload payload) {
        require(
                transition.expectedRevision() >= 1 && transition.expectedWriteId() != null,
                "A compare-and-swap expects a revision of at least 1 and a write id.");
        identity.check();
        Checkpoint next = Invariants.validate(transition.next());
        Outcome outcome = next.outcome();
        if (payload != null) {
            return swapWithPayload(transition, next, payload);
        }
        boolean carriesItsPayload =
                outcome == null || (outcome.payload() instanceof Payload.Stored stored && stored.sealed().length > 0);
        return carriesItsPayload
                ? items.putIfUnchanged(ControlItem.of(next, shards), transition)
                : swapKeepingPayload(transition, next);
    }

    private WriteResult swapWithPayload(Transition transition, Checkpoint next, SealedPayload payload) {
        Outcome outcome = next.outcome();
        if (!(payload instanceof SealedItem sealed)
                || outcome == null
                || !outcome.digest().equals(sealed.digest())) {
            throw ProtocolException.invalidArgument(
                    "The sealed payload is this store's, and that of the outcome it is stored with. Nothing was written.");
        }
        payloads.writeBody(next, sealed);
        return items.putIfUnchanged(ControlItem.of(next.withPayload(sealed.payload()), shards), transition);
    }

    /**
     * A write from a record that doesn't carry its payload's stored form, because somebody loaded or forgot it: what is stored
     * goes along, so it is read first.
     */
    private WriteResult swapKeepingPayload(Transition transition, Checkpoint next) {
        ControlItem current = items.find(next.key());
        if (current == null
                || current.record().revision() != transition.expectedRevision()
                || !current.record().writeId().equals(transition.expectedWriteId())) {
            return WriteResult.refusedUnlessOwn(current == null ? null : current.record(), next);
        }
        Outcome before = current.record().outcome();
        require(
                before != null && before.digest().equals(next.requireOutcome().digest()),
                "A transition that stores an outcome comes with its sealed payload.");
        StoredForm stored = StoredForm.of(current);
        if (!next.requireOutcome().forgotten()) {
            Payload kept = new Payload.Stored(stored.place().text(), stored.bytes());
            return items.putIfUnchanged(ControlItem.of(next.withPayload(kept), shards), transition);
        }
        byte[] header = Payloads.header(stored.place(), stored.bytes());
        WriteResult result = items.putIfUnchanged(ControlItem.forgotten(next, header, shards), transition);
        if (result instanceof WriteResult.Stored) {
            payloads.deleteBody(next.key(), stored.place());
        }
        return result;
    }

    @Override
    public Optional<Checkpoint> find(CheckpointKey key) {
        identity.check();
        return Optional.ofNullable(items.find(key)).map(ControlItem::record);
    }

    @Override
    public byte[] loadPayload(Checkpoint record) {
        Outcome outcome = record.requireOutcome();
        if (outcome.payload() instanceof Payload.Inline inline) {
            return inline.bytes();
        }
        require(!outcome.forgotten(), "Only an outcome that is not forgotten has a payload.");
        StoredForm stored = storedForm(record);
        if (stored.place().tier() == PayloadPlace.Tier.FORGOTTEN) {
            throw Failures.unreadable(ItemKeys.partition(record.key()), "was forgotten since", null);
        }
        return payloads.load(record, stored.place(), stored.bytes());
    }

    /** What the table holds of a record's payload: as the record carries it, or else read again. */
    private StoredForm storedForm(Checkpoint record) {
        if (record.requireOutcome().payload() instanceof Payload.Stored stored && stored.sealed().length > 0) {
            return new StoredForm(PayloadPlace.of(stored.reference()), stored.sealed());
        }
        ControlItem current = items.find(record.key());
        if (current == null
                || current.record().outcome() == null
                || !current.record()
                        .outcome()
                        .digest()
                        .equals(record.requireOutcome().digest())) {
            throw Failures.unreadable(ItemKeys.partition(record.key()), "is gone with its record", null);
        }
        return StoredForm.of(current);
    }

    /**
     * What a control item holds of a payload.
     *
     * @param place where the body is
     * @param bytes the envelope, or its header
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record StoredForm(PayloadPlace place, byte[] bytes) {
        static StoredForm of(ControlItem item) {
            String place = item.place();
            SdkBytes payload = item.payload();
            if (place == null || payload == null) {
                throw new IllegalArgumentException("an item with an outcome has a payload");
            }
            return new StoredForm(PayloadPlace.of(place), payload.asByteArrayUnsafe());
        }
    }

    /** Asks the attention index, eventually consistent, and then for the records themselves. */
    @Override
    public RecordPage attention(AttentionQuery query) {
        identity.check();
        return listings.attention(query);
    }

    /** Scans the table, eventually consistent; in no particular order. It reads everything, payloads too: for people, not for calls. */
    @Override
    public RecordPage list(ListQuery query) {
        identity.check();
        return listings.list(query);
    }

    /**
     * Forgets every data key and that the table is the pinned one, and closes the idle connections of the clients that it made, before
     * the process is copied. Usable again afterwards.
     */
    @Override
    public void beforeSnapshot() {
        identity.forget();
        payloads.beforeSnapshot();
        idle.close();
    }

    /** Closes what the store made itself; clients and ciphers that it was given stay open. */
    @Override
    public void close() {
        Clients.close(owned, "The store " + this);
    }

    private static void require(boolean holds, String rule) {
        if (!holds) {
            throw ProtocolException.invalidArgument(rule + " Nothing was written.");
        }
    }

    /** Names the table. */
    @Override
    public String toString() {
        return "dynamo:" + table;
    }
}
