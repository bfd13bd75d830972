package dev.toolcheckpoint.dynamo;

import dev.toolcheckpoint.protocol.Attention;
import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.Outcome;
import dev.toolcheckpoint.protocol.Payload;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;

/**
 * A control item: a record, and what the table keeps beside it.
 *
 * @param record as callers see it
 * @param place where the payload's body is, see {@link PayloadPlace}; {@code null} without an outcome
 * @param payload the whole envelope of an inline payload, else its header; {@code null} without an outcome
 * @param attention the partition of the attention index; {@code null} when it is not in there
 */
record ControlItem(
        Checkpoint record,
        @Nullable String place,
        @Nullable SdkBytes payload,
        @Nullable String attention) {

    /** The item of a record whose payload carries its stored form, or that has none. */
    static ControlItem of(Checkpoint record, AttentionShards shards) {
        Outcome outcome = record.outcome();
        if (outcome == null) {
            return new ControlItem(record, null, null, shards.partition(record));
        }
        if (outcome.payload() instanceof Payload.Stored stored) {
            SdkBytes bytes = SdkBytes.fromByteArrayUnsafe(stored.sealed());
            return new ControlItem(record, stored.reference(), bytes, shards.partition(record));
        }
        throw new IllegalArgumentException("the payload is not in its stored form");
    }

    /** The item of a record whose payload was forgotten; what remains of it keeps outcomes comparable. */
    static ControlItem forgotten(Checkpoint record, byte[] header, AttentionShards shards) {
        return new ControlItem(
                record, PayloadPlace.FORGOTTEN, SdkBytes.fromByteArrayUnsafe(header), shards.partition(record));
    }

    /** From when on the record needs attention, when it is in the index. */
    @Nullable
    Long attentionAt() {
        return attention == null
                ? null
                : (Long) Attention.of(record).orElseThrow().at().toEpochMilli();
    }
}
