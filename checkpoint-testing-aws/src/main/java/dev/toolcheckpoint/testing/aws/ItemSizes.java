package dev.toolcheckpoint.testing.aws;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Item sizes as DynamoDB counts them (developer guide, "DynamoDB item sizes and formats"), for texts, numbers, bytes and flags. For
 * stand-ins that don't count them. Stateless.
 */
public final class ItemSizes {

    private ItemSizes() {}

    /** Bytes of an item, its attributes' names included. */
    public static int of(Map<String, AttributeValue> item) {
        return item.entrySet().stream()
                .mapToInt(entry -> utf8(entry.getKey()) + of(entry.getValue()))
                .sum();
    }

    /** Units of a write of so many bytes, without indexes. */
    public static int writeUnits(int bytes) {
        return (bytes + 1_023) / 1_024;
    }

    /** Units of an eventually consistent read. */
    public static double readUnits(int bytes) {
        int blocks = (bytes + 4_095) / 4_096;
        return blocks / 2.0;
    }

    private static int of(AttributeValue value) {
        if (value.s() != null) {
            return utf8(value.s());
        }
        if (value.n() != null) {
            // Two digits a byte without zeros at the end, and one byte; rounded up.
            return (value.n().replaceAll("0+$", "").length() + 1) / 2 + 1;
        }
        return value.b() != null ? value.b().asByteArrayUnsafe().length : 1;
    }

    private static int utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }
}
