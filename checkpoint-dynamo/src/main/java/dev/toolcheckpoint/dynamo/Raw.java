package dev.toolcheckpoint.dynamo;

import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Attributes of items that may be anything. */
final class Raw {

    private Raw() {}

    /** A text; empty when there is none. */
    static String text(Map<String, AttributeValue> item, String name) {
        AttributeValue value = item.get(name);
        return value == null || value.s() == null ? "" : value.s();
    }

    /** A number as text; 0 when there is none. */
    static String number(Map<String, AttributeValue> item, String name) {
        AttributeValue value = item.get(name);
        return value == null || value.n() == null ? "0" : value.n();
    }
}
