package dev.toolcheckpoint.dynamo;

import dev.toolcheckpoint.protocol.Delivery;
import dev.toolcheckpoint.protocol.Evidence;
import dev.toolcheckpoint.protocol.Execution;
import dev.toolcheckpoint.protocol.Outcome;
import dev.toolcheckpoint.protocol.ProtocolException;
import dev.toolcheckpoint.protocol.Recovery;
import dev.toolcheckpoint.protocol.Uncertainty;
import dev.toolcheckpoint.store.CheckpointCodec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.enhanced.dynamodb.mapper.ImmutableAttribute;
import software.amazon.awssdk.enhanced.dynamodb.mapper.StaticAttributeTag;
import software.amazon.awssdk.enhanced.dynamodb.mapper.StaticAttributeTags;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The attributes of a control item: name, type, and where the value comes from. Absent when the value is {@code null}. */
final class ItemAttributes {

    /** What an attribute may look like in the table. */
    enum Shape {
        /** {@code S}, or {@code B} for what {@link TextConverter} makes shorter. */
        TEXT,
        /** {@code N}, whole. */
        NUMBER,
        /** {@code BOOL}. */
        FLAG,
        /** {@code B}. */
        BYTES;

        boolean fits(AttributeValue value) {
            return switch (this) {
                case TEXT -> value.s() != null || value.b() != null;
                case NUMBER -> value.n() != null && value.n().matches("0|[1-9][0-9]{0,18}");
                case FLAG -> value.bool() != null;
                case BYTES -> value.b() != null;
            };
        }
    }

    private final Map<String, Shape> shapes = new LinkedHashMap<>();
    private final List<ImmutableAttribute<ControlItem, ItemBuilder, ?>> all = new ArrayList<>();

    ItemAttributes() {
        text(Names.PK, item -> ItemKeys.partition(item.record().key()), StaticAttributeTags.primaryPartitionKey());
        text(Names.SK, item -> ItemKeys.CONTROL, StaticAttributeTags.primarySortKey());
        number(Names.SCHEMA, item -> (long) item.record().schemaVersion());
        call();
        state();
        uncertainty();
        outcome();
        delivery();
        text(Names.ATTENTION, ControlItem::attention);
        number(Names.ATTENTION_AT, ControlItem::attentionAt);
    }

    Map<String, Shape> shapes() {
        return shapes;
    }

    Collection<ImmutableAttribute<ControlItem, ItemBuilder, ?>> all() {
        return all;
    }

    private void call() {
        text(Names.CALL_ID, item -> item.record().binding().callId());
        text(Names.TOOL, item -> item.record().binding().toolName());
        text(Names.TOOL_REVISION, item -> item.record().binding().toolRevision());
        text(Names.INPUT, item -> item.record().binding().inputFingerprint());
        text(
                Names.RECOVERY,
                item -> item.record().recovery() instanceof Recovery.Manual
                        ? ItemBuilder.MANUAL
                        : ItemBuilder.IDEMPOTENT);
        number(
                Names.RETRY_FOR,
                item -> item.record().recovery() instanceof Recovery.Idempotent idempotent
                        ? (Long) idempotent.retryFor().toMillis()
                        : null);
        number(Names.MAX_ATTEMPTS, item -> {
            Integer limit = item.record().recovery() instanceof Recovery.Idempotent idempotent
                    ? idempotent.maxAttempts()
                    : null;
            return limit == null ? null : (Long) limit.longValue();
        });
    }

    private void state() {
        number(Names.REVISION, item -> item.record().revision());
        text(Names.WRITE_ID, item -> item.record().writeId());
        text(Names.STATUS, item -> item.record().status().name());
        text(Names.ATTEMPT, item -> of(item.record().execution(), Execution::attemptId));
        number(Names.EPOCH, item -> of(item.record().execution(), Execution::epoch));
        time(Names.CLAIMED, item -> of(item.record().execution(), Execution::claimedAt));
        time(Names.LEASE, item -> of(item.record().execution(), Execution::leaseUntil));
        time(Names.ABANDONED, item -> of(item.record().execution(), Execution::abandonedAt));
        time(Names.ACQUIRED, item -> item.record().firstAcquiredAt());
        time(Names.RETRY_BEFORE, item -> item.record().retryStartBefore());
        time(Names.CREATED, item -> item.record().createdAt());
        time(Names.UPDATED, item -> item.record().updatedAt());
        time(Names.RETAIN_UNTIL, item -> item.record().retainUntil());
        number(Names.EXPIRES_AT, item -> of(item.record().expiresAt(), ItemAttributes::expirySeconds));
    }

    private void uncertainty() {
        text(
                Names.UNSURE_CODE,
                item -> of(item.record().uncertainty(), part -> part.code().name()));
        text(Names.UNSURE_TEXT, item -> of(item.record().uncertainty(), Uncertainty::text));
        time(Names.UNSURE_AT, item -> of(item.record().uncertainty(), Uncertainty::at));
        text(Names.UNSURE_BY, item -> of(item.record().uncertainty(), Uncertainty::by));
    }

    private void outcome() {
        text(
                Names.OUTCOME,
                item -> of(item.record().outcome(), part -> part.kind().name()));
        flag(Names.NEW_CALL, item -> of(item.record().outcome(), Outcome::retryableAsNewCall));
        text(Names.MEDIA_TYPE, item -> of(item.record().outcome(), Outcome::mediaType));
        number(Names.SIZE, item -> of(item.record().outcome(), Outcome::size));
        text(Names.DIGEST, item -> of(item.record().outcome(), Outcome::digest));
        text(Names.PLACE, item -> PayloadPlace.INLINE.equals(item.place()) ? null : item.place());
        bytes(Names.PAYLOAD, ControlItem::payload);
        time(Names.COMPLETED, item -> of(item.record().outcome(), Outcome::completedAt));
        evidence(
                Names.SETTLED,
                Names.SETTLED_TEXT,
                Names.SETTLED_BY,
                item -> of(item.record().outcome(), Outcome::settlement));
    }

    private void delivery() {
        text(Names.DELIVERY, item -> of(item.record().delivery(), Delivery::deliveryId));
        flag(Names.DELIVERY_IDEMPOTENT, item -> of(item.record().delivery(), Delivery::idempotent));
        time(Names.DELIVERY_CLAIMED, item -> of(item.record().delivery(), Delivery::claimedAt));
        time(Names.DELIVERY_LEASE, item -> of(item.record().delivery(), Delivery::leaseUntil));
        number(Names.DELIVERY_ATTEMPTS, item -> of(item.record().delivery(), Delivery::attempts));
        time(Names.DELIVERED, item -> of(item.record().delivery(), Delivery::deliveredAt));
        text(Names.UNDELIVERABLE, item -> of(item.record().delivery(), Delivery::undeliverable));
        evidence(
                Names.DELIVERY_SETTLED,
                Names.DELIVERY_SETTLED_TEXT,
                Names.DELIVERY_SETTLED_BY,
                item -> of(item.record().delivery(), Delivery::settlement));
    }

    private void evidence(String kind, String text, String by, Function<ControlItem, @Nullable Evidence> part) {
        text(
                kind,
                item -> of(
                        part.apply(item),
                        found -> found instanceof Evidence.Happened ? ItemBuilder.HAPPENED : ItemBuilder.ABSENT));
        text(text, item -> of(part.apply(item), Evidence::text));
        text(by, item -> of(part.apply(item), Evidence::by));
    }

    private void text(String name, Function<ControlItem, @Nullable String> value, StaticAttributeTag... tags) {
        shapes.put(name, Shape.TEXT);
        add(
                name,
                String.class,
                value,
                builder -> builder.attributeConverter(TextConverter.INSTANCE).tags(tags));
    }

    private void number(String name, Function<ControlItem, @Nullable Long> value) {
        shapes.put(name, Shape.NUMBER);
        add(name, Long.class, value, builder -> builder);
    }

    private void time(String name, Function<ControlItem, @Nullable Instant> value) {
        number(name, item -> of(value.apply(item), ItemAttributes::millis));
    }

    private void flag(String name, Function<ControlItem, @Nullable Boolean> value) {
        shapes.put(name, Shape.FLAG);
        // Only true is written: most flags are false, and every byte counts towards the first unit.
        add(
                name,
                Boolean.class,
                item -> Boolean.TRUE.equals(value.apply(item)) ? Boolean.TRUE : null,
                builder -> builder);
    }

    private void bytes(String name, Function<ControlItem, @Nullable SdkBytes> value) {
        shapes.put(name, Shape.BYTES);
        add(name, SdkBytes.class, value, builder -> builder);
    }

    private <V> void add(
            String name,
            Class<V> type,
            Function<ControlItem, @Nullable V> value,
            Function<
                            ImmutableAttribute.Builder<ControlItem, ItemBuilder, V>,
                            ImmutableAttribute.Builder<ControlItem, ItemBuilder, V>>
                    more) {
        all.add(more.apply(ImmutableAttribute.builder(ControlItem.class, ItemBuilder.class, type)
                        .name(name)
                        .getter(value)
                        .setter((builder, found) -> builder.set(name, found)))
                .build());
    }

    private static <P, V> @Nullable V of(@Nullable P part, Function<P, @Nullable V> value) {
        return part == null ? null : value.apply(part);
    }

    private static Long millis(Instant time) {
        if (time.getEpochSecond() > CheckpointCodec.MAX_TIME / 1_000) {
            throw ProtocolException.invalidCheckpoint("A time after the year 9999 can't be held. Nothing was written.");
        }
        return time.toEpochMilli();
    }

    /** The first whole second that is not before the instant. */
    static Long expirySeconds(Instant time) {
        return Math.floorDiv(time.toEpochMilli() + 999, 1_000L);
    }
}
