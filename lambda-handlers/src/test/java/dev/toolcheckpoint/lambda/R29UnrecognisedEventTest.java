package dev.toolcheckpoint.lambda;

import static dev.toolcheckpoint.lambda.Fixture.answer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse;
import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import dev.toolcheckpoint.protocol.Recovery;
import dev.toolcheckpoint.testing.Operation;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Java event class silently empty: an event nobody recognises is an explicit error, never an empty success. */
class R29UnrecognisedEventTest {

    private final Fixture fixture = new Fixture();
    private final AtomicInteger handled = new AtomicInteger();

    @ParameterizedTest
    @CsvSource({"bedrock-function, Bedrock", "mcp, MCP"})
    void r29_eventOfAnotherSource_isAnExplicitErrorThatNamesIt(String event, String named) throws IOException {
        String text = resource("/foreign/" + event + ".json");
        assertThatThrownBy(() -> answer(wrapped(), text))
                .isInstanceOf(UnrecognisedEventException.class)
                .hasMessageContaining(named)
                .hasMessageNotContaining("o-1");
        assertNothingHappened();
    }

    @ParameterizedTest
    @ValueSource(strings = {"sqs", "sns-in-sqs", "api-gateway-v1", "api-gateway-v2", "eventbridge"})
    void r29_rawEventOfAKnownSource_reachesAWrappedHandler(String event) throws IOException {
        answer(wrapped(), resource("/foreign/" + event + ".json"));

        assertThat(handled).hasValue(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"sqs", "sns-in-sqs", "api-gateway-v1", "api-gateway-v2", "eventbridge"})
    void r29_rawEventOfAKnownSource_isRead(String event) throws IOException {
        ToolFunction function = fixture.function(fixture.tool(Recovery.manual(), (input, context) -> {
                    handled.incrementAndGet();
                    assertThat(input.isObject()).isTrue();
                    assertThat(input).isNotEmpty();
                    return "read";
                }))
                .build();
        String text = resource("/foreign/" + event + ".json");

        answer(function, text);

        assertThat(handled).hasValue(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"Records\":[]}",
                "{\"Records\":[{\"eventSource\":\"aws:sqs\",\"body\":\"{}\"}]}",
                "{\"Records\":[{\"eventSource\":\"aws:sqs\",\"messageId\":\"1\"},{\"eventSource\":\"aws:sqs\",\"messageId\":\"1\"}]}",
                "{\"Records\":[{\"eventSource\":\"aws:sqs\",\"messageId\":\"1\"},{\"eventSource\":\"aws:s3\",\"messageId\":\"2\"}]}",
                "{\"Records\":[{\"EventSource\":\"aws:sns\",\"Sns\":{\"Message\":\"{}\"}}]}",
                "{\"records\":{\"topic-0\":[]}}"
            })
    void r29_batchThatCanNotBeReported_isAnExplicitError_soThatNoMessageIsDeleted(String event) {
        assertThatThrownBy(() -> answer(function(), event))
                .isInstanceOf(UnrecognisedEventException.class)
                .hasMessageContaining("queue");
        assertThatThrownBy(() -> answer(wrapped(), event))
                .isInstanceOf(UnrecognisedEventException.class)
                .hasMessageContaining("queue");
        assertNothingHappened();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "[]", "null", "17", "\"text\"", "{\"order\":\"o-1\"}"})
    void r29_eventOfNoKnownShape_isAnExplicitError(String event) {
        assertThatThrownBy(() -> answer(function(), event)).isInstanceOf(UnrecognisedEventException.class);
        assertThatThrownBy(() -> answer(wrapped(), event))
                .isInstanceOf(UnrecognisedEventException.class)
                .hasMessageContaining("a call id at \"idempotencyKey\"");
        assertNothingHappened();
    }

    @Test
    void r29_eventClassOfAws_isReadAsLambdasRuntimeDoes_notAsAnEmptyObject() throws IOException {
        CheckpointedHandler handler = CheckpointedHandler.wrap(new Sqs())
                .journal(fixture.journal)
                .toolName("act")
                .build();

        answer(handler, resource("/foreign/sqs.json"));

        assertThat(handled).hasValue(1);
    }

    private final class Sqs implements RequestHandler<SQSEvent, SQSBatchResponse> {
        @Override
        public SQSBatchResponse handleRequest(SQSEvent input, Context context) {
            assertThat(input.getRecords()).hasSize(1);
            assertThat(input.getRecords().get(0).getBody()).contains("o-1");
            handled.incrementAndGet();
            return new SQSBatchResponse(List.of());
        }
    }

    private void assertNothingHappened() {
        assertThat(handled).hasValue(0);
        assertThat(fixture.store.count(Operation.CREATE)).isZero();
    }

    private ToolFunction function() {
        return fixture.manual((input, context) -> handled.incrementAndGet());
    }

    private CheckpointedHandler wrapped() {
        RequestStreamHandler handler = (input, output, context) -> handled.incrementAndGet();
        return CheckpointedHandler.wrap(handler)
                .journal(fixture.journal)
                .toolName("act")
                .build();
    }

    private static String resource(String name) throws IOException {
        try (InputStream stream = Objects.requireNonNull(R29UnrecognisedEventTest.class.getResourceAsStream(name))) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
