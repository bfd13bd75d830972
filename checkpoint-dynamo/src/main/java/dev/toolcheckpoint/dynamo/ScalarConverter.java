package dev.toolcheckpoint.dynamo;

import java.util.function.Function;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.enhanced.dynamodb.AttributeConverter;
import software.amazon.awssdk.enhanced.dynamodb.AttributeValueType;
import software.amazon.awssdk.enhanced.dynamodb.EnhancedType;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A value that DynamoDB has a type for, as it is. {@link ItemAttributes.Shape} has looked at the type before.
 *
 * @param <T> the value in a record
 */
final class ScalarConverter<T> implements AttributeConverter<T> {

    /** A whole number. */
    static final ScalarConverter<Long> NUMBER = new ScalarConverter<>(
            Long.class,
            AttributeValueType.N,
            number -> AttributeValue.fromN(number.toString()),
            found -> Long.valueOf(found.n()));

    /** True or false. */
    static final ScalarConverter<Boolean> FLAG = new ScalarConverter<>(
            Boolean.class, AttributeValueType.BOOL, AttributeValue::fromBool, AttributeValue::bool);

    /** Bytes. */
    static final ScalarConverter<SdkBytes> BYTES =
            new ScalarConverter<>(SdkBytes.class, AttributeValueType.B, AttributeValue::fromB, AttributeValue::b);

    private final EnhancedType<T> type;
    private final AttributeValueType stored;
    private final Function<T, AttributeValue> to;
    private final Function<AttributeValue, T> from;

    private ScalarConverter(
            Class<T> type,
            AttributeValueType stored,
            Function<T, AttributeValue> to,
            Function<AttributeValue, T> from) {
        this.type = EnhancedType.of(type);
        this.stored = stored;
        this.to = to;
        this.from = from;
    }

    @Override
    public AttributeValue transformFrom(T value) {
        return to.apply(value);
    }

    @Override
    public T transformTo(AttributeValue found) {
        return from.apply(found);
    }

    @Override
    public EnhancedType<T> type() {
        return type;
    }

    @Override
    public AttributeValueType attributeValueType() {
        return stored;
    }
}
