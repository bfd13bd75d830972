package dev.toolcheckpoint.dynamo;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.enhanced.dynamodb.AttributeConverter;
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

    private static final List<String> TEXTS = List.of(
            Names.CALL_ID,
            Names.TOOL,
            Names.TOOL_REVISION,
            Names.INPUT,
            Names.RECOVERY,
            Names.WRITE_ID,
            Names.STATUS,
            Names.ATTEMPT,
            Names.UNSURE_CODE,
            Names.UNSURE_TEXT,
            Names.UNSURE_BY,
            Names.OUTCOME,
            Names.MEDIA_TYPE,
            Names.DIGEST,
            Names.PLACE,
            Names.SETTLED,
            Names.SETTLED_TEXT,
            Names.SETTLED_BY,
            Names.DELIVERY,
            Names.UNDELIVERABLE,
            Names.DELIVERY_SETTLED,
            Names.DELIVERY_SETTLED_TEXT,
            Names.DELIVERY_SETTLED_BY,
            Names.ATTENTION);

    private static final List<String> NUMBERS = List.of(
            Names.SCHEMA,
            Names.RETRY_FOR,
            Names.MAX_ATTEMPTS,
            Names.REVISION,
            Names.EPOCH,
            Names.CLAIMED,
            Names.LEASE,
            Names.ABANDONED,
            Names.ACQUIRED,
            Names.RETRY_BEFORE,
            Names.CREATED,
            Names.UPDATED,
            Names.RETAIN_UNTIL,
            Names.EXPIRES_AT,
            Names.UNSURE_AT,
            Names.SIZE,
            Names.COMPLETED,
            Names.DELIVERY_CLAIMED,
            Names.DELIVERY_LEASE,
            Names.DELIVERY_ATTEMPTS,
            Names.DELIVERED,
            Names.ATTENTION_AT);

    private static final List<String> FLAGS = List.of(Names.NEW_CALL, Names.DELIVERY_IDEMPOTENT);

    private final Map<String, Shape> shapes = new LinkedHashMap<>();
    private final List<ImmutableAttribute<ControlItem, ItemBuilder, ?>> all = new ArrayList<>();

    ItemAttributes() {
        add(Names.PK, Shape.TEXT, String.class, TextConverter.INSTANCE, StaticAttributeTags.primaryPartitionKey());
        add(Names.SK, Shape.TEXT, String.class, TextConverter.INSTANCE, StaticAttributeTags.primarySortKey());
        for (String text : TEXTS) {
            add(text, Shape.TEXT, String.class, TextConverter.INSTANCE);
        }
        for (String number : NUMBERS) {
            add(number, Shape.NUMBER, Long.class, ScalarConverter.NUMBER);
        }
        for (String flag : FLAGS) {
            add(flag, Shape.FLAG, Boolean.class, ScalarConverter.FLAG);
        }
        add(Names.PAYLOAD, Shape.BYTES, SdkBytes.class, ScalarConverter.BYTES);
    }

    Map<String, Shape> shapes() {
        return shapes;
    }

    Collection<ImmutableAttribute<ControlItem, ItemBuilder, ?>> all() {
        return all;
    }

    private <V> void add(
            String name, Shape shape, Class<V> type, AttributeConverter<V> converter, StaticAttributeTag... tags) {
        shapes.put(name, shape);
        all.add(ImmutableAttribute.builder(ControlItem.class, ItemBuilder.class, type)
                .name(name)
                .getter(item -> type.cast(ItemValues.of(name, item)))
                .setter((builder, found) -> builder.set(name, found))
                .attributeConverter(converter)
                .tags(tags)
                .build());
    }
}
