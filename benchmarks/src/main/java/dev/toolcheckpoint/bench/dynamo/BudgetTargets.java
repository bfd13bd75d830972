package dev.toolcheckpoint.bench.dynamo;

import dev.toolcheckpoint.testing.aws.ItemSizes;

/**
 * The budget's line for a case and a size, the attention index included.
 *
 * @param requests to DynamoDB
 * @param writeUnits of table and index
 * @param readUnits of the table
 */
record BudgetTargets(double requests, double writeUnits, double readUnits) {

    /** Of one call: its way into the index, and out of it. */
    private static final int INDEX_UNITS = 2;

    private static final int INLINE_LIMIT = 4_096;
    private static final int CHUNK = 390_000;
    /** What a chunk's keys, names and time take, and the seal. */
    private static final int CHUNK_EXTRA = 220;

    /**
     * Of a result that doesn't compress.
     *
     * @param controlBytes what the control item has before; 0 when it isn't there
     * @param after what it has afterwards
     */
    static BudgetTargets of(Case kind, int size, int controlBytes, int after) {
        boolean chunked = size > INLINE_LIMIT;
        int chunks = chunked ? (size + CHUNK - 1) / CHUNK : 0;
        int control = Math.max(1, ItemSizes.writeUnits(controlBytes));
        return switch (kind) {
            case FRESH -> new BudgetTargets(2.0 + chunks, 1 + body(size) + INDEX_UNITS, 0);
            case REPLAY -> new BudgetTargets(chunked ? 2 : 1, control, chunkReads(size));
            case BUSY, CONFLICT -> new BudgetTargets(1, control, 0);
            // Of the budget's three units the last is the completion's; the index moves the record.
            case TAKEOVER -> new BudgetTargets(2, 2.0 + INDEX_UNITS, 0);
            // The control item, which has the delivery's fields by then.
            case DELIVERY -> new BudgetTargets(2, 2.0 * ItemSizes.writeUnits(after) + INDEX_UNITS, 0);
        };
    }

    /** What completing writes: one unit up to 200 bytes, six at 4 KB, and above that the chunks and one unit. */
    private static double body(int size) {
        if (size <= INLINE_LIMIT) {
            return size <= 200 ? 1 : 6;
        }
        int full = size / CHUNK;
        int last = size % CHUNK + CHUNK_EXTRA;
        return 1.0 + full * ItemSizes.writeUnits(CHUNK + CHUNK_EXTRA) + ItemSizes.writeUnits(last);
    }

    private static double chunkReads(int size) {
        if (size <= INLINE_LIMIT) {
            return 0;
        }
        int full = size / CHUNK;
        int last = size % CHUNK + CHUNK_EXTRA;
        return full * ItemSizes.readUnits(CHUNK + CHUNK_EXTRA) + ItemSizes.readUnits(last);
    }
}
