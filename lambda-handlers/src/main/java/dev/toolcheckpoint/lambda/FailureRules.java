package dev.toolcheckpoint.lambda;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolcheckpoint.tool.NoEffectException;
import dev.toolcheckpoint.tool.ToolException;
import dev.toolcheckpoint.tool.ToolHandler;
import java.util.Set;

/**
 * What a wrapped handler's own exceptions and answers mean. Every exception that they don't name leaves open whether the effect
 * happened.
 *
 * @param businessErrors are stored and replayed
 * @param noEffects vouch that the attempt had no effect
 * @param failedAnswers what an answer means that says it failed
 */
record FailureRules(
        Set<Class<? extends Exception>> businessErrors,
        Set<Class<? extends Exception>> noEffects,
        FailedAnswer failedAnswers) {

    FailureRules {
        businessErrors = Set.copyOf(businessErrors);
        noEffects = Set.copyOf(noEffects);
    }

    ToolHandler<JsonNode, Object> applyTo(WrappedHandler.Ready handler, HandlerEvent event) {
        return (input, context) -> {
            HandlerAnswer answer;
            try {
                answer = handler.run(context);
            } catch (Exception failure) {
                throw meant(failure);
            }
            check(answer, event);
            return answer.result();
        };
    }

    private Exception meant(Exception failure) {
        String code = failure.getClass().getSimpleName();
        String message = failure.getMessage() == null ? code : failure.getMessage();
        if (matches(noEffects, failure)) {
            return new NoEffectException(code, message, failure);
        }
        return matches(businessErrors, failure) ? new ToolException(code, message) : failure;
    }

    private void check(HandlerAnswer answer, HandlerEvent event) throws FailedAnswerException, NoEffectException {
        if (!event.saysFailed(answer, failedAnswers)) {
            return;
        }
        if (failedAnswers == FailedAnswer.NO_EFFECT) {
            throw new NoEffectException("FAILED_ANSWER", "The handler answered that it failed, without an effect.");
        }
        throw new FailedAnswerException();
    }

    private static boolean matches(Set<Class<? extends Exception>> types, Exception failure) {
        return types.stream().anyMatch(type -> type.isInstance(failure));
    }
}
