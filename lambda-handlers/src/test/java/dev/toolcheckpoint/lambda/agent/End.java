package dev.toolcheckpoint.lambda.agent;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.toolcheckpoint.json.JsonLimits;
import dev.toolcheckpoint.json.StrictJson;
import dev.toolcheckpoint.lambda.EventFixture;
import dev.toolcheckpoint.lambda.ToolFunction;
import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.protocol.Recovery;
import dev.toolcheckpoint.testing.Fault;
import dev.toolcheckpoint.testing.Operation;
import dev.toolcheckpoint.tool.ToolException;
import dev.toolcheckpoint.tool.ToolHandler;
import dev.toolcheckpoint.tool.ToolResult;
import java.time.Duration;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** The columns of the table: every end of a call, how the fixture gets there, and what a model reads of it. */
enum End {
    RESULT(false, "{ \"refund\":1.50}") {
        @Override
        String reach(Way way) {
            return way.manual((input, context) -> ToolResult.json("{ \"refund\":1.50}"));
        }
    },
    REPLAY(false, "{ \"refund\":1.50}") {
        @Override
        String reach(Way way) {
            String first = RESULT.reach(way);
            String replay = RESULT.reach(way);
            if (!first.equals(replay) || way.fixture.executions().get() != 1) {
                throw new AssertionError("The replay differs: " + replay);
            }
            return replay;
        }
    },
    NO_RESULT(false, "Done. This tool has no result.") {
        @Override
        String reach(Way way) {
            way.manual((input, context) -> ToolResult.none());
            return way.manual((input, context) -> ToolResult.none());
        }
    },
    TOOL_ERROR(true, "{\"code\":\"NO_ORDER\",\"message\":\"no such order\"}") {
        @Override
        String reach(Way way) {
            return way.manual((input, context) -> {
                throw new ToolException("NO_ORDER", "no such order");
            });
        }
    },
    TOOL_ERROR_REPLAYED(true, TOOL_ERROR.text) {
        @Override
        String reach(Way way) {
            String first = TOOL_ERROR.reach(way);
            String replay = TOOL_ERROR.reach(way);
            if (!first.equals(replay) || way.fixture.executions().get() != 1) {
                throw new AssertionError("The replay differs: " + replay);
            }
            return replay;
        }
    },
    IN_PROGRESS(
            true,
            "Another attempt of this call is still running. Ask again with the same call."
                    + " {\"code\":\"IN_PROGRESS\",\"retryAfterMs\":N,\"retryAt\":N,RECORD}") {
        @Override
        String reach(Way way) {
            way.fixture.claimAndDie(way.callId, way.input, Duration.ofSeconds(12));
            return way.manual((input, context) -> "x");
        }
    },
    CONFLICT(
            true,
            "This key belongs to another call; nothing was done. A new call needs a new key."
                    + " {\"code\":\"BINDING_CONFLICT\",\"differing\":[\"inputFingerprint\"],RECORD}") {
        @Override
        String reach(Way way) {
            way.fixture.claimAndDie(way.callId, JsonNodeFactory.instance.textNode("another"), Duration.ofSeconds(12));
            return way.manual((input, context) -> "x");
        }
    },
    UNCERTAIN(
            true,
            "Nobody knows whether the effect happened. Do not repeat the call under another key; it waits for somebody who"
                    + " can look. {\"code\":\"UNCERTAIN\",\"reason\":\"AMBIGUOUS_FAILURE\",\"reasonText\":\"The tool failed"
                    + " with java.lang.IllegalStateException.\",\"since\":N,RECORD}") {
        @Override
        String reach(Way way) {
            ToolHandler<JsonNode, String> reset = (input, context) -> {
                throw new IllegalStateException("reset");
            };
            way.manual(reset);
            return way.manual(reset);
        }
    },
    RETRYABLE(
            true,
            "The call was not made, or its attempt failed and was given up. The same call may come again."
                    + " {\"code\":\"RETRYABLE\",\"retryAfterMs\":N,\"retryAt\":N,RECORD}") {
        @Override
        String reach(Way way) {
            return way.answer(way.fixture.tool(Recovery.idempotent(Duration.ofHours(1)), (input, context) -> {
                throw new IllegalStateException("503");
            }));
        }
    },
    FORGOTTEN(
            true,
            "The call is done, but its result is kept no longer. Do not repeat the call. {\"code\":\"RESULT_FORGOTTEN\","
                    + "\"outcome\":\"success\",\"size\":3,\"digest\":\"DIGEST\",RECORD}") {
        @Override
        String reach(Way way) {
            way.manual((input, context) -> "x");
            way.fixture.journal().forget(CheckpointKey.of(EventFixture.NAMESPACE, way.callId));
            return way.manual((input, context) -> "x");
        }
    },
    OVER_CAP(
            true,
            "The call is done, but its result is larger than the 2048 bytes of an answer. It is stored: fetch it by its id."
                    + " Do not repeat the call. {\"code\":\"RESPONSE_TOO_LARGE\",\"outcome\":\"success\",\"size\":2050,"
                    + "\"digest\":\"DIGEST\",RECORD}") {
        @Override
        String reach(Way way) {
            ToolHandler<JsonNode, String> large = (input, context) -> "y".repeat(2048);
            String first = way.capped(large);
            String replay = way.capped(large);
            if (!first.equals(replay) || way.fixture.executions().get() != 1) {
                throw new AssertionError("The replay differs: " + replay);
            }
            return replay;
        }
    },
    STORE_DOWN(true, "DOWN") {
        @Override
        String reach(Way way) {
            way.fixture.store().always(Operation.CREATE, Fault.unavailable());
            String answer = way.manual((input, context) -> "x");
            if (way.fixture.executions().get() != 0) {
                throw new AssertionError("The tool ran without a claim.");
            }
            return answer;
        }
    };

    /** What every sample of these adapters asks for. */
    static final JsonNode INPUT =
            StrictJson.parse("{\"order\":\"order-4711\",\"amount\":25.00,\"currency\":\"EUR\"}", JsonLimits.DEFAULT);

    final boolean error;
    final String text;

    End(boolean error, String text) {
        this.error = error;
        this.text = text;
    }

    /** Gets there by the event of {@code way}, from an empty store; the answer. */
    abstract String reach(Way way);

    /** How an event goes through a function. */
    static final class Way {
        final EventFixture fixture;
        final String callId;
        final JsonNode input;
        private final UnaryOperator<ToolFunction.Builder> options;
        private final Function<ToolFunction, String> call;

        Way(EventFixture fixture, String callId, String event) {
            this(fixture, callId, INPUT, builder -> builder, function -> fixture.answer(function, event));
        }

        Way(
                EventFixture fixture,
                String callId,
                JsonNode input,
                UnaryOperator<ToolFunction.Builder> options,
                Function<ToolFunction, String> call) {
            this.fixture = fixture;
            this.callId = callId;
            this.input = input;
            this.options = options;
            this.call = call;
        }

        <O> String manual(ToolHandler<JsonNode, O> handler) {
            return answer(fixture.tool(Recovery.manual(), handler));
        }

        String capped(ToolHandler<JsonNode, String> handler) {
            return call.apply(options.apply(fixture.function(fixture.tool(Recovery.manual(), handler)))
                    .maxResponse(2048)
                    .build());
        }

        String answer(dev.toolcheckpoint.tool.Tool<?, ?> tool) {
            return call.apply(options.apply(fixture.function(tool)).build());
        }

        /** Replaces the record's name, and digits that are times, by words. */
        String settled(String answer) {
            String id = CheckpointKey.of(EventFixture.NAMESPACE, callId).id();
            return answer.replace("\\\"namespace\\\":\\\"shop\\\",\\\"id\\\":\\\"" + id + "\\\"", "RECORD")
                    .replace("\"namespace\":\"shop\",\"id\":\"" + id + "\"", "RECORD")
                    .replaceAll("(retryAfterMs|retryAt|since)(\\\\?\":)[0-9]+", "$1$2N")
                    .replaceAll("sha-?256:[0-9a-f]{64}", "DIGEST");
        }
    }
}
