package dev.toolcheckpoint.lambda;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolcheckpoint.tool.NoEffectException;
import dev.toolcheckpoint.tool.ToolException;
import dev.toolcheckpoint.tool.ToolHandler;
import java.util.Set;

/**
 * What a wrapped handler's own exceptions mean. Everything they don't name leaves open whether the effect happened.
 *
 * @param businessErrors are stored and replayed
 * @param noEffects vouch that the attempt had no effect
 */
record FailureRules(Set<Class<? extends Exception>> businessErrors, Set<Class<? extends Exception>> noEffects) {

    FailureRules {
        businessErrors = Set.copyOf(businessErrors);
        noEffects = Set.copyOf(noEffects);
    }

    ToolHandler<JsonNode, Object> applyTo(ToolHandler<JsonNode, Object> handler) {
        return (input, context) -> {
            try {
                return handler.handle(input, context);
            } catch (Exception failure) {
                String code = failure.getClass().getSimpleName();
                String message = failure.getMessage() == null ? code : failure.getMessage();
                if (matches(noEffects, failure)) {
                    throw new NoEffectException(code, message, failure);
                }
                if (matches(businessErrors, failure)) {
                    throw new ToolException(code, message);
                }
                throw failure;
            }
        };
    }

    private static boolean matches(Set<Class<? extends Exception>> types, Exception failure) {
        return types.stream().anyMatch(type -> type.isInstance(failure));
    }
}
