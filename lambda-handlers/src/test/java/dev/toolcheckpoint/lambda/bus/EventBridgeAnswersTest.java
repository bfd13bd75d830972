package dev.toolcheckpoint.lambda.bus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolcheckpoint.lambda.CallConflictException;
import dev.toolcheckpoint.lambda.CallFailedException;
import dev.toolcheckpoint.lambda.CallInProgressException;
import dev.toolcheckpoint.lambda.CallRejectedException;
import dev.toolcheckpoint.lambda.CallRetryableException;
import dev.toolcheckpoint.lambda.CallUncertainException;
import dev.toolcheckpoint.lambda.EffectDoneException;
import dev.toolcheckpoint.lambda.EventFixture;
import dev.toolcheckpoint.lambda.Samples;
import dev.toolcheckpoint.lambda.ToolFunction;
import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.protocol.Recovery;
import dev.toolcheckpoint.testing.Fault;
import dev.toolcheckpoint.testing.Operation;
import dev.toolcheckpoint.tool.Tool;
import dev.toolcheckpoint.tool.ToolException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What EventBridge gets for each end of a call: a return where the event is done with, a named exception elsewhere. */
class EventBridgeAnswersTest {

    private static final String CALL_ID = "event:refund-order:53dc4d37-cffa-4f76-80c9-8b7d4a4d2eaa";

    private final EventFixture fixture = new EventFixture();
    private final ObjectNode event = Samples.event("eventbridge");

    @Test
    void success_returns_andSoDoesItsReplay_alsoWithAnotherTime() {
        ToolFunction function = fixture.manual((input, context) -> "done");

        assertThat(fixture.answer(function, event)).isEqualTo("\"done\"");
        assertThat(fixture.answer(function, event.put("time", "2026-03-10T00:00:00Z")))
                .isEqualTo("\"done\"");
        assertThat(fixture.executions()).hasValue(1);
        assertThat(fixture.record(CALL_ID)).isPresent();
    }

    @Test
    void businessKeyInTheDetail_comesBeforeTheEventsId() {
        ToolFunction function = fixture.manual((input, context) -> "done");
        event.withObject("/detail").put("idempotencyKey", "order-4711");

        fixture.answer(function, event);
        fixture.answer(function, event.put("id", "another"));

        assertThat(fixture.executions()).hasValue(1);
        assertThat(fixture.record("key:refund-order:order-4711")).isPresent();
    }

    @Test
    void configuredKeyThatIsMissing_isRefused_notReplacedByTheId() {
        ToolFunction function = fixture.function(fixture.tool(Recovery.manual(), (input, context) -> "x"))
                .callId("refund.number")
                .build();

        assertThatThrownBy(() -> fixture.answer(function, event)).isInstanceOf(CallRejectedException.class);
        assertThat(fixture.store().count(Operation.CREATE)).isZero();
    }

    @Test
    void twoToolsOfOneEvent_areTwoCalls() {
        Tool<JsonNode, String> other = Tool.named("other", JsonNode.class).handler((input, context) -> "other");
        ToolFunction first = fixture.manual((input, context) -> "refund");
        ToolFunction second = fixture.function(other).build();

        assertThat(fixture.answer(first, event)).isEqualTo("\"refund\"");
        assertThat(fixture.answer(second, event)).isEqualTo("\"other\"");
    }

    @Test
    void toolAndInputInTheDetail_areTaken() {
        ToolFunction function = fixture.manual((input, context) -> input);
        event.putObject("detail").put("tool", EventFixture.TOOL).put("input", 7);

        assertThat(fixture.answer(function, event)).isEqualTo("7");
    }

    @Test
    void replayOfAnArchive_isRefused_unlessAllowed() {
        event.put("replay-name", "again");
        assertThatThrownBy(() -> fixture.answer(fixture.manual((input, context) -> "x"), event))
                .isInstanceOf(CallRejectedException.class)
                .hasMessageContaining("archive");
        assertThat(fixture.executions()).hasValue(0);
        ToolFunction allowed = fixture.function(fixture.tool(Recovery.manual(), (input, context) -> "x"))
                .adapter(EventBridgeAdapter.builder().replaysAllowed().build())
                .build();

        assertThat(fixture.answer(allowed, event)).isEqualTo("\"x\"");
    }

    @Test
    void storedToolError_returns() {
        ToolFunction function = fixture.manual((input, context) -> {
            throw new ToolException("NO_ORDER", "no such order");
        });

        assertThat(fixture.answer(function, event)).contains("\"TOOL_ERROR\"");
    }

    @Test
    void whatIsNoEnd_throwsNamedErrors_evenWhenTheFunctionIsCalledSynchronous() {
        fixture.claimAndDie(CALL_ID, event.path("detail"), Duration.ofSeconds(10));
        assertThrows(CallInProgressException.class);
        fixture.clock().advance(Duration.ofMinutes(1));
        assertThrows(CallUncertainException.class);
        event.withObject("/detail").put("amount", 1);
        assertThrows(CallConflictException.class);
        assertThat(fixture.executions()).hasValue(0);
    }

    @Test
    void givenUp_throwsRetryable() {
        ToolFunction function = fixture.idempotent((input, context) -> {
            throw new IllegalStateException("503");
        });

        assertThatThrownBy(() -> fixture.answer(function, event)).isInstanceOf(CallRetryableException.class);
    }

    @Test
    void storeDown_orResultGone_throws() {
        fixture.answer(fixture.manual((input, context) -> "x"), event);
        fixture.journal().forget(CheckpointKey.of(EventFixture.NAMESPACE, CALL_ID));
        assertThrows(EffectDoneException.class);
        fixture.store().always(Operation.CREATE, Fault.unavailable());
        fixture.store().always(Operation.FIND, Fault.unavailable());
        assertThrows(CallFailedException.class);
    }

    @Test
    void tooLongKey_isRefused() {
        event.putObject("detail").put("idempotencyKey", "k".repeat(513));
        assertThrows(CallRejectedException.class);
        event.putObject("detail").put("idempotencyKey", "k".repeat(510));
        assertThrows(CallRejectedException.class);
        event.set("detail", JsonNodeFactory.instance.objectNode().put("idempotencyKey", " "));
        assertThrows(CallRejectedException.class);
    }

    private void assertThrows(Class<? extends Exception> type) {
        assertThatThrownBy(() -> fixture.answer(fixture.manual((input, context) -> "x"), event))
                .isInstanceOf(type);
    }
}
