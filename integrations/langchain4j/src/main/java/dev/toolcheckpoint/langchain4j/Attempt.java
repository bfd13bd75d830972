package dev.toolcheckpoint.langchain4j;

import dev.langchain4j.invocation.LangChain4jManaged;
import dev.toolcheckpoint.tool.ToolContext;

/**
 * The attempt that a {@code @Tool} method runs in. A parameter of this type is filled in and is not shown to the model:
 *
 * <pre>{@code
 * @Tool("Refunds an order") @Effect(retryFor = "PT24H")
 * String refund(String order, Attempt attempt) {
 *     return payments.refund(order, attempt.idempotencyKey());
 * }
 * }</pre>
 *
 * <p>It is {@code null} where the tool is called without a checkpoint. Thread-safe.
 */
public final class Attempt implements LangChain4jManaged {

    private final ToolContext context;

    Attempt(ToolContext context) {
        this.context = context;
    }

    /** The key to pass to the downstream: the same for every attempt of this call, different for every other call. */
    public String idempotencyKey() {
        return context.idempotencyKey();
    }

    /** All that is known about the attempt: its number, its deadline, a way to say that its end is unknown. */
    public ToolContext context() {
        return context;
    }
}
