package dev.toolcheckpoint.dynamo;

import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.Delivery;
import dev.toolcheckpoint.protocol.Evidence;
import dev.toolcheckpoint.protocol.Execution;
import dev.toolcheckpoint.protocol.Outcome;
import dev.toolcheckpoint.protocol.ProtocolException;
import dev.toolcheckpoint.protocol.Recovery;
import dev.toolcheckpoint.protocol.Uncertainty;
import dev.toolcheckpoint.store.CheckpointCodec;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Where an attribute's value comes from: a text, a {@link Long}, a {@link Boolean} or bytes; {@code null} when the item has no such
 * attribute. Times are in milliseconds. One switch a part and no function an attribute: each would be a class to make at a cold
 * start.
 */
final class ItemValues {

    private ItemValues() {}

    /** The value of an attribute of {@link ItemAttributes}. */
    static @Nullable Object of(String name, ControlItem item) {
        Checkpoint record = item.record();
        return switch (name) {
            case Names.PK -> ItemKeys.partition(record.key());
            case Names.SK -> ItemKeys.CONTROL;
            case Names.PLACE -> PayloadPlace.INLINE.equals(item.place()) ? null : item.place();
            case Names.PAYLOAD -> item.payload();
            case Names.ATTENTION -> item.attention();
            case Names.ATTENTION_AT -> item.attentionAt();
            case Names.SCHEMA,
                    Names.CALL_ID,
                    Names.TOOL,
                    Names.TOOL_REVISION,
                    Names.INPUT,
                    Names.RECOVERY,
                    Names.RETRY_FOR,
                    Names.MAX_ATTEMPTS -> call(name, record);
            case Names.ATTEMPT, Names.EPOCH, Names.CLAIMED, Names.LEASE, Names.ABANDONED ->
                execution(name, record.execution());
            case Names.UNSURE_CODE, Names.UNSURE_TEXT, Names.UNSURE_AT, Names.UNSURE_BY ->
                uncertainty(name, record.uncertainty());
            case Names.OUTCOME,
                    Names.NEW_CALL,
                    Names.MEDIA_TYPE,
                    Names.SIZE,
                    Names.DIGEST,
                    Names.COMPLETED,
                    Names.SETTLED,
                    Names.SETTLED_TEXT,
                    Names.SETTLED_BY -> outcome(name, record.outcome());
            case Names.DELIVERY,
                    Names.DELIVERY_IDEMPOTENT,
                    Names.DELIVERY_CLAIMED,
                    Names.DELIVERY_LEASE,
                    Names.DELIVERY_ATTEMPTS,
                    Names.DELIVERED,
                    Names.UNDELIVERABLE,
                    Names.DELIVERY_SETTLED,
                    Names.DELIVERY_SETTLED_TEXT,
                    Names.DELIVERY_SETTLED_BY -> delivery(name, record.delivery());
            default -> state(name, record);
        };
    }

    private static @Nullable Object call(String name, Checkpoint record) {
        Recovery.Idempotent idempotent = record.recovery() instanceof Recovery.Idempotent found ? found : null;
        return switch (name) {
            case Names.SCHEMA -> (long) record.schemaVersion();
            case Names.CALL_ID -> record.binding().callId();
            case Names.TOOL -> record.binding().toolName();
            case Names.TOOL_REVISION -> record.binding().toolRevision();
            case Names.INPUT -> record.binding().inputFingerprint();
            case Names.RECOVERY -> idempotent == null ? ItemBuilder.MANUAL : ItemBuilder.IDEMPOTENT;
            case Names.RETRY_FOR ->
                idempotent == null ? null : (Object) idempotent.retryFor().toMillis();
            case Names.MAX_ATTEMPTS -> idempotent == null ? null : number(idempotent.maxAttempts());
            default -> throw unknown(name);
        };
    }

    private static @Nullable Object state(String name, Checkpoint record) {
        return switch (name) {
            case Names.REVISION -> record.revision();
            case Names.WRITE_ID -> record.writeId();
            case Names.STATUS -> record.status().name();
            case Names.ACQUIRED -> millis(record.firstAcquiredAt());
            case Names.RETRY_BEFORE -> millis(record.retryStartBefore());
            case Names.CREATED -> millis(record.createdAt());
            case Names.UPDATED -> millis(record.updatedAt());
            case Names.RETAIN_UNTIL -> millis(record.retainUntil());
            case Names.EXPIRES_AT -> record.expiresAt() == null ? null : expirySeconds(record.expiresAt());
            default -> throw unknown(name);
        };
    }

    private static @Nullable Object execution(String name, @Nullable Execution part) {
        if (part == null) {
            return null;
        }
        return switch (name) {
            case Names.ATTEMPT -> part.attemptId();
            case Names.EPOCH -> part.epoch();
            case Names.CLAIMED -> millis(part.claimedAt());
            case Names.LEASE -> millis(part.leaseUntil());
            case Names.ABANDONED -> millis(part.abandonedAt());
            default -> throw unknown(name);
        };
    }

    private static @Nullable Object uncertainty(String name, @Nullable Uncertainty part) {
        if (part == null) {
            return null;
        }
        return switch (name) {
            case Names.UNSURE_CODE -> part.code().name();
            case Names.UNSURE_TEXT -> part.text();
            case Names.UNSURE_AT -> millis(part.at());
            case Names.UNSURE_BY -> part.by();
            default -> throw unknown(name);
        };
    }

    private static @Nullable Object outcome(String name, @Nullable Outcome part) {
        if (part == null) {
            return null;
        }
        return switch (name) {
            case Names.OUTCOME -> part.kind().name();
            case Names.NEW_CALL -> onlyTrue(part.retryableAsNewCall());
            case Names.MEDIA_TYPE -> part.mediaType();
            case Names.SIZE -> part.size();
            case Names.DIGEST -> part.digest();
            case Names.COMPLETED -> millis(part.completedAt());
            case Names.SETTLED -> kind(part.settlement());
            case Names.SETTLED_TEXT -> text(part.settlement());
            case Names.SETTLED_BY -> by(part.settlement());
            default -> throw unknown(name);
        };
    }

    private static @Nullable Object delivery(String name, @Nullable Delivery part) {
        if (part == null) {
            return null;
        }
        return switch (name) {
            case Names.DELIVERY -> part.deliveryId();
            case Names.DELIVERY_IDEMPOTENT -> onlyTrue(part.idempotent());
            case Names.DELIVERY_CLAIMED -> millis(part.claimedAt());
            case Names.DELIVERY_LEASE -> millis(part.leaseUntil());
            case Names.DELIVERY_ATTEMPTS -> part.attempts();
            case Names.DELIVERED -> millis(part.deliveredAt());
            case Names.UNDELIVERABLE -> part.undeliverable();
            case Names.DELIVERY_SETTLED -> kind(part.settlement());
            case Names.DELIVERY_SETTLED_TEXT -> text(part.settlement());
            case Names.DELIVERY_SETTLED_BY -> by(part.settlement());
            default -> throw unknown(name);
        };
    }

    /** Only true is written: most flags are false, and every byte counts towards the first unit. */
    private static @Nullable Boolean onlyTrue(boolean flag) {
        return flag ? Boolean.TRUE : null;
    }

    private static @Nullable String kind(@Nullable Evidence evidence) {
        if (evidence == null) {
            return null;
        }
        return evidence instanceof Evidence.Happened ? ItemBuilder.HAPPENED : ItemBuilder.ABSENT;
    }

    private static @Nullable String text(@Nullable Evidence evidence) {
        return evidence == null ? null : evidence.text();
    }

    private static @Nullable String by(@Nullable Evidence evidence) {
        return evidence == null ? null : evidence.by();
    }

    private static @Nullable Long number(@Nullable Integer number) {
        return number == null ? null : (Long) number.longValue();
    }

    private static @Nullable Long millis(@Nullable Instant time) {
        if (time == null) {
            return null;
        }
        if (time.getEpochSecond() > CheckpointCodec.MAX_TIME / 1_000) {
            throw ProtocolException.invalidCheckpoint("A time after the year 9999 can't be held. Nothing was written.");
        }
        return time.toEpochMilli();
    }

    /** The first whole second that is not before the instant. */
    static Long expirySeconds(Instant time) {
        return Math.floorDiv(time.toEpochMilli() + 999, 1_000L);
    }

    private static IllegalArgumentException unknown(String name) {
        return new IllegalArgumentException("There is no attribute " + name + ".");
    }
}
