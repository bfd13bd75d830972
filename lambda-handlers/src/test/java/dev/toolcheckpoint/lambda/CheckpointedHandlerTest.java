package dev.toolcheckpoint.lambda;

import static dev.toolcheckpoint.lambda.Fixture.answer;
import static dev.toolcheckpoint.lambda.Fixture.error;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.protocol.ConfigurationException;
import dev.toolcheckpoint.protocol.Recovery;
import java.net.ConnectException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CheckpointedHandlerTest {

    private static final String EVENT = "{\"idempotencyKey\":\"k\", \"order\":\"o-1\",\"price\":1.50}";

    private final Fixture fixture = new Fixture();
    private final AtomicInteger handled = new AtomicInteger();

    @ParameterizedTest
    @ValueSource(strings = {"{ \"a\" : 1.50 }\n", "", "not JSON", "null", "{\"a\":1,\"a\":2}"})
    void streamHandler_answersToTheLetter_nowAndOnReplay(String written) {
        CheckpointedHandler handler = wrap((input, output, context) -> {
                    handled.incrementAndGet();
                    output.write(written.getBytes(StandardCharsets.UTF_8));
                })
                .build();

        assertThat(answer(handler, EVENT)).isEqualTo(written);
        assertThat(answer(handler, EVENT)).isEqualTo(written);
        assertThat(handled).hasValue(1);
    }

    @Test
    void streamHandler_readsTheEventAsItWasSent() {
        CheckpointedHandler handler = wrap((input, output, context) -> output.write(input.readAllBytes()))
                .build();

        assertThat(answer(handler, EVENT)).isEqualTo(EVENT);
    }

    record Order(String order, double price) {}

    static final class ByGenerics implements RequestHandler<List<Order>, Object> {
        @Override
        public Object handleRequest(List<Order> input, Context context) {
            return input.get(0).order();
        }
    }

    @Test
    void typedHandler_inputTypeComesFromItsClass() {
        CheckpointedHandler handler = CheckpointedHandler.wrap(new ByGenerics())
                .journal(fixture.journal)
                .toolName("act")
                .callId("[0].order")
                .build();

        assertThat(answer(handler, "[{\"order\":\"o-1\",\"price\":1.5,\"unknown\":true}]"))
                .isEqualTo("\"o-1\"");
    }

    @Test
    void typedHandler_lambdaExpression_needsItsTypeNamed() {
        RequestHandler<Order, String> lambda = (input, context) -> input.order();

        assertThatThrownBy(() -> CheckpointedHandler.wrap(lambda))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("name it");
        CheckpointedHandler handler = CheckpointedHandler.wrap(lambda, Order.class)
                .journal(fixture.journal)
                .toolName("act")
                .build();
        assertThat(answer(handler, EVENT)).isEqualTo("\"o-1\"");
    }

    @Test
    void typedHandler_numbersOfAMap_areThoseOfLambdasRuntime() {
        RequestHandler<Map<String, Object>, String> handler = new RequestHandler<>() {
            @Override
            public String handleRequest(Map<String, Object> input, Context context) {
                return input.get("price") + " " + (input.get("price") instanceof Double);
            }
        };

        assertThat(answer(
                        CheckpointedHandler.wrap(handler)
                                .journal(fixture.journal)
                                .toolName("act")
                                .build(),
                        EVENT))
                .isEqualTo("\"1.5 true\"");
    }

    @Test
    void eventThatDoesNotReadAsTheInput_isRefusedBeforeTheClaim_withoutItsContent() {
        RequestHandler<Order, String> lambda = (input, context) -> input.order();
        CheckpointedHandler handler = CheckpointedHandler.wrap(lambda, Order.class)
                .journal(fixture.journal)
                .toolName("act")
                .build();

        var error = error(answer(handler, "{\"idempotencyKey\":\"k\",\"price\":\"secret\"}"));

        assertThat(error.path("code").textValue()).isEqualTo("INVALID_ARGUMENT");
        assertThat(error.path("message").textValue()).contains("Order").doesNotContain("secret");
        assertThat(fixture.journal.inspect(CheckpointKey.of("default", "k"))).isEmpty();
    }

    @Test
    void context_bringsTheKeyForTheDownstream_andTheRestOfLambdas() {
        CheckpointedHandler handler = wrap((input, output, context) -> {
                    CheckpointedContext its = (CheckpointedContext) context;
                    String text = its.tool().idempotencyKey() + " " + context.getAwsRequestId();
                    output.write(text.getBytes(StandardCharsets.UTF_8));
                })
                .build();

        assertThat(answer(handler, EVENT))
                .isEqualTo(CheckpointKey.of("default", "k").id() + " request-1");
    }

    @Test
    void wholeEvent_isFingerprinted_unlessARuleSaysOtherwise() {
        CheckpointedHandler whole = wrap((input, output, context) -> {}).build();
        answer(whole, "{\"idempotencyKey\":\"a\",\"order\":\"o-1\",\"at\":1}");
        assertThat(error(answer(whole, "{\"idempotencyKey\":\"a\",\"order\":\"o-1\",\"at\":2}"))
                        .path("differing"))
                .hasToString("[\"inputFingerprint\"]");

        CheckpointedHandler ruled =
                wrap((input, output, context) -> {}).input("order").build();
        answer(ruled, "{\"idempotencyKey\":\"b\",\"order\":\"o-1\",\"at\":1}");
        assertThat(answer(ruled, "{\"idempotencyKey\":\"b\",\"order\":\"o-1\",\"at\":2}"))
                .isEmpty();
    }

    @Test
    void namedExceptions_areStoredOrVouched_andOthersLeaveItOpen() {
        CheckpointedHandler handler = wrap((input, output, context) -> {
                    handled.incrementAndGet();
                    String event = new String(input.readAllBytes(), StandardCharsets.UTF_8);
                    if (event.contains("business")) {
                        throw new IllegalArgumentException("no such order");
                    }
                    if (event.contains("unsent")) {
                        throw new ConnectException("refused");
                    }
                    throw new IllegalStateException("no answer");
                })
                .businessError(IllegalArgumentException.class)
                .noEffect(ConnectException.class)
                .recovery(Recovery.idempotent(Duration.ofHours(1)))
                .build();

        assertThat(error(answer(handler, "{\"idempotencyKey\":\"business\"}")).path("toolError"))
                .hasToString("{\"code\":\"IllegalArgumentException\",\"message\":\"no such order\"}");
        assertThat(code(answer(handler, "{\"idempotencyKey\":\"business\"}"))).isEqualTo("TOOL_ERROR");
        assertThat(handled).hasValue(1);
        assertThat(code(answer(handler, "{\"idempotencyKey\":\"unsent\"}"))).isEqualTo("RETRYABLE");
        assertThat(code(answer(handler, "{\"idempotencyKey\":\"other\"}"))).isEqualTo("RETRYABLE");
        assertThat(code(answer(
                        wrap((input, output, context) -> {
                                    throw new IllegalStateException("no answer");
                                })
                                .build(),
                        "{\"idempotencyKey\":\"manual\"}")))
                .isEqualTo("UNCERTAIN");
    }

    @Test
    void build_withoutNameOrStore_saysWhatIsMissing() {
        RequestStreamHandler any = (input, output, context) -> {};
        assertThatThrownBy(() ->
                        CheckpointedHandler.wrap(any).journal(fixture.journal).build())
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("toolName");
        assertThatThrownBy(() -> CheckpointedHandler.wrap(any).toolName("act").build())
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("store");
        assertThatThrownBy(() -> CheckpointedHandler.wrap(any)
                        .toolName("act")
                        .store("nowhere:x")
                        .build())
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("nowhere");
    }

    private static String code(String answer) {
        return error(answer).path("code").textValue();
    }

    private CheckpointedHandler.Builder wrap(RequestStreamHandler handler) {
        return CheckpointedHandler.wrap(handler).journal(fixture.journal).toolName("act");
    }
}
