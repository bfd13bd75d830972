package dev.toolcheckpoint.lambda.queue;

import static dev.toolcheckpoint.lambda.queue.SqsBatches.NONE;
import static dev.toolcheckpoint.lambda.queue.SqsBatches.batch;
import static dev.toolcheckpoint.lambda.queue.SqsBatches.failed;
import static dev.toolcheckpoint.lambda.queue.SqsBatches.message;
import static org.assertj.core.api.Assertions.assertThat;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse;
import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolcheckpoint.json.JsonLimits;
import dev.toolcheckpoint.json.StrictJson;
import dev.toolcheckpoint.lambda.CheckpointedHandler;
import dev.toolcheckpoint.lambda.EventFixture;
import dev.toolcheckpoint.lambda.FailedAnswer;
import dev.toolcheckpoint.lambda.Samples;
import dev.toolcheckpoint.protocol.Recovery;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A wrapped handler of batches: it gets one message at a time, and its batch answer is read. */
class WrappedSqsTest {

    private final EventFixture fixture = new EventFixture();
    private final List<JsonNode> records = new ArrayList<>();
    private final List<String> attention = new ArrayList<>();

    @Test
    void batch_isHandedOnMessageByMessage_eachAsItWasSent() {
        CheckpointedHandler handler = answering(NONE).build();
        JsonNode event = Samples.event("sqs-refund");

        assertThat(fixture.answer(handler, Samples.text("sqs-refund"))).isEqualTo(NONE);
        assertThat(records)
                .containsExactly(
                        event.path("Records").get(0),
                        event.path("Records").get(1),
                        event.path("Records").get(2));
        assertThat(fixture.answer(handler, Samples.text("sqs-refund"))).isEqualTo(NONE);
        assertThat(records).hasSize(3);
        assertThat(fixture.record("order-4712:refund-1")).isPresent();
    }

    @Test
    void messagesOfOneCall_areOneEffect_andARedriveIsAReplay() {
        CheckpointedHandler handler = answering(NONE).build();

        assertThat(fixture.answer(handler, batch(message(1, "a"), message(2, "a"))))
                .isEqualTo(NONE);
        assertThat(fixture.answer(handler, batch(message(77, "a")))).isEqualTo(NONE);
        assertThat(records).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "null", "{}", "\"done\"", "{\"batchItemFailures\":[]}", "{\"batchItemFailures\":null}"})
    void answerThatNamesNoItem_isASuccess(String answer) {
        assertThat(fixture.answer(answering(answer).build(), batch(message(1, "a"))))
                .isEqualTo(NONE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"batchItemFailures\":[{\"itemIdentifier\":\"m-1\"}]}",
                // Lambda takes the whole batch, which is this message, for failed.
                "{\"batchItemFailures\":[{\"itemIdentifier\":\"\"}]}",
                "{\"batchItemFailures\":[{\"id\":\"m-1\"}]}"
            })
    void failedItem_leavesTheEffectOpen_soAManualCallIsUncertain(String answer) {
        CheckpointedHandler handler = answering(answer).build();

        assertThat(fixture.answer(handler, batch(message(1, "a")))).isEqualTo(failed(1));
        assertThat(fixture.answer(handler, batch(message(1, "a")))).isEqualTo(failed(1));
        assertThat(records).hasSize(1);
        assertThat(attention).containsExactly("UNCERTAIN m-1", "UNCERTAIN m-1");
    }

    @Test
    void failedItem_ofAnIdempotentHandler_comesAgain_andTheOthersAreDone() {
        CheckpointedHandler handler = answering(
                        NONE, "{\"batchItemFailures\":[{\"itemIdentifier\":\"m-2\"}]}", NONE, NONE)
                .recovery(Recovery.idempotent(Duration.ofHours(1)))
                .build();
        ObjectNode event = batch(message(1, "a"), message(2, "b"), message(3, "c"));

        assertThat(fixture.answer(handler, event)).isEqualTo(failed(2));
        assertThat(fixture.answer(handler, event)).isEqualTo(NONE);
        assertThat(records).hasSize(4);
        assertThat(attention).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(FailedAnswer.class)
    void failedItem_isNeverDeleted_whateverAFailedAnswerMeans(FailedAnswer meaning) {
        CheckpointedHandler handler = answering("{\"batchItemFailures\":[{\"itemIdentifier\":\"m-1\"}]}", NONE)
                .failedAnswers(meaning)
                .build();

        assertThat(fixture.answer(handler, batch(message(1, "a")))).isEqualTo(failed(1));
        assertThat(fixture.answer(handler, batch(message(1, "a")))).isEqualTo(failed(1));
        assertThat(records).hasSize(1);
        assertThat(attention.get(0)).startsWith(meaning == FailedAnswer.NO_EFFECT ? "TOOL_ERROR" : "UNCERTAIN");
    }

    @Test
    void fifo_restOfAFailedGroup_isNotHandedOn() {
        List<String> answers = new ArrayList<>();
        CheckpointedHandler handler = fixture.wrapped(event -> {
                    JsonNode record = record(event);
                    answers.add(record.path("messageId").asText().substring(7, 8));
                    return NONE;
                })
                .build();

        assertThat(fixture.answer(handler, Samples.text("sqs-fifo-failure")))
                .isEqualTo("{\"batchItemFailures\":[{\"itemIdentifier\":\"00000003-b21e-4ac1-bd88-01bbb068cb78\"},"
                        + "{\"itemIdentifier\":\"00000005-b21e-4ac1-bd88-01bbb068cb78\"}]}");
        assertThat(answers).containsExactly("1", "2", "4");
    }

    @Test
    void messageId_countsOnlyWhenTheGivenAdapterSaysSo() {
        ObjectNode anonymous = message(1, "a").put("body", "{\"order\":\"a\"}");
        assertThat(fixture.answer(answering(NONE).build(), batch(anonymous))).isEqualTo(failed(1));

        CheckpointedHandler allowed = fixture.wrapped(event -> NONE)
                .adapter(SqsAdapter.builder().messageIdAllowed().build())
                .build();
        assertThat(fixture.answer(allowed, batch(anonymous))).isEqualTo(NONE);
        assertThat(fixture.record("m-1")).isPresent();
    }

    static final class Typed implements RequestHandler<SQSEvent, SQSBatchResponse> {
        @Override
        public SQSBatchResponse handleRequest(SQSEvent event, Context context) {
            SQSEvent.SQSMessage message = event.getRecords().get(0);
            assertThat(event.getRecords()).hasSize(1);
            assertThat(message.getAttributes()).containsKey("SentTimestamp");
            return new SQSBatchResponse(
                    message.getBody().contains("\"idempotencyKey\":\"b\"")
                            ? List.of(new SQSBatchResponse.BatchItemFailure(message.getMessageId()))
                            : List.of());
        }
    }

    @Test
    void typedHandler_readsAwssEvent_andItsAnswerIsRead() {
        CheckpointedHandler handler = fixture.wrapped(CheckpointedHandler.wrap(new Typed()))
                .adapter(adapter())
                .build();

        assertThat(fixture.answer(handler, batch(message(1, "a"), message(2, "b"))))
                .isEqualTo(failed(2));
        assertThat(fixture.answer(handler, batch(message(1, "a"), message(2, "b"))))
                .isEqualTo(failed(2));
        assertThat(attention).containsExactly("UNCERTAIN m-2", "UNCERTAIN m-2");
    }

    /** Answers in turn; the last again and again. */
    private CheckpointedHandler.Builder answering(String... answers) {
        return fixture.wrapped(event -> {
                    records.add(record(event));
                    return answers[Math.min(records.size(), answers.length) - 1];
                })
                .adapter(adapter());
    }

    private SqsAdapter adapter() {
        return SqsAdapter.builder()
                .attentions((key, code, item) -> attention.add(code + " " + item))
                .visibility(MessageVisibility.unchanged())
                .build();
    }

    private static JsonNode record(String event) {
        JsonNode batch = StrictJson.parse(event, JsonLimits.DEFAULT);
        assertThat(batch.path("Records")).hasSize(1);
        return batch.path("Records").get(0);
    }
}
