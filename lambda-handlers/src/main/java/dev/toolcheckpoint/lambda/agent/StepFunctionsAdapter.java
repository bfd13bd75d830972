package dev.toolcheckpoint.lambda.agent;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolcheckpoint.answer.ToolError;
import dev.toolcheckpoint.lambda.CallErrors;
import dev.toolcheckpoint.lambda.CallException;
import dev.toolcheckpoint.lambda.CallResult;
import dev.toolcheckpoint.lambda.EventAdapter;
import dev.toolcheckpoint.lambda.EventCall;
import dev.toolcheckpoint.lambda.EventSettings;
import dev.toolcheckpoint.lambda.HandlerEvent;
import dev.toolcheckpoint.lambda.Invocation;
import dev.toolcheckpoint.lambda.LambdaEvent;
import dev.toolcheckpoint.lambda.ResponseCaps;
import dev.toolcheckpoint.protocol.Outcome;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * States of Step Functions. The state's parameters fill the event from its context object: {@code
 * {"stepFunctions":{"execution":$$.Execution.Id,"state":$$.State.Name,"tool":…,"idempotencyKey":…},"input":…}}. Immutable and
 * thread-safe.
 *
 * <p>The call id is made of execution, state and the caller's key. The key may be left out only where the state says {@code
 * "once": true}: in a Map or a loop one key for all turns would make one call of them. Retries, redrives and task tokens change
 * nothing of it. A call-id rule, which replaces {@code idempotencyKey}, looks at the input. {@code tool} may be left out when the
 * function has one.
 *
 * <p>A result is the output, and so is a stored error; whatever else is thrown, under a name that {@code Retry} and {@code Catch}
 * can tell apart. With {@code taskToken} ({@code $$.Task.Token}) a result is also sent with {@code SendTaskSuccess} and a stored
 * error with {@code SendTaskFailure}. When that fails, {@link dev.toolcheckpoint.lambda.CallRetryableException} is thrown: the
 * retried state gets the stored result and sends it again.
 */
public final class StepFunctionsAdapter implements EventAdapter {

    private static final Logger LOG = LoggerFactory.getLogger(StepFunctionsAdapter.class);

    private final @Nullable TaskTokens tokens;

    /** For {@link java.util.ServiceLoader}: {@link TaskTokens#ofClassPath}. */
    public StepFunctionsAdapter() {
        this.tokens = TaskTokens.ofClassPath().orElse(null);
    }

    private StepFunctionsAdapter(@Nullable TaskTokens tokens) {
        this.tokens = tokens;
    }

    /** An adapter that completes tasks so. */
    public static StepFunctionsAdapter with(TaskTokens tokens) {
        return new StepFunctionsAdapter(tokens);
    }

    /** An adapter that refuses events with a token. */
    public static StepFunctionsAdapter withoutTokens() {
        return new StepFunctionsAdapter(null);
    }

    @Override
    public String source() {
        return "state of Step Functions {\"stepFunctions\":{…},\"input\":…}";
    }

    @Override
    public boolean recognises(JsonNode event) {
        return event.path(StateInput.MEMBER).isObject() && !event.has("tool");
    }

    @Override
    public Invocation invocation(EventSettings settings) {
        return Invocation.SYNC;
    }

    @Override
    public Optional<EventAdapter> forHandler(String handlersTool) {
        return Optional.of(this);
    }

    /** What the state sent before it told about itself. */
    @Override
    public HandlerEvent handlerEvent(LambdaEvent event, byte[] raw, int call) {
        return HandlerEvent.of(event.body().path("input").toString().getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public List<EventCall> calls(LambdaEvent event) {
        return List.of(StateInput.call(event.body(), event.settings(), tokens != null));
    }

    @Override
    public byte[] render(LambdaEvent event, List<CallResult> results) {
        CallResult result = results.get(0);
        Optional<ToolError> error =
                CallErrors.of(result, event.settings().clock().instant());
        if (error.isPresent() && error.get().kind() != ToolError.Kind.TOOL_ERROR) {
            throw CallErrors.exception(error.get());
        }
        CallResult.Ended ended = (CallResult.Ended) result;
        Outcome stored = CallErrors.outcome(ended).orElseThrow();
        byte[] output = error.map(CallErrors::json).orElseGet(() -> ModelText.json(stored));
        int cap = ResponseCaps.of(event.settings(), ResponseCaps.STEP_FUNCTIONS);
        byte[] answer = output.length > cap ? CallErrors.json(CallErrors.overCap(ended.key(), stored, cap)) : output;
        JsonNode token = event.body().path(StateInput.MEMBER).path("taskToken");
        if (token.isTextual()) {
            complete(token.textValue(), ended, stored, error, answer);
        }
        return answer;
    }

    private void complete(
            String token, CallResult.Ended ended, Outcome stored, Optional<ToolError> error, byte[] answer) {
        String text = new String(answer, StandardCharsets.UTF_8);
        if (error.isEmpty()) {
            tell(to -> to.succeed(token, text));
            return;
        }
        String cause = text.length() > TaskTokens.LONGEST_CAUSE
                ? new String(
                        CallErrors.json(CallErrors.overCap(ended.key(), stored, TaskTokens.LONGEST_CAUSE)),
                        StandardCharsets.UTF_8)
                : text;
        tell(to -> to.fail(token, error.get().code(), cause));
    }

    private void tell(Consumer<TaskTokens> how) {
        if (tokens == null) {
            throw new IllegalStateException("An event with a task token must have been refused.");
        }
        try {
            how.accept(tokens);
        } catch (IllegalStateException unsent) {
            LOG.warn("The task that waits was not told: {}", unsent.getMessage());
            throw unsent();
        }
    }

    private static CallException unsent() {
        return CallErrors.exception(ToolError.of(
                ToolError.Kind.RETRYABLE,
                "TASK_TOKEN_UNSENT",
                "The call is done and stored, but the task that waits for it was not told. The same call may come"
                        + " again.",
                true,
                true));
    }
}
