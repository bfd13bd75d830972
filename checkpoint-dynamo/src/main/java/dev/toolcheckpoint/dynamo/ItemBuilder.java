package dev.toolcheckpoint.dynamo;

import dev.toolcheckpoint.protocol.Binding;
import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.protocol.Delivery;
import dev.toolcheckpoint.protocol.Evidence;
import dev.toolcheckpoint.protocol.Execution;
import dev.toolcheckpoint.protocol.Invariants;
import dev.toolcheckpoint.protocol.Outcome;
import dev.toolcheckpoint.protocol.Payload;
import dev.toolcheckpoint.protocol.ProtocolException;
import dev.toolcheckpoint.protocol.Recovery;
import dev.toolcheckpoint.protocol.Status;
import dev.toolcheckpoint.protocol.Uncertainty;
import dev.toolcheckpoint.store.CheckpointCodec;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;

/**
 * Puts a record together from an item's attributes. An attribute that the record has no use for is as bad as one that is
 * missing: somebody changed the item.
 */
final class ItemBuilder {

    static final String MANUAL = "MANUAL";
    static final String IDEMPOTENT = "IDEMPOTENT";
    static final String HAPPENED = "HAPPENED";
    static final String ABSENT = "ABSENT";

    private final Map<String, Object> values = new HashMap<>();
    private final Set<String> used = new HashSet<>();

    void set(String name, @Nullable Object value) {
        if (value != null) {
            values.put(name, value);
        }
    }

    ControlItem build() {
        CheckpointKey key = ItemKeys.key(text(Names.PK));
        require(text(Names.SK).equals(ItemKeys.CONTROL), "a checkpoint has the sort key " + ItemKeys.CONTROL);
        int schema = (int) Math.min(number(Names.SCHEMA), Integer.MAX_VALUE);
        String place = has(Names.OUTCOME) ? textOr(Names.PLACE, PayloadPlace.INLINE) : null;
        SdkBytes payload = has(Names.OUTCOME) ? (SdkBytes) required(Names.PAYLOAD) : null;
        Instant retainUntil = optionalTime(Names.RETAIN_UNTIL);
        Checkpoint record = new Checkpoint(
                schema,
                binding(key),
                recovery(),
                number(Names.REVISION),
                text(Names.WRITE_ID),
                oneOf(Status.class, Names.STATUS),
                has(Names.ATTEMPT) ? execution() : null,
                optionalTime(Names.ACQUIRED),
                optionalTime(Names.RETRY_BEFORE),
                has(Names.UNSURE_CODE) ? uncertainty() : null,
                place == null || payload == null ? null : outcome(place, payload),
                has(Names.DELIVERY) ? delivery() : null,
                time(Names.CREATED),
                time(Names.UPDATED),
                expiresAt(retainUntil),
                retainUntil);
        Invariants.validate(record);
        require(record.key().equals(key), "the partition key is that of namespace and call id");
        String attention = has(Names.ATTENTION) ? attention(record) : null;
        for (String name : values.keySet()) {
            require(used.contains(name), "the attribute " + name + " belongs to a record in " + record.status());
        }
        return new ControlItem(record, place, payload, attention);
    }

    private Binding binding(CheckpointKey key) {
        return new Binding(
                key.namespace(), text(Names.CALL_ID), text(Names.TOOL), text(Names.TOOL_REVISION), text(Names.INPUT));
    }

    private Recovery recovery() {
        String kind = text(Names.RECOVERY);
        if (kind.equals(MANUAL)) {
            return Recovery.manual();
        }
        require(kind.equals(IDEMPOTENT), "recovery is one of the known kinds");
        Long limit = has(Names.MAX_ATTEMPTS) ? (Long) number(Names.MAX_ATTEMPTS) : null;
        require(limit == null || limit <= Integer.MAX_VALUE, "maxTries is in range");
        return new Recovery.Idempotent(
                Duration.ofMillis(number(Names.RETRY_FOR)), limit == null ? null : (Integer) limit.intValue());
    }

    private Execution execution() {
        return new Execution(
                text(Names.ATTEMPT),
                number(Names.EPOCH),
                time(Names.CLAIMED),
                time(Names.LEASE),
                optionalTime(Names.ABANDONED));
    }

    private Uncertainty uncertainty() {
        return new Uncertainty(
                oneOf(Uncertainty.Code.class, Names.UNSURE_CODE),
                text(Names.UNSURE_TEXT),
                time(Names.UNSURE_AT),
                text(Names.UNSURE_BY));
    }

    private Outcome outcome(String place, SdkBytes payload) {
        boolean forgotten = PayloadPlace.of(place).tier() == PayloadPlace.Tier.FORGOTTEN;
        return new Outcome(
                oneOf(Outcome.Kind.class, Names.OUTCOME),
                flag(Names.NEW_CALL),
                text(Names.MEDIA_TYPE),
                number(Names.SIZE),
                text(Names.DIGEST),
                forgotten ? new Payload.Forgotten() : new Payload.Stored(place, payload.asByteArrayUnsafe()),
                time(Names.COMPLETED),
                evidence(Names.SETTLED, Names.SETTLED_TEXT, Names.SETTLED_BY));
    }

    private Delivery delivery() {
        return new Delivery(
                text(Names.DELIVERY),
                flag(Names.DELIVERY_IDEMPOTENT),
                time(Names.DELIVERY_CLAIMED),
                time(Names.DELIVERY_LEASE),
                number(Names.DELIVERY_ATTEMPTS),
                optionalTime(Names.DELIVERED),
                has(Names.UNDELIVERABLE) ? text(Names.UNDELIVERABLE) : null,
                evidence(Names.DELIVERY_SETTLED, Names.DELIVERY_SETTLED_TEXT, Names.DELIVERY_SETTLED_BY));
    }

    private @Nullable Evidence evidence(String kind, String text, String by) {
        if (!has(kind)) {
            return null;
        }
        boolean happened = text(kind).equals(HAPPENED);
        require(happened || text(kind).equals(ABSENT), "evidence is one of the known kinds");
        return happened ? Evidence.happened(text(text), text(by)) : Evidence.absent(text(text), text(by));
    }

    private @Nullable Instant expiresAt(@Nullable Instant retainUntil) {
        if (!has(Names.EXPIRES_AT)) {
            return null;
        }
        require(
                retainUntil != null && number(Names.EXPIRES_AT) == ItemValues.expirySeconds(retainUntil),
                "expiresAt is retain in whole seconds");
        return retainUntil;
    }

    /** The shard may be of another number of shards; the rest repeats the record. */
    private String attention(Checkpoint record) {
        String partition = text(Names.ATTENTION);
        ControlItem expected = new ControlItem(record, null, null, new AttentionShards(1, false).partition(record));
        String shardless = partition.substring(partition.indexOf('#') + 1);
        require(
                expected.attention() != null
                        && expected.attention().equals("0#" + shardless)
                        && Long.valueOf(number(Names.ATTENTION_AT)).equals(expected.attentionAt()),
                "attention and attentionAt repeat the record");
        return partition;
    }

    private boolean has(String name) {
        return values.containsKey(name);
    }

    private Object required(String name) {
        used.add(name);
        Object value = values.get(name);
        if (value == null) {
            throw broken("it has the attribute " + name);
        }
        return value;
    }

    private String text(String name) {
        return (String) required(name);
    }

    private String textOr(String name, String absent) {
        return has(name) ? text(name) : absent;
    }

    private long number(String name) {
        return (Long) required(name);
    }

    private boolean flag(String name) {
        if (!has(name)) {
            return false;
        }
        require((Boolean) required(name), "a flag that is false is left out");
        return true;
    }

    private Instant time(String name) {
        long millis = number(name);
        require(millis <= CheckpointCodec.MAX_TIME, name + " is before the year 10000");
        return Instant.ofEpochMilli(millis);
    }

    private @Nullable Instant optionalTime(String name) {
        return has(name) ? time(name) : null;
    }

    private <E extends Enum<E>> E oneOf(Class<E> type, String name) {
        String text = text(name);
        for (E constant : type.getEnumConstants()) {
            if (constant.name().equals(text)) {
                return constant;
            }
        }
        throw broken(name + " is one of the known names");
    }

    static void require(boolean holds, String rule) {
        if (!holds) {
            throw broken(rule);
        }
    }

    static ProtocolException broken(String rule) {
        return ProtocolException.invalidCheckpoint("The stored record breaks the rule that " + rule
                + ". It is left as it is; inspect it, and settle it by hand or restore it.");
    }
}
