package dev.toolcheckpoint.journal;

import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.protocol.CompletionUnconfirmedException;
import dev.toolcheckpoint.protocol.Evidence;
import dev.toolcheckpoint.protocol.LateReceipts;
import dev.toolcheckpoint.protocol.Outcome;
import dev.toolcheckpoint.protocol.ProtocolException;
import dev.toolcheckpoint.protocol.Receipt;
import dev.toolcheckpoint.protocol.RecordMissingException;
import dev.toolcheckpoint.protocol.Retention;
import dev.toolcheckpoint.protocol.StoreException;
import dev.toolcheckpoint.protocol.Uncertainty;
import dev.toolcheckpoint.store.AttentionQuery;
import dev.toolcheckpoint.store.CheckpointStore;
import dev.toolcheckpoint.store.ListQuery;
import dev.toolcheckpoint.store.RecordPage;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The operations on checkpoints. Thread-safe; holds no state of any one call.
 *
 * <p>Every operation throws {@link ProtocolException} for a value out of range (before any I/O) or a broken record, and
 * {@link StoreException} when the store fails. An exception from {@link #begin} authorises nothing.
 *
 * <p>Defaults: results up to 1 MiB, retention of 30 days over a replay window of 14 days, late receipts accepted, the store's
 * own skew margin, 6 sends of a write that gets no answer; completions and other ends of what a lease holds are repeated until the
 * lease's end, or until the deadline given.
 */
public final class Journal {

    /** The lease outside Lambda. */
    public static final Duration DEFAULT_LEASE = Duration.ofSeconds(30);

    /** The result limit unless set: 1 MiB. */
    public static final int DEFAULT_MAX_RESULT = 1024 * 1024;

    /** The highest result limit: 10 MB. */
    public static final int HIGHEST_MAX_RESULT = 10_000_000;

    private final Settings settings;
    private final Writes writes;
    private final Claims claims;
    private final Attempts attempts;
    private final Settlements settlements;
    private final Deliveries deliveries;

    private Journal(Settings settings) {
        this.settings = settings;
        this.writes = new Writes(settings);
        this.attempts = new Attempts(settings, writes);
        this.claims = new Claims(settings, writes, attempts);
        this.settlements = new Settlements(settings, writes);
        this.deliveries = new Deliveries(settings, writes);
    }

    /** A journal over this store. The store stays the caller's: a journal does not close it. */
    public static Builder builder(CheckpointStore store) {
        return new Builder(store);
    }

    /** A journal over this store with the defaults. */
    public static Journal over(CheckpointStore store) {
        return builder(store).build();
    }

    /**
     * Asks whether to execute the call now. A missing record is created and claimed in one write.
     *
     * @param lease how long the attempt is believed alive; 1 ms to 24 h
     */
    public Begin begin(Intent intent, Duration lease) {
        return claims.begin(intent, lease, null);
    }

    /**
     * The same with a bound on the repeats of a write that gets no answer.
     *
     * @param until no further send starts after it
     */
    public Begin begin(Intent intent, Duration lease, Instant until) {
        return claims.begin(intent, lease, until);
    }

    /** What {@link #begin} would answer if it might not claim; empty when it would try to. Writes nothing. */
    public Optional<Begin> peek(Intent intent) {
        return claims.peek(intent);
    }

    /**
     * Stores what the tool came back with. A write that gets no answer, or is throttled, is repeated until the lease ends.
     *
     * @throws ProtocolException {@code PAYLOAD_TOO_LARGE}: nothing was stored, complete with less
     * @throws CompletionUnconfirmedException when it stays unknown whether the receipt was stored
     */
    public Complete complete(Lease lease, Receipt receipt) {
        return attempts.complete(lease, receipt, null);
    }

    /**
     * The same with a deadline instead of the lease's end.
     *
     * @param until no repeat starts at or after it, or when it could not be over by then
     */
    public Complete complete(Lease lease, Receipt receipt, Instant until) {
        return attempts.complete(lease, receipt, until);
    }

    /**
     * Makes a lease longer, never shorter.
     *
     * @param duration from now on; 1 ms to 24 h
     */
    public Renew renew(Lease lease, Duration duration) {
        return attempts.renew(lease, duration);
    }

    /**
     * Gives an idempotent attempt up, so that a further one may start at once. Whoever does must have stopped: what it sent may still
     * be under way, but nothing starts after it.
     *
     * @throws ProtocolException {@code INVALID_ARGUMENT} for a manual call
     */
    public Abandon abandon(Lease lease) {
        return attempts.abandon(lease, null);
    }

    /** The same with a deadline instead of the lease's end. */
    public Abandon abandon(Lease lease, Instant until) {
        return attempts.abandon(lease, until);
    }

    /**
     * The holder says that nobody knows whether its effect happened.
     *
     * @param reason 1 to 2 000 UTF-16 units
     */
    public Mark markUncertain(Lease lease, Uncertainty.Code code, String reason) {
        return attempts.markUncertain(lease, code, reason, null);
    }

    /** The same with a deadline instead of the lease's end. */
    public Mark markUncertain(Lease lease, Uncertainty.Code code, String reason, Instant until) {
        return attempts.markUncertain(lease, code, reason, until);
    }

    /**
     * An operator says so, by name.
     *
     * @throws RecordMissingException when there is no record
     */
    public Mark markUncertain(CheckpointKey key, String reason, String operator) {
        return settlements.markUncertain(key, reason, operator);
    }

    /** Marks a call uncertain whose lease is over and that no further attempt may follow; else it is stale. */
    public Mark expire(CheckpointKey key) {
        return settlements.expire(key);
    }

    /** Marks a call uncertain whose lease is over, on an operator's word even when a further attempt might follow. */
    public Mark expire(CheckpointKey key, String reason, String operator) {
        return settlements.expire(key, reason, operator);
    }

    /**
     * Records independently verified evidence, and the outcome that follows from it.
     *
     * @param quiescence how long after its lease a request of the tool could still act; "it did not happen" counts only then
     * @throws RecordMissingException when there is no record
     */
    public Settle settle(CheckpointKey key, Evidence evidence, Receipt receipt, Duration quiescence) {
        return settlements.settle(key, null, evidence, receipt, quiescence);
    }

    /** The same for a call: another call under the same id is a conflict. */
    public Settle settle(Intent intent, Evidence evidence, Receipt receipt, Duration quiescence) {
        return settlements.settle(intent.key(), intent, evidence, receipt, quiescence);
    }

    /**
     * Forgets the payload of an outcome and keeps the record.
     *
     * @throws RecordMissingException when there is no record
     */
    public Forget forget(CheckpointKey key) {
        return settlements.forget(key);
    }

    /**
     * Asks whether to send the outcome now. One write, when the outcome came with an answer of {@code begin} or {@code complete} and
     * nobody wrote since.
     *
     * @param lease how long the delivery is believed alive; 1 ms to 24 h
     * @param idempotent whether the delivery may be repeated when nobody knows how it ended; one that may not does not repeat
     *     an earlier delivery either
     * @throws RecordMissingException when there is no record
     */
    public ClaimDelivery claimDelivery(Deliverable deliverable, Duration lease, boolean idempotent) {
        return deliveries.claim(deliverable, lease, idempotent);
    }

    /** The same for a record that is read first. */
    public ClaimDelivery claimDelivery(CheckpointKey key, Duration lease, boolean idempotent) {
        return deliveries.claim(Deliverable.of(key), lease, idempotent);
    }

    /** The outcome arrived. A write that gets no answer, or is throttled, is repeated until the lease ends. */
    public DeliveryEnd completeDelivery(DeliveryLease lease) {
        return deliveries.complete(lease);
    }

    /** The same for a delivery of which only the id is known; the record is read first. */
    public DeliveryEnd completeDelivery(CheckpointKey key, String deliveryId) {
        return deliveries.complete(deliveries.byId(key, deliveryId));
    }

    /** The outcome surely did not arrive; another delivery may follow. Repeated as {@link #completeDelivery} is. */
    public DeliveryEnd releaseDelivery(DeliveryLease lease) {
        return deliveries.release(lease);
    }

    /** The same for a delivery of which only the id is known; the record is read first. */
    public DeliveryEnd releaseDelivery(CheckpointKey key, String deliveryId) {
        return deliveries.release(deliveries.byId(key, deliveryId));
    }

    /**
     * The outcome was refused for good. Repeated as {@link #completeDelivery} is.
     *
     * @param reason 1 to 2 000 UTF-16 units
     */
    public DeliveryEnd markUndeliverable(DeliveryLease lease, String reason) {
        return deliveries.undeliverable(lease, reason);
    }

    /** The same for a delivery of which only the id is known; the record is read first. */
    public DeliveryEnd markUndeliverable(CheckpointKey key, String deliveryId, String reason) {
        return deliveries.undeliverable(deliveries.byId(key, deliveryId), reason);
    }

    /**
     * An operator records whether a delivery arrived. Saying the same of it again is done, too; the first evidence stays.
     *
     * @throws ProtocolException {@code INVALID_TRANSITION} when "it did not" comes before the delivery's lease is over
     */
    public DeliveryEnd settleDelivery(CheckpointKey key, Evidence evidence) {
        return deliveries.settle(key, evidence);
    }

    /** The record, without its payload's bytes when the store keeps them apart. Changes nothing. */
    public Optional<Checkpoint> inspect(CheckpointKey key) {
        return Optional.ofNullable(writes.find(key));
    }

    /**
     * The outcome of a record with its payload at hand, or forgotten.
     *
     * @throws StoreException {@code PAYLOAD_UNREADABLE} when the bytes can't be read
     */
    public Outcome loadOutcome(Checkpoint record) {
        return writes.load(record);
    }

    /** Records that need attention; a hint. */
    public RecordPage attention(AttentionQuery query) {
        return settings.store().attention(query);
    }

    /** Records to look at; a hint. */
    public RecordPage list(ListQuery query) {
        return settings.store().list(query);
    }

    /**
     * Goes the ways of a write up to its sending, so that the first real one finds them warm: gets a data key of the namespace, and
     * seals with it. Stores nothing.
     *
     * @throws StoreException when there is no data key
     */
    public void warmUp(CheckpointKey key) {
        writes.warmUp(key);
    }

    /**
     * Makes the store forget what a copy of the process must not share or trust, see {@link CheckpointStore#beforeSnapshot}. Usable
     * again afterwards. Ids are made by each call, and are not part of it.
     */
    public void beforeSnapshot() {
        writes.beforeSnapshot();
    }

    /** What covers the difference of any two clocks. */
    public Duration skewMargin() {
        return settings.skewMargin();
    }

    /** The largest result, in bytes. */
    public int maxResult() {
        return settings.maxResult();
    }

    /** The clock of every decision. */
    public Clock clock() {
        return settings.clock();
    }

    /** Who is told what happens; never throws. */
    public CheckpointListener listener() {
        return settings.listener();
    }

    /** Builds a journal. Not thread-safe. */
    public static final class Builder {
        private final CheckpointStore store;
        private Clock clock = Clock.systemUTC();
        private IdSource ids = IdSource.secureRandom();
        private Pause pause = Pause.sleeping();
        private RetryPolicy retryPolicy = RetryPolicy.DEFAULT;
        private CheckpointListener listener = CheckpointListener.none();
        private @Nullable Duration skewMargin;
        private Retention retention = Retention.DEFAULT;
        private LateReceipts lateReceipts = LateReceipts.ACCEPT;
        private int maxResult = DEFAULT_MAX_RESULT;

        private Builder(CheckpointStore store) {
            this.store = store;
        }

        /** The clock of every decision; the system's unless set. */
        public Builder clock(Clock value) {
            this.clock = value;
            return this;
        }

        /** Where ids come from; 128 random bits unless set. */
        public Builder ids(IdSource value) {
            this.ids = value;
            return this;
        }

        /** How to wait between two sends of a write; {@link Pause#sleeping} unless set. */
        public Builder pause(Pause value) {
            this.pause = value;
            return this;
        }

        /** How often a write is sent that gets no answer; {@link RetryPolicy#DEFAULT} unless set. */
        public Builder retryPolicy(RetryPolicy value) {
            this.retryPolicy = value;
            return this;
        }

        /** Who is told what happens. */
        public Builder listener(CheckpointListener value) {
            this.listener = value;
            return this;
        }

        /** What covers the difference of any two clocks; 0 to 1 h; the store's own unless set. */
        public Builder skewMargin(Duration value) {
            if (value.isNegative() || value.compareTo(Duration.ofHours(1)) > 0) {
                throw ProtocolException.invalidArgument(
                        "skewMargin must be 0 ms to 3600000 ms, found " + value.toMillis() + " ms.");
            }
            this.skewMargin = value;
            return this;
        }

        /** How long finished records are kept. */
        public Builder retention(Retention value) {
            this.retention = value;
            return this;
        }

        /** Whether an attempt may complete after its lease ended. */
        public Builder lateReceipts(LateReceipts value) {
            this.lateReceipts = value;
            return this;
        }

        /** The largest result in bytes; 1 KiB to 10 MB. */
        public Builder maxResult(int value) {
            if (value < 1024 || value > HIGHEST_MAX_RESULT) {
                throw ProtocolException.invalidArgument(
                        "maxResult must be 1024 to " + HIGHEST_MAX_RESULT + " bytes, found " + value + ".");
            }
            this.maxResult = value;
            return this;
        }

        /** The journal. */
        public Journal build() {
            return new Journal(new Settings(
                    store,
                    clock,
                    ids,
                    pause,
                    retryPolicy,
                    SafeListener.of(listener),
                    skewMargin != null ? skewMargin : store.defaultSkewMargin(),
                    retention,
                    lateReceipts,
                    maxResult));
        }
    }
}
