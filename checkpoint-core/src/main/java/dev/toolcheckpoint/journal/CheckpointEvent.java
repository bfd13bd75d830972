package dev.toolcheckpoint.journal;

import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.protocol.ErrorCode;
import dev.toolcheckpoint.protocol.Fence;
import dev.toolcheckpoint.protocol.Outcome;
import dev.toolcheckpoint.protocol.Receipt;
import dev.toolcheckpoint.protocol.Status;
import dev.toolcheckpoint.protocol.Uncertainty;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Everything a {@link CheckpointListener} hears. No event holds an input; receipts hide their bytes in {@code toString}. */
public sealed interface CheckpointEvent {

    /** The record it is about. */
    CheckpointKey key();

    /** An attempt was claimed; {@code fence.epoch() > 1} when an earlier one may have acted. */
    record Acquired(CheckpointKey key, Fence fence, Instant leaseUntil) implements CheckpointEvent {}

    /** A stored outcome was handed out. */
    record Replayed(CheckpointKey key, Outcome.Kind kind, Status status) implements CheckpointEvent {}

    /** Another attempt's lease is live. */
    record Busy(CheckpointKey key, Instant retryAt) implements CheckpointEvent {}

    /** The id belongs to another call. */
    record Conflicted(CheckpointKey key, List<String> differingFields) implements CheckpointEvent {}

    /** A call turned uncertain by this operation. */
    record BecameUncertain(CheckpointKey key, Uncertainty reason) implements CheckpointEvent {}

    /** A call was found uncertain. */
    record StillUncertain(CheckpointKey key, Uncertainty reason) implements CheckpointEvent {}

    /** A receipt was stored. {@code late} when its lease had ended. */
    record Completed(CheckpointKey key, Fence fence, Outcome.Kind kind, long size, Duration took, boolean late)
            implements CheckpointEvent {}

    /**
     * A receipt was refused: the attempt is stale, or another outcome is stored. Somebody should look at it. {@code status} is
     * {@code null} when the record is gone or broken.
     */
    record ReceiptRefused(
            CheckpointKey key,
            Fence fence,
            Receipt receipt,
            @Nullable Status status) implements CheckpointEvent {}

    /** It stays unknown whether a receipt was stored. */
    record CompletionUnconfirmed(CheckpointKey key, Fence fence, Receipt receipt) implements CheckpointEvent {}

    /** A lease was made longer. */
    record Renewed(CheckpointKey key, Fence fence, Instant leaseUntil) implements CheckpointEvent {}

    /** A holder found that it holds nothing any more. */
    record LeaseLost(CheckpointKey key, Fence fence) implements CheckpointEvent {}

    /** An attempt was given up; a further one may start. */
    record Abandoned(CheckpointKey key, Fence fence) implements CheckpointEvent {}

    /** Evidence was recorded. */
    record Settled(CheckpointKey key, Outcome.Kind kind, String by) implements CheckpointEvent {}

    /** A delivery was claimed. */
    record DeliveryClaimed(CheckpointKey key, String deliveryId, long attempts) implements CheckpointEvent {}

    /** A delivery failed for sure and was given back. */
    record DeliveryReleased(CheckpointKey key, String deliveryId) implements CheckpointEvent {}

    /** An outcome was delivered. */
    record Delivered(CheckpointKey key, String deliveryId) implements CheckpointEvent {}

    /** An outcome can never be delivered. */
    record Undeliverable(CheckpointKey key, String deliveryId, String reason) implements CheckpointEvent {}

    /** Nobody knows whether a delivery arrived. */
    record DeliveryInDoubt(CheckpointKey key, Instant since) implements CheckpointEvent {}

    /** An operator settled a delivery. */
    record DeliverySettled(CheckpointKey key, boolean arrived, String by) implements CheckpointEvent {}

    /** A payload was forgotten. */
    record PayloadForgotten(CheckpointKey key) implements CheckpointEvent {}

    /** A stored record can't be read or breaks an invariant; it was left as it is. */
    record RecordInvalid(CheckpointKey key, ErrorCode code) implements CheckpointEvent {}

    /** What the call's completion would need could not be made ready (a data key), so nothing was claimed. */
    record Unprepared(CheckpointKey key, ErrorCode code) implements CheckpointEvent {}

    /** A write is sent again because its result is unknown, or the store refused for now. */
    record WriteRepeated(CheckpointKey key, int sends, boolean resultUnknown) implements CheckpointEvent {}

    /** A write that seemed lost was recognised as stored. */
    record OwnWriteRecognised(CheckpointKey key, String operation) implements CheckpointEvent {}

    /** A tool is about to run. */
    record ToolStarted(CheckpointKey key, Fence fence, String tool) implements CheckpointEvent {}

    /** A tool came back, or failed. {@code failure} is the class of what it threw. */
    record ToolEnded(
            CheckpointKey key,
            Fence fence,
            String tool,
            Duration took,
            @Nullable String failure) implements CheckpointEvent {}

    /** A tool was not started, because too little time was left. */
    record ToolNotStarted(CheckpointKey key, String tool, Duration left) implements CheckpointEvent {}
}
