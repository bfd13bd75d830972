package dev.toolcheckpoint.tool;

import dev.toolcheckpoint.protocol.Receipt;

/** A tool's result in full control of its bytes, instead of an object for Jackson. */
public final class ToolResult {

    private static final ToolResult NONE = new ToolResult(Receipt.successVoid());

    private final Receipt receipt;

    private ToolResult(Receipt receipt) {
        this.receipt = receipt;
    }

    /** No result at all: different from {@code null}, {@code ""}, {@code {}} and {@code []}. */
    public static ToolResult none() {
        return NONE;
    }

    /** This JSON text, to the letter. */
    public static ToolResult json(String text) {
        return new ToolResult(Receipt.successJson(text));
    }

    /** These bytes; they are copied. */
    public static ToolResult of(String mediaType, byte[] bytes) {
        return new ToolResult(Receipt.success(mediaType, bytes));
    }

    Receipt receipt() {
        return receipt;
    }
}
