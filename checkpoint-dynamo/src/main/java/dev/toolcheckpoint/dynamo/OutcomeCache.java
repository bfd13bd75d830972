package dev.toolcheckpoint.dynamo;

import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.protocol.ConfigurationException;
import dev.toolcheckpoint.protocol.Payload;
import dev.toolcheckpoint.protocol.Transition;
import dev.toolcheckpoint.store.AttentionQuery;
import dev.toolcheckpoint.store.CheckpointStore;
import dev.toolcheckpoint.store.ListQuery;
import dev.toolcheckpoint.store.RecordPage;
import dev.toolcheckpoint.store.SealedPayload;
import dev.toolcheckpoint.store.WriteResult;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A store that remembers outcomes, so that a call that comes again in the same process is answered without a request. Thread-safe.
 *
 * <p>Only the answer to a creation is taken from memory: a call that begins is shown the finished record that it would meet in the
 * table, and conflicts are found in it as they would be there. Everything that reads or changes a record goes to the store. A record
 * is remembered when its outcome is stored or handed out here, and dropped when it is changed here, when it is as old as {@link
 * Builder#maxAge}, or when its retention is over.
 *
 * <p>An outcome never changes once it is stored; what else happens elsewhere may be missed for the age of an entry: the answer then
 * has the status before a delivery, and a payload that was forgotten is still handed out.
 *
 * <p>Defaults: 1 000 records, 8 MB of payloads, 5 minutes.
 */
public final class OutcomeCache implements CheckpointStore {

    private final DynamoCheckpointStore store;
    private final RememberedOutcomes remembered;

    private OutcomeCache(DynamoCheckpointStore store, RememberedOutcomes remembered) {
        this.store = store;
        this.remembered = remembered;
    }

    /** Starts a cache over this store, which is closed with it. */
    public static Builder over(DynamoCheckpointStore store) {
        return new Builder(store);
    }

    @Override
    public Duration defaultSkewMargin() {
        return store.defaultSkewMargin();
    }

    /** Gets nothing ready for a call that is remembered: nothing will be claimed. */
    @Override
    public void prepare(CheckpointKey key, Instant leaseUntil) {
        if (remembered.find(key) == null) {
            store.prepare(key, leaseUntil);
        }
    }

    @Override
    public SealedPayload seal(CheckpointKey key, String writeId, byte[] payload) {
        return new Clear(store.seal(key, writeId, payload), Payload.Inline.of(payload));
    }

    @Override
    public String digest(Checkpoint record, byte[] payload) {
        return store.digest(record, payload);
    }

    /** Refused by a record that is remembered, without asking the store. */
    @Override
    public WriteResult createIfAbsent(Transition creation) {
        Checkpoint known = remembered.find(creation.next().key());
        return known == null ? store.createIfAbsent(creation) : WriteResult.refusedUnlessOwn(known, creation.next());
    }

    @Override
    public WriteResult compareAndSwap(Transition transition, @Nullable SealedPayload payload) {
        Checkpoint next = transition.next();
        Clear clear = payload instanceof Clear sealedHere ? sealedHere : null;
        remembered.drop(next.key());
        try {
            WriteResult result = store.compareAndSwap(transition, clear == null ? payload : clear.sealed());
            if (clear != null && result instanceof WriteResult.Stored) {
                remembered.add(next.withPayload(clear.bytes()), clear.bytes());
            }
            return result;
        } finally {
            if (clear == null) {
                // A replay may have remembered what was there before.
                remembered.drop(next.key());
            }
        }
    }

    @Override
    public Optional<Checkpoint> find(CheckpointKey key) {
        return store.find(key);
    }

    @Override
    public byte[] loadPayload(Checkpoint record) {
        byte[] bytes = store.loadPayload(record);
        Payload.Inline clear = Payload.Inline.of(bytes);
        remembered.add(record.withPayload(clear), clear);
        return bytes;
    }

    @Override
    public RecordPage attention(AttentionQuery query) {
        return store.attention(query);
    }

    @Override
    public RecordPage list(ListQuery query) {
        return store.list(query);
    }

    /** Forgets every outcome and every data key before the process is copied. Usable again afterwards. */
    @Override
    public void beforeSnapshot() {
        remembered.clear();
        store.beforeSnapshot();
    }

    /** Forgets everything and closes the store. */
    @Override
    public void close() {
        remembered.clear();
        store.close();
    }

    /** Names the table. */
    @Override
    public String toString() {
        return store + " with a cache of outcomes";
    }

    /** A sealed payload with the bytes it was made of. */
    private record Clear(SealedPayload sealed, Payload.Inline bytes) implements SealedPayload {
        @Override
        public String digest() {
            return sealed.digest();
        }

        @Override
        public Payload payload() {
            return sealed.payload();
        }

        @Override
        public String toString() {
            return sealed.toString();
        }
    }

    /** Builds a cache. Not thread-safe. */
    public static final class Builder {
        private final DynamoCheckpointStore store;
        private int maxRecords = 1_000;
        private long maxBytes = 8_000_000;
        private Duration maxAge = Duration.ofMinutes(5);
        private Clock clock = Clock.systemUTC();

        private Builder(DynamoCheckpointStore store) {
            this.store = store;
        }

        /** How many records are remembered at most; 1 to 1 000 000, default 1 000. The one that was not used for longest goes first. */
        public Builder maxRecords(int count) {
            this.maxRecords = count;
            return this;
        }

        /** How many bytes their payloads have at most, in all; 1 to 1 000 000 000, default 8 MB. A larger payload is not remembered. */
        public Builder maxBytes(long bytes) {
            this.maxBytes = bytes;
            return this;
        }

        /** How long a record is remembered; 1 ms to 24 h, default 5 minutes. */
        public Builder maxAge(Duration age) {
            this.maxAge = age;
            return this;
        }

        /** The clock of ages and retention; the system's unless set. */
        public Builder clock(Clock source) {
            this.clock = source;
            return this;
        }

        /**
         * Makes the cache.
         *
         * @throws ConfigurationException listing everything that is out of range
         */
        public OutcomeCache build() {
            List<String> problems = new ArrayList<>();
            require(problems, "maxRecords", maxRecords, 1_000_000);
            require(problems, "maxBytes", maxBytes, 1_000_000_000);
            require(
                    problems,
                    "maxAge in ms",
                    maxAge.toMillis(),
                    Duration.ofDays(1).toMillis());
            if (!problems.isEmpty()) {
                throw new ConfigurationException(problems);
            }
            return new OutcomeCache(store, new RememberedOutcomes(maxRecords, maxBytes, maxAge, clock));
        }

        private static void require(List<String> problems, String name, long value, long most) {
            if (value < 1 || value > most) {
                problems.add(name + " of an outcome cache must be 1 to " + most + ", found " + value + ".");
            }
        }
    }
}
