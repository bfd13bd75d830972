package dev.toolcheckpoint.testing;

import dev.toolcheckpoint.journal.IdSource;
import dev.toolcheckpoint.protocol.Binding;
import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.DeliveryTransitions;
import dev.toolcheckpoint.protocol.Evidence;
import dev.toolcheckpoint.protocol.ExecutionTransitions;
import dev.toolcheckpoint.protocol.LateReceipts;
import dev.toolcheckpoint.protocol.Outcome;
import dev.toolcheckpoint.protocol.Payload;
import dev.toolcheckpoint.protocol.Receipt;
import dev.toolcheckpoint.protocol.Recovery;
import dev.toolcheckpoint.protocol.Retention;
import dev.toolcheckpoint.protocol.StoreException;
import dev.toolcheckpoint.protocol.Transition;
import dev.toolcheckpoint.protocol.Uncertainty;
import dev.toolcheckpoint.store.CheckpointStore;
import dev.toolcheckpoint.store.SealedPayload;
import dev.toolcheckpoint.store.WriteResult;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Walks one call through its life in a store, a write at a time, by the protocol's own transitions. Every step happens one
 * second after the one before, must be stored, and throws an {@link AssertionError} when it isn't. For one thread.
 */
public final class CallWalk {

    /** How long the leases are. */
    public static final Duration LEASE = Duration.ofSeconds(30);

    private static final Duration STEP = Duration.ofSeconds(1);
    private static final int MOST_SENDS = 1_000;

    private final CheckpointStore store;
    private final Binding binding;
    private IdSource ids = new SequentialIds("walk");
    private Recovery recovery = Recovery.manual();
    private Retention retention = Retention.DEFAULT;
    private Duration lease = LEASE;
    private Instant now = VirtualClock.DEFAULT_START;
    private @Nullable Checkpoint record;
    private byte @Nullable [] payload;

    private CallWalk(CheckpointStore store, Binding binding) {
        this.store = store;
        this.binding = binding;
    }

    /** A call that is not in the store yet: manual recovery, default retention, from {@link VirtualClock#DEFAULT_START} on. */
    public static CallWalk of(CheckpointStore store, Binding binding) {
        return new CallWalk(store, binding);
    }

    /** Before the first step: with this recovery policy. */
    public CallWalk with(Recovery policy) {
        recovery = policy;
        return this;
    }

    /** Before the first step: with this retention. */
    public CallWalk with(Retention kept) {
        retention = kept;
        return this;
    }

    /** Before the first step: with ids from here. */
    public CallWalk with(IdSource source) {
        ids = source;
        return this;
    }

    /** Before a step: claims from now on have this lease. */
    public CallWalk withLease(Duration length) {
        lease = length;
        return this;
    }

    /** Before a step: it happens one second after this. */
    public CallWalk at(Instant instant) {
        now = instant;
        return this;
    }

    /** The record as it was last written. */
    public Checkpoint record() {
        return Objects.requireNonNull(record, "no step yet");
    }

    /** The record as it was last written, with the clear payload at hand unless it is forgotten. */
    public Checkpoint expected() {
        return payload == null || record().requireOutcome().forgotten()
                ? record()
                : record().withPayload(Payload.Inline.of(payload));
    }

    /** The time of the last step. */
    public Instant now() {
        return now;
    }

    /** Nothing → {@code READY}. */
    public CallWalk create() {
        return write(ExecutionTransitions.create(binding, recovery, ids.next(), tick()), null);
    }

    /** Nothing → {@code EXECUTING}, in one write. */
    public CallWalk createClaimed() {
        store.prepare(binding.key(), now.plus(lease));
        return write(
                ExecutionTransitions.createClaimed(binding, recovery, ids.next(), lease, ids.next(), tick()), null);
    }

    /** {@code READY} → {@code EXECUTING}. */
    public CallWalk claim() {
        store.prepare(binding.key(), now.plus(lease));
        return write(ExecutionTransitions.claimExecution(record(), ids.next(), lease, ids.next(), tick()), null);
    }

    /** {@code EXECUTING}, its lease over → {@code EXECUTING} with the next epoch. */
    public CallWalk reclaim() {
        now = now.plus(lease);
        return write(
                ExecutionTransitions.reclaimExecution(record(), ids.next(), lease, ids.next(), tick(), Duration.ZERO),
                null);
    }

    /** A longer lease. */
    public CallWalk renew() {
        return write(
                ExecutionTransitions.renewExecution(
                        record(), record().requireExecution().fence(), lease, ids.next(), tick()),
                null);
    }

    /** The holder gives up. */
    public CallWalk abandon() {
        return write(
                ExecutionTransitions.abandonExecution(
                        record(), record().requireExecution().fence(), ids.next(), tick(), Duration.ZERO),
                null);
    }

    /** {@code EXECUTING} → {@code UNCERTAIN} by the holder. */
    public CallWalk markUncertain(String reason) {
        return write(
                ExecutionTransitions.markExecutionUncertain(
                        record(),
                        record().requireExecution().fence(),
                        Uncertainty.Code.AMBIGUOUS_FAILURE,
                        reason,
                        ids.next(),
                        tick()),
                null);
    }

    /** {@code EXECUTING} → {@code UNCERTAIN} because the lease is over. */
    public CallWalk expire() {
        now = now.plus(lease);
        return write(ExecutionTransitions.markExpiredUncertain(record(), ids.next(), tick(), Duration.ZERO), null);
    }

    /** {@code EXECUTING} → {@code UNCERTAIN} by an operator. */
    public CallWalk markUncertainBy(String operator, String reason) {
        return write(
                ExecutionTransitions.markUncertainByOperator(record(), reason, operator, ids.next(), tick()), null);
    }

    /** → {@code COMPLETED} by the holder. */
    public CallWalk complete(Receipt receipt) {
        String writeId = ids.next();
        Instant at = tick();
        SealedPayload sealed = seal(writeId, receipt);
        return write(
                ExecutionTransitions.completeExecution(
                        record(),
                        record().requireExecution().fence(),
                        Outcome.of(receipt, sealed.digest(), sealed.payload(), at, null),
                        LateReceipts.ACCEPT,
                        retention,
                        writeId,
                        at),
                sealed);
    }

    /** {@code UNCERTAIN} → {@code COMPLETED} with evidence, after the lease. */
    public CallWalk settle(Evidence evidence, Receipt receipt) {
        now = now.plus(lease);
        String writeId = ids.next();
        Instant at = tick();
        SealedPayload sealed = seal(writeId, receipt);
        return write(
                ExecutionTransitions.settleExecution(
                        record(),
                        Outcome.of(receipt, sealed.digest(), sealed.payload(), at, evidence),
                        retention,
                        writeId,
                        at,
                        Duration.ZERO,
                        Duration.ZERO),
                sealed);
    }

    /** {@code COMPLETED} → {@code DELIVERING}. */
    public CallWalk claimDelivery(boolean idempotent) {
        return write(
                DeliveryTransitions.claimDelivery(record(), ids.next(), idempotent, lease, ids.next(), tick()), null);
    }

    /** {@code DELIVERING}, its lease over → {@code DELIVERING} under another id. */
    public CallWalk reclaimDelivery() {
        now = now.plus(lease);
        return write(
                DeliveryTransitions.reclaimDelivery(record(), ids.next(), lease, ids.next(), tick(), Duration.ZERO),
                null);
    }

    /** {@code DELIVERING} → {@code COMPLETED}. */
    public CallWalk releaseDelivery() {
        return write(DeliveryTransitions.releaseDelivery(record(), deliveryId(), ids.next(), tick()), null);
    }

    /** {@code DELIVERING} → {@code DELIVERED}. */
    public CallWalk completeDelivery() {
        return write(DeliveryTransitions.completeDelivery(record(), deliveryId(), ids.next(), tick()), null);
    }

    /** {@code DELIVERING} → {@code DELIVERED}, undeliverable. */
    public CallWalk markUndeliverable(String reason) {
        return write(DeliveryTransitions.markUndeliverable(record(), deliveryId(), reason, ids.next(), tick()), null);
    }

    /** {@code DELIVERING} → {@code DELIVERED} or {@code COMPLETED}, after the lease. */
    public CallWalk settleDelivery(Evidence evidence) {
        now = now.plus(lease);
        return write(DeliveryTransitions.settleDelivery(record(), evidence, ids.next(), tick(), Duration.ZERO), null);
    }

    /** The payload is forgotten. */
    public CallWalk forget() {
        return write(ExecutionTransitions.forgetPayload(record(), ids.next(), tick()), null);
    }

    private String deliveryId() {
        return record().requireDelivery().deliveryId();
    }

    private Instant tick() {
        now = now.plus(STEP);
        return now;
    }

    private SealedPayload seal(String writeId, Receipt receipt) {
        payload = receipt.bytes();
        return store.seal(binding.key(), writeId, receipt.bytes());
    }

    private CallWalk write(Transition transition, @Nullable SealedPayload sealed) {
        WriteResult result = send(store, transition, sealed);
        if (!(result instanceof WriteResult.Stored)) {
            throw new AssertionError("A write whose condition holds must be stored, but "
                    + transition.next().status() + " at revision "
                    + transition.next().revision() + " was answered by " + result + ".");
        }
        record = transition.next();
        return this;
    }

    /** Sends a write until the store answers, as the journal does: a busy store is no fault. */
    static WriteResult send(CheckpointStore store, Transition transition, @Nullable SealedPayload sealed) {
        for (int sends = 1; ; sends++) {
            try {
                return transition.expectedWriteId() == null
                        ? store.createIfAbsent(transition)
                        : store.compareAndSwap(transition, sealed);
            } catch (StoreException busy) {
                if (!busy.retryable() || sends == MOST_SENDS) {
                    throw busy;
                }
                Thread.onSpinWait();
            }
        }
    }
}
