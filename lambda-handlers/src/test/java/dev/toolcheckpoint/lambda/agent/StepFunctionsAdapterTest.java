package dev.toolcheckpoint.lambda.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolcheckpoint.json.JsonLimits;
import dev.toolcheckpoint.json.StrictJson;
import dev.toolcheckpoint.lambda.CallException;
import dev.toolcheckpoint.lambda.CallRejectedException;
import dev.toolcheckpoint.lambda.CallRetryableException;
import dev.toolcheckpoint.lambda.EventFixture;
import dev.toolcheckpoint.lambda.Samples;
import dev.toolcheckpoint.lambda.ToolFunction;
import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.protocol.Recovery;
import dev.toolcheckpoint.testing.Operation;
import dev.toolcheckpoint.tool.ToolException;
import dev.toolcheckpoint.tool.ToolHandler;
import dev.toolcheckpoint.tool.ToolResult;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** States of Step Functions: every end as an output or a named error, with and without a task token. */
class StepFunctionsAdapterTest {

    private static final String SAMPLE = "step-functions";
    private static final String WITH_TOKEN = "step-functions-task-token";
    private static final String CALL_ID =
            "state/arn:aws:states:eu-central-1:123456789012:execution:refunds:5f2c7a0e-0c6e-4f0c-9a5d-3f7b1c2d4e5f"
                    + "/Refund the order/order-4711:refund-1";
    private static final String TOOL_ERROR =
            "{\"error\":{\"code\":\"TOOL_ERROR\",\"message\":\"no such order\",\"retryable\":false,"
                    + "\"effectMayHaveHappened\":true,\"retryableAsNewCall\":false,\"toolError\":"
                    + "{\"code\":\"NO_ORDER\",\"message\":\"no such order\"}}}";
    private static final String OVER_CAP = "{\"error\":{\"code\":\"RESPONSE_TOO_LARGE\",\"message\":\"The call is done,"
            + " but its result is larger than the 2048 bytes of an answer. It is stored: fetch it by its id. Do not"
            + " repeat the call.\",\"retryable\":false,\"effectMayHaveHappened\":true,\"outcome\":\"success\","
            + "\"size\":2050,\"digest\":\"DIGEST\",RECORD}}";

    private final EventFixture fixture = new EventFixture();
    private final Told told = new Told();

    /** Keeps what the waiting task is told. */
    private static final class Told implements TaskTokens {
        private final List<String> all = new ArrayList<>();
        private boolean unreachable;

        @Override
        public void succeed(String token, String output) {
            tell("succeed " + token + " " + output);
        }

        @Override
        public void fail(String token, String error, String cause) {
            tell("fail " + token + " " + error + " " + cause);
        }

        private void tell(String what) {
            if (unreachable) {
                throw new IllegalStateException("SendTaskSuccess failed with ThrottlingException, status 400.");
            }
            all.add(what);
        }
    }

    @ParameterizedTest
    @EnumSource
    void everyEnd_isAnOutputOrANamedError(End end) {
        assertThat(reach(end, SAMPLE)).isEqualTo(expected(end));
        assertThat(told.all).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void everyEnd_withAToken_isToldToTheTask_orThrown(End end) {
        String token = Samples.event(WITH_TOKEN).at("/stepFunctions/taskToken").textValue();

        assertThat(reach(end, WITH_TOKEN)).isEqualTo(expected(end));

        List<String> expected = switch (end) {
            case RESULT, OVER_CAP, NO_RESULT, REPLAY -> List.of("succeed " + token + " " + expected(end));
            case TOOL_ERROR, TOOL_ERROR_REPLAYED -> List.of("fail " + token + " TOOL_ERROR " + expected(end));
            // The first call had a result, before it was forgotten.
            case FORGOTTEN -> List.of("succeed " + token + " \"x\"");
            default -> List.of();
        };
        // Every answer is told: a repeat may have another token.
        assertThat(told.all.stream().map(way(SAMPLE)::settled).distinct().toList())
                .isEqualTo(expected);
    }

    @Test
    void tokenThatCannotBeSent_isRetryable_andTheRetryTellsTheStoredResult() {
        ToolFunction function = function((input, context) -> "done");
        told.unreachable = true;

        assertThatThrownBy(() -> fixture.answer(function, Samples.text(WITH_TOKEN)))
                .isInstanceOf(CallRetryableException.class)
                .hasMessageContaining("TASK_TOKEN_UNSENT")
                .hasMessageNotContaining("exampleToken");
        told.unreachable = false;
        ObjectNode retry = Samples.event(WITH_TOKEN);
        retry.withObject("/stepFunctions").put("taskToken", "another");

        assertThat(fixture.answer(function, retry)).isEqualTo("\"done\"");
        assertThat(told.all).containsExactly("succeed another \"done\"");
        assertThat(fixture.executions()).hasValue(1);
    }

    @Test
    void errorLongerThanACause_isBounded() {
        ToolFunction function = function((input, context) -> {
            throw new ToolException("LONG", "y".repeat(40_000));
        });

        assertThat(fixture.answer(function, Samples.text(WITH_TOKEN))).hasSizeGreaterThan(40_000);

        assertThat(told.all)
                .singleElement()
                .asString()
                .contains("RESPONSE_TOO_LARGE")
                .hasSizeLessThan(1_000);
    }

    @ParameterizedTest
    @ValueSource(ints = {262_144, 262_145})
    void output_upToTheCap_isReturned_andOneByteMoreIsBounded(int bytes) {
        ToolFunction function = function((input, context) -> "y".repeat(bytes - 2));

        String answer = fixture.answer(function, Samples.text(SAMPLE));

        assertThat(answer.length()).isEqualTo(bytes == 262_144 ? 262_144 : answer.length());
        assertThat(answer.contains("RESPONSE_TOO_LARGE")).isEqualTo(bytes > 262_144);
        assertThat(fixture.answer(function, Samples.text(SAMPLE))).isEqualTo(answer);
        assertThat(fixture.record(CALL_ID).orElseThrow().status().hasOutcome()).isTrue();
    }

    @Test
    void resultThatIsNoJson_isAText() {
        ToolFunction function =
                function((input, context) -> ToolResult.of("text/plain", "a \"b\"".getBytes(StandardCharsets.UTF_8)));

        assertThat(fixture.answer(function, Samples.text(SAMPLE))).isEqualTo("\"a \\\"b\\\"\"");
    }

    @Test
    void whatDiffersBetweenRetriesAndRedrives_isNoPartOfTheCall() {
        ToolFunction function = function((input, context) -> "done");
        ObjectNode event = Samples.event(WITH_TOKEN);
        for (int retry = 0; retry < 3; retry++) {
            event.withObject("/stepFunctions")
                    .put("taskToken", "token-" + retry)
                    .put("retryCount", retry)
                    .put("redriveCount", retry)
                    .put("enteredTime", "2026-03-09T12:34:5" + retry + "Z");
            assertThat(fixture.answer(function, event)).isEqualTo("\"done\"");
        }
        assertThat(fixture.executions()).hasValue(1);
        assertThat(fixture.record(CALL_ID)).isPresent();
        assertThat(told.all).hasSize(3);
    }

    @Test
    void anotherExecutionStateOrKey_isAnotherCall() {
        ToolFunction function = function((input, context) -> "done");
        for (String member : List.of("execution", "state", "idempotencyKey")) {
            ObjectNode event = Samples.event(SAMPLE);
            event.withObject("/stepFunctions").put(member, "another");
            fixture.answer(function, event);
        }
        fixture.answer(function, Samples.text(SAMPLE));
        assertThat(fixture.executions()).hasValue(4);
    }

    @Test
    void withoutAKey_isRefused_unlessTheStateIsEnteredOnce() {
        ToolFunction function = function((input, context) -> "done");
        ObjectNode event = Samples.event(SAMPLE);
        event.withObject("/stepFunctions").remove("idempotencyKey");

        assertThatThrownBy(() -> fixture.answer(function, event))
                .isInstanceOf(CallRejectedException.class)
                .hasMessageContaining("once");
        event.withObject("/stepFunctions").put("once", "true");
        assertThatThrownBy(() -> fixture.answer(function, event)).isInstanceOf(CallRejectedException.class);
        assertThat(fixture.store().count(Operation.CREATE)).isZero();
        event.withObject("/stepFunctions").put("once", true);
        assertThat(fixture.answer(function, event)).isEqualTo("\"done\"");
        assertThat(fixture.record(CALL_ID.replace("/order-4711:refund-1", ""))).isPresent();
    }

    @Test
    void callIdRule_looksAtTheInput() {
        ToolFunction function = fixture.function(fixture.tool(Recovery.manual(), (input, context) -> "x"))
                .callId("order")
                .build();

        fixture.answer(function, Samples.text(SAMPLE));

        assertThat(fixture.record(CALL_ID.replace(":refund-1", ""))).isPresent();
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "\"\"", "\" \"", "7", "[\"a\"]", "{\"a\":1}"})
    void badMembers_areRefused(String value) {
        for (String member : List.of("execution", "state", "idempotencyKey", "tool", "taskToken")) {
            if (!(member.equals("taskToken") && value.equals("null"))) {
                assertRefused(member, StrictJson.parse(value, JsonLimits.DEFAULT));
            }
        }
    }

    @Test
    void tooLong_unknown_orMissing_isRefused() {
        for (String member : List.of("execution", "state", "idempotencyKey")) {
            assertRefused(member, StrictJson.parse("\"" + "k".repeat(513) + "\"", JsonLimits.DEFAULT));
            assertRefused(member, null);
        }
        assertRefused("idempotencyKey", StrictJson.parse("\"" + "k".repeat(500) + "\"", JsonLimits.DEFAULT));
        assertRefused("taskToken", StrictJson.parse("\"" + "k".repeat(2049) + "\"", JsonLimits.DEFAULT));
        assertRefused("tool", StrictJson.parse("\"unknown\"", JsonLimits.DEFAULT));
        ObjectNode event = Samples.event(SAMPLE);
        event.remove("input");
        assertThatThrownBy(() -> fixture.answer(function((input, context) -> "x"), event))
                .isInstanceOf(CallRejectedException.class);
    }

    @Test
    void tokenThatNobodyCanSend_isRefusedBeforeTheCall() {
        ToolFunction function = fixture.function(fixture.tool(Recovery.manual(), (input, context) -> "x"))
                .adapter(StepFunctionsAdapter.withoutTokens())
                .build();

        assertThatThrownBy(() -> fixture.answer(function, Samples.text(WITH_TOKEN)))
                .isInstanceOf(CallRejectedException.class);
        assertThat(fixture.store().count(Operation.CREATE)).isZero();
    }

    @Test
    void namespaceOfTheEvent_isIgnored() {
        ObjectNode event = Samples.event(SAMPLE).put("namespace", "victim");
        event.withObject("/stepFunctions").put("namespace", "victim");

        fixture.answer(function((input, context) -> "x"), event);

        assertThat(fixture.record(CALL_ID)).isPresent();
        assertThat(fixture.journal().inspect(CheckpointKey.of("victim", CALL_ID)))
                .isEmpty();
    }

    private void assertRefused(String member, @Nullable JsonNode value) {
        ObjectNode event = Samples.event(WITH_TOKEN);
        if (value == null) {
            event.withObject("/stepFunctions").remove(member);
        } else {
            event.withObject("/stepFunctions").set(member, value);
        }
        assertThatThrownBy(() -> fixture.answer(function((input, context) -> "x"), event))
                .as(event.toString())
                .isInstanceOf(CallRejectedException.class);
        assertThat(fixture.executions()).hasValue(0);
        assertThat(fixture.store().count(Operation.CREATE)).isZero();
        assertThat(told.all).isEmpty();
    }

    private <O> ToolFunction function(ToolHandler<JsonNode, O> handler) {
        return fixture.function(fixture.tool(Recovery.manual(), handler))
                .adapter(StepFunctionsAdapter.with(told))
                .build();
    }

    private End.Way way(String sample) {
        return new End.Way(
                fixture, CALL_ID, End.INPUT, builder -> builder.adapter(StepFunctionsAdapter.with(told)), function -> {
                    try {
                        return fixture.answer(function, Samples.text(sample));
                    } catch (CallException thrown) {
                        return thrown.getClass().getSimpleName() + " " + thrown.code();
                    }
                });
    }

    private String reach(End end, String sample) {
        End.Way way = way(sample);
        return way.settled(end.reach(way));
    }

    private static String expected(End end) {
        return switch (end) {
            case RESULT, REPLAY -> end.text;
            case NO_RESULT -> "null";
            case TOOL_ERROR, TOOL_ERROR_REPLAYED -> TOOL_ERROR;
            case OVER_CAP -> OVER_CAP;
            case IN_PROGRESS -> "CallInProgressException IN_PROGRESS";
            case CONFLICT -> "CallConflictException BINDING_CONFLICT";
            case UNCERTAIN -> "CallUncertainException UNCERTAIN";
            case RETRYABLE -> "CallRetryableException RETRYABLE";
            case FORGOTTEN -> "EffectDoneException RESULT_FORGOTTEN";
            case STORE_DOWN -> "CallFailedException STORE_UNAVAILABLE";
        };
    }
}
