package dev.toolcheckpoint.dynamo;

import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.ErrorCode;
import dev.toolcheckpoint.protocol.ProtocolException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.enhanced.dynamodb.EnhancedType;
import software.amazon.awssdk.enhanced.dynamodb.TableMetadata;
import software.amazon.awssdk.enhanced.dynamodb.TableSchema;
import software.amazon.awssdk.enhanced.dynamodb.mapper.StaticImmutableTableSchema;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The schema of control items. The Enhanced Client's own drops attributes that it doesn't know and reads a number from a text;
 * this one refuses both, because a record that was read wrongly could run a tool twice.
 */
final class StrictSchema implements TableSchema<ControlItem> {

    static final StrictSchema INSTANCE = new StrictSchema();

    private final Map<String, ItemAttributes.Shape> shapes;
    private final TableSchema<ControlItem> delegate;

    private StrictSchema() {
        ItemAttributes attributes = new ItemAttributes();
        shapes = attributes.shapes();
        delegate = StaticImmutableTableSchema.builder(ControlItem.class, ItemBuilder.class)
                .newItemBuilder(ItemBuilder::new, ItemBuilder::build)
                .attributes(attributes.all())
                // Each attribute names its converter: the default ones are a hundred classes to load at a cold start.
                .attributeConverterProviders(List.of())
                .build();
    }

    /**
     * The item of a map of attributes.
     *
     * @throws ProtocolException {@code UNSUPPORTED_SCHEMA} or {@code INVALID_CHECKPOINT}, naming the rule and never a value
     */
    @Override
    public ControlItem mapToItem(Map<String, AttributeValue> attributes) {
        requireKnownSchema(attributes.get(Names.SCHEMA));
        attributes.forEach((name, value) -> {
            ItemAttributes.Shape shape = shapes.get(name);
            ItemBuilder.require(shape != null, "it has no attribute that this version doesn't know");
            ItemBuilder.require(shape != null && shape.fits(value), "the attribute " + name + " has its type");
        });
        try {
            return delegate.mapToItem(attributes);
        } catch (ProtocolException refused) {
            // A value that could not be constructed came out of the table, not from a caller.
            throw refused.code() == ErrorCode.INVALID_ARGUMENT
                    ? ItemBuilder.broken("its values are allowed (" + refused.getMessage() + ")")
                    : refused;
        } catch (IllegalArgumentException malformed) {
            // The cause may quote what the item holds.
            throw ItemBuilder.broken("its values can be read");
        }
    }

    /** A later version may change every other attribute, so it is looked for before anything else is judged. */
    private static void requireKnownSchema(@Nullable AttributeValue version) {
        if (version == null || !ItemAttributes.Shape.NUMBER.fits(version)) {
            throw ItemBuilder.broken("schema is a whole number");
        }
        if (!version.n().equals(String.valueOf(Checkpoint.SCHEMA_VERSION))) {
            throw ProtocolException.unsupportedSchema(version.n());
        }
    }

    @Override
    public Map<String, AttributeValue> itemToMap(ControlItem item, boolean ignoreNulls) {
        return delegate.itemToMap(item, ignoreNulls);
    }

    @Override
    public Map<String, AttributeValue> itemToMap(ControlItem item, Collection<String> attributes) {
        return delegate.itemToMap(item, attributes);
    }

    @Override
    public AttributeValue attributeValue(ControlItem item, String attributeName) {
        return delegate.attributeValue(item, attributeName);
    }

    @Override
    public TableMetadata tableMetadata() {
        return delegate.tableMetadata();
    }

    @Override
    public EnhancedType<ControlItem> itemType() {
        return delegate.itemType();
    }

    @Override
    public List<String> attributeNames() {
        return delegate.attributeNames();
    }

    @Override
    public boolean isAbstract() {
        return delegate.isAbstract();
    }
}
