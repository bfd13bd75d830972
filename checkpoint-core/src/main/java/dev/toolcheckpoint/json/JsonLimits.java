package dev.toolcheckpoint.json;

/**
 * How large a JSON document may be. Checked while a document is read or written, not afterwards. Immutable.
 *
 * @param maxBytes UTF-8 bytes of the text read, or of the canonical form written; 1 to {@value #MAX_BYTES} (10 MB, decimal)
 * @param maxDepth levels of arrays and objects inside each other, 1 to {@value #MAX_DEPTH}; a lone scalar has depth 0, {@code []} 1
 * @param maxValues values in the document: every array, object, string, number, boolean and null counts as one, object keys do
 *     not; 1 to {@value #MAX_BYTES}
 */
public record JsonLimits(int maxBytes, int maxDepth, int maxValues) {

    /** The highest {@link #maxBytes()} that can be asked for: 10 000 000 bytes. */
    public static final int MAX_BYTES = 10_000_000;

    /** The highest {@link #maxDepth()} that can be asked for. Reading and writing recurse, so this bounds the stack they need: under 512 KiB. */
    public static final int MAX_DEPTH = 500;

    /** 1 MiB (1 048 576 bytes), 64 levels, 100 000 values. */
    public static final JsonLimits DEFAULT = new JsonLimits(1 << 20, 64, 100_000);

    /** 65 536 bytes, 32 levels, 10 000 values: for what has to fit in one record. */
    public static final JsonLimits COMPACT = new JsonLimits(1 << 16, 32, 10_000);

    /**
     * Checks the three ranges.
     *
     * @throws IllegalArgumentException if a value is outside its range; the message names the value and the range
     */
    public JsonLimits {
        requireRange("maxBytes", maxBytes, MAX_BYTES);
        requireRange("maxDepth", maxDepth, MAX_DEPTH);
        requireRange("maxValues", maxValues, MAX_BYTES);
    }

    private static void requireRange(String name, int value, int max) {
        if (value < 1 || value > max) {
            throw new IllegalArgumentException(name + " must be between 1 and " + max + ", was " + value);
        }
    }

    JsonException tooLarge() {
        return new JsonException(
                JsonException.Reason.TOO_LARGE, "more than maxBytes = " + maxBytes + " bytes of UTF-8");
    }

    JsonException tooDeep(String where) {
        return new JsonException(
                JsonException.Reason.TOO_DEEP, "nested more than maxDepth = " + maxDepth + " levels deep, " + where);
    }

    JsonException tooManyValues(String where) {
        return new JsonException(
                JsonException.Reason.TOO_MANY_VALUES, "more than maxValues = " + maxValues + " values, " + where);
    }
}
