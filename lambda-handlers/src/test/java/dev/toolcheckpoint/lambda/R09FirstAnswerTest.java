package dev.toolcheckpoint.lambda;

import static dev.toolcheckpoint.lambda.Fixture.answer;
import static dev.toolcheckpoint.lambda.Fixture.error;
import static dev.toolcheckpoint.lambda.Fixture.event;
import static org.assertj.core.api.Assertions.assertThat;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.fasterxml.jackson.databind.JsonNode;
import dev.toolcheckpoint.protocol.Status;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** First answer differs from the replayed answer. */
class R09FirstAnswerTest {

    private final Fixture fixture = new Fixture();

    enum Size {
        SMALL
    }

    record Order(String id, BigDecimal price) {}

    @SuppressWarnings("ArrayRecordComponent") // the point of the test
    record Result(
            Instant at,
            BigDecimal price,
            byte[] raw,
            List<Order> orders,
            Size size,
            Optional<String> note,
            Duration took) {}

    private static Result result() {
        return new Result(
                Instant.parse("2026-01-01T00:00:00.123456789Z"),
                new BigDecimal("10.00"),
                new byte[] {1, 2, 3},
                List.of(new Order("o-1", new BigDecimal("1E+3"))),
                Size.SMALL,
                Optional.empty(),
                Duration.ofMillis(1_500));
    }

    private static final String TEXT = "{\"at\":\"2026-01-01T00:00:00.123456789Z\",\"price\":10.00,\"raw\":\"AQID\","
            + "\"orders\":[{\"id\":\"o-1\",\"price\":1E+3}],\"size\":\"SMALL\",\"note\":null,\"took\":\"PT1.5S\"}";

    @Test
    void r09_richResult_isByteIdenticalOnReplay() {
        ToolFunction function = fixture.manual((input, context) -> result());

        assertThat(answer(function, event("k"))).isEqualTo(TEXT);
        // Another function object stands for a restarted process: only the store is the same.
        ToolFunction restarted = fixture.manual((input, context) -> "something else");
        assertThat(answer(restarted, event("k"))).isEqualTo(TEXT);
        assertThat(fixture.executions).hasValue(1);
    }

    @Test
    void r09_richResultOfAWrappedHandler_isByteIdenticalOnReplay() {
        CheckpointedHandler handler = CheckpointedHandler.wrap(new Rich())
                .journal(fixture.journal)
                .toolName("rich")
                .build();

        assertThat(answer(handler, "{\"idempotencyKey\":\"k\"}")).isEqualTo(TEXT);
        assertThat(answer(handler, "{\"idempotencyKey\":\"k\"}")).isEqualTo(TEXT);
    }

    static final class Rich implements RequestHandler<JsonNode, Result> {
        @Override
        public Result handleRequest(JsonNode input, Context context) {
            return result();
        }
    }

    @Test
    void r09_notANumber_isAStoredErrorThatSaysTheEffectHappened_andIsNotRunAgain() {
        assertStoredError(Map.of("rate", Double.NaN));
    }

    @Test
    void r09_resultThatRefersToItself_isAStoredErrorThatSaysTheEffectHappened_andIsNotRunAgain() {
        List<Object> loop = new java.util.ArrayList<>();
        loop.add(loop);
        assertStoredError(loop);
    }

    private void assertStoredError(Object result) {
        ToolFunction function = fixture.manual((input, context) -> result);

        String first = answer(function, event("k"));

        JsonNode error = error(first);
        assertThat(error.path("toolError").path("code").textValue()).isEqualTo("RESULT_NOT_SERIALISABLE");
        assertThat(error.path("effectMayHaveHappened").booleanValue()).isTrue();
        assertThat(answer(function, event("k"))).isEqualTo(first);
        assertThat(fixture.executions).hasValue(1);
        assertThat(fixture.record("k").orElseThrow().status()).isEqualTo(Status.COMPLETED);
    }
}
