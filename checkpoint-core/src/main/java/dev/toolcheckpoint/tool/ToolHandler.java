package dev.toolcheckpoint.tool;

import org.jspecify.annotations.Nullable;

/**
 * What a tool does.
 *
 * @param <I> the input's type
 * @param <O> the output's type: anything Jackson writes, or a {@link ToolResult} for full control
 */
@FunctionalInterface
public interface ToolHandler<I, O> {

    /**
     * Acts once. Everything it started must have ended when it returns: no thread of the tool may act later.
     *
     * @return what is stored and handed out; {@code null} is stored as JSON {@code null}
     * @throws ToolException a business error, to be stored and replayed
     * @throws NoEffectException this attempt surely had no effect
     * @throws Exception anything else leaves open whether the effect happened
     */
    @Nullable
    O handle(I input, ToolContext context) throws Exception;
}
