package dev.toolcheckpoint.lambda;

import static dev.toolcheckpoint.lambda.Fixture.answer;
import static dev.toolcheckpoint.lambda.Fixture.error;
import static dev.toolcheckpoint.lambda.Fixture.event;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.protocol.Recovery;
import dev.toolcheckpoint.protocol.Status;
import dev.toolcheckpoint.testing.Fault;
import dev.toolcheckpoint.testing.Operation;
import dev.toolcheckpoint.tool.NoEffectException;
import dev.toolcheckpoint.tool.ToolException;
import dev.toolcheckpoint.tool.ToolResult;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a direct invocation gets for each end of a call; {@code docs/reference/direct-invoke.md} repeats it. */
class DirectAnswersTest {

    private final Fixture fixture = new Fixture();

    @Test
    void success_isTheResultToTheLetter_andSoIsItsReplay() {
        ToolFunction function = fixture.manual((input, context) -> ToolResult.json("{ \"b\":1,\n\"a\":1.50 }"));

        assertThat(answer(function, event("k"))).isEqualTo("{ \"b\":1,\n\"a\":1.50 }");
        assertThat(answer(function, event("k"))).isEqualTo("{ \"b\":1,\n\"a\":1.50 }");
        assertThat(fixture.executions).hasValue(1);
    }

    @Test
    void toolError_isAnErrorObjectWithTheToolsOwnInside_andSoIsItsReplay() {
        ToolFunction function = fixture.manual((input, context) -> {
            throw new ToolException(
                    "UNCERTAIN",
                    "no such order",
                    JsonNodeFactory.instance.objectNode().put("order", "o-1"));
        });

        String first = answer(function, event("k"));

        assertThat(first)
                .isEqualTo("{\"error\":{\"code\":\"TOOL_ERROR\",\"message\":\"no such order\",\"retryable\":false,"
                        + "\"effectMayHaveHappened\":true,\"retryableAsNewCall\":false,\"toolError\":{\"code\":\"UNCERTAIN\","
                        + "\"message\":\"no such order\",\"details\":{\"order\":\"o-1\"}}}}");
        assertThat(answer(function, event("k"))).isEqualTo(first);
        assertThat(fixture.executions).hasValue(1);
    }

    @Test
    void toolErrorWithoutEffect_saysSo() {
        ToolFunction function = fixture.manual((input, context) -> {
            throw new NoEffectException("CLOSED", "not sent");
        });

        JsonNode error = error(answer(function, event("k")));

        assertThat(error.path("code").textValue()).isEqualTo("TOOL_ERROR");
        assertThat(error.path("retryableAsNewCall").booleanValue()).isTrue();
        assertThat(error.path("effectMayHaveHappened").booleanValue()).isFalse();
    }

    @Test
    void inProgress_saysWhenToAskAgain() {
        fixture.claimAndDie("k", Recovery.manual(), Duration.ofSeconds(33));
        fixture.clock.advance(Duration.ofSeconds(3));

        JsonNode error = error(answer(fixture.manual((input, context) -> "x"), event("k")));

        assertThat(error.path("code").textValue()).isEqualTo("IN_PROGRESS");
        assertThat(error.path("retryable").booleanValue()).isTrue();
        assertThat(error.path("retryAfterMs").longValue()).isEqualTo(30_000);
        assertThat(error.path("retryAt").longValue())
                .isEqualTo(fixture.clock.instant().plusSeconds(30).toEpochMilli());
    }

    @Test
    void conflict_namesWhatDiffers_andChangesNothing() {
        ToolFunction function = fixture.manual((input, context) -> "x");
        answer(function, event("k"));
        var before = fixture.record("k");

        JsonNode error = error(answer(
                function, event("k", JsonNodeFactory.instance.objectNode().put("order", "o-2"))));

        assertThat(error.path("code").textValue()).isEqualTo("BINDING_CONFLICT");
        assertThat(error.path("differing")).hasToString("[\"inputFingerprint\"]");
        assertThat(error.path("retryable").booleanValue()).isFalse();
        assertThat(fixture.record("k")).isEqualTo(before);
    }

    @Test
    void uncertain_saysWhySinceWhenAndThatTheEffectMayHaveHappened() {
        ToolFunction function = fixture.manual((input, context) -> {
            throw new java.net.SocketTimeoutException("no answer");
        });

        JsonNode error = error(answer(function, event("k")));

        assertThat(error.path("code").textValue()).isEqualTo("UNCERTAIN");
        assertThat(error.path("reason").textValue()).isEqualTo("AMBIGUOUS_FAILURE");
        assertThat(error.path("since").longValue())
                .isEqualTo(fixture.clock.instant().toEpochMilli());
        assertThat(error.path("retryable").booleanValue()).isFalse();
        assertThat(error.path("effectMayHaveHappened").booleanValue()).isTrue();
    }

    @Test
    void retryable_saysThatTheSameCallMayComeAgain() {
        ToolFunction function = fixture.idempotent(Duration.ofHours(1), (input, context) -> {
            throw new java.net.SocketTimeoutException("no answer");
        });

        JsonNode error = error(answer(function, event("k")));

        assertThat(error.path("code").textValue()).isEqualTo("RETRYABLE");
        assertThat(error.path("retryable").booleanValue()).isTrue();
        assertThat(error.path("retryAfterMs").isIntegralNumber()).isTrue();
    }

    @Test
    void completionUnconfirmed_saysThatTheEffectIsDone() {
        fixture.store.always(Operation.SWAP, Fault.dropRequest());

        JsonNode error = error(answer(fixture.manual((input, context) -> "x"), event("k")));

        assertThat(error.path("code").textValue()).isEqualTo("COMPLETION_UNCONFIRMED");
        assertThat(error.path("effectMayHaveHappened").booleanValue()).isTrue();
        assertThat(error.path("retryable").booleanValue()).isTrue();
    }

    @Test
    void payloadForgotten_saysThatTheCallIsDone() {
        ToolFunction function = fixture.manual((input, context) -> "x");
        answer(function, event("k"));
        fixture.journal.forget(CheckpointKey.of(Fixture.NAMESPACE, "k"));

        JsonNode error = error(answer(function, event("k")));

        assertThat(error.path("code").textValue()).isEqualTo("RESULT_FORGOTTEN");
        assertThat(error.path("effectMayHaveHappened").booleanValue()).isTrue();
        assertThat(error.path("outcome").textValue()).isEqualTo("success");
        assertThat(error.path("size").longValue()).isEqualTo(3);
        assertThat(fixture.executions).hasValue(1);
    }

    @Test
    void storeDownBeforeTheClaim_isRetryableAndRunsNothing() {
        fixture.store.always(Operation.CREATE, Fault.throttle());

        JsonNode error = error(answer(fixture.manual((input, context) -> "x"), event("k")));

        assertThat(error.path("code").textValue()).isEqualTo("STORE_UNAVAILABLE");
        assertThat(error.path("retryable").booleanValue()).isTrue();
        assertThat(fixture.executions).hasValue(0);
    }

    @Test
    void resultOverTheCap_isAnsweredWithWhereItIs_andStaysStored() {
        ToolFunction function = fixture.function(
                        fixture.tool(Recovery.manual(), (input, context) -> Map.of("text", "x".repeat(2_000))))
                .maxResponse(1_024)
                .build();

        String first = answer(function, event("k"));

        JsonNode error = error(first);
        assertThat(error.path("code").textValue()).isEqualTo("RESPONSE_TOO_LARGE");
        assertThat(error.path("size").intValue()).isEqualTo(2_011);
        assertThat(error.path("id").textValue())
                .isEqualTo(CheckpointKey.of(Fixture.NAMESPACE, "k").id());
        assertThat(error.path("digest").textValue()).startsWith("sha256:");
        assertThat(answer(function, event("k"))).isEqualTo(first);
        assertThat(fixture.record("k").orElseThrow().status()).isEqualTo(Status.COMPLETED);
    }

    @Test
    void longErrorOverTheCap_thatIsNoStoredOutcome_isAnsweredInFull() {
        ToolFunction function = fixture.function(fixture.tool(Recovery.manual(), (input, context) -> {
                    context.declareUncertain("y".repeat(2_000));
                    return null;
                }))
                .maxResponse(1_024)
                .build();

        assertThat(error(answer(function, event("k"))).path("reasonText").textValue())
                .hasSize(2_000);
    }

    @Test
    void async_throwsNamedExceptions_andReturnsStoredOutcomes() {
        ToolFunction function = async((input, context) -> {
            throw new ToolException("NO", "no");
        });
        assertThat(error(answer(function, event("k"))).path("code").textValue()).isEqualTo("TOOL_ERROR");
        assertThatThrownBy(() -> answer(
                        function,
                        event("k", JsonNodeFactory.instance.objectNode().put("order", "o-2"))))
                .isInstanceOf(CallConflictException.class);

        fixture.claimAndDie("busy", Recovery.manual(), Duration.ofSeconds(10));
        assertThatThrownBy(() -> answer(function, event("busy")))
                .isInstanceOfSatisfying(CallInProgressException.class, thrown -> {
                    assertThat(thrown.retryable()).isTrue();
                    assertThat(thrown.code()).isEqualTo("IN_PROGRESS");
                });
        fixture.clock.advance(Duration.ofSeconds(10));
        assertThatThrownBy(() -> answer(function, event("busy")))
                .isInstanceOfSatisfying(
                        CallUncertainException.class,
                        thrown -> assertThat(thrown.effectMayHaveHappened()).isTrue());
        assertThatThrownBy(() -> answer(function, event(" "))).isInstanceOf(CallRejectedException.class);

        fixture.journal.forget(CheckpointKey.of(Fixture.NAMESPACE, "k"));
        assertThatThrownBy(() -> answer(function, event("k"))).isInstanceOf(EffectDoneException.class);
        fixture.store.always(Operation.CREATE, Fault.throttle());
        assertThatThrownBy(() -> answer(function, event("new"))).isInstanceOf(CallFailedException.class);
    }

    @Test
    void async_tooLittleTime_throwsRetryable() {
        assertThatThrownBy(() -> answer(async((input, context) -> "x"), event("k"), new TestContext(50)))
                .isInstanceOf(CallRetryableException.class);
    }

    private <O> ToolFunction async(dev.toolcheckpoint.tool.ToolHandler<JsonNode, O> handler) {
        return fixture.function(fixture.tool(Recovery.manual(), handler))
                .invocation(Invocation.ASYNC)
                .build();
    }
}
