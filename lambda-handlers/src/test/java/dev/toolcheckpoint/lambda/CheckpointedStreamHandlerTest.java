package dev.toolcheckpoint.lambda;

import static dev.toolcheckpoint.lambda.Fixture.answer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.toolcheckpoint.protocol.ConfigurationException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CheckpointedStreamHandlerTest {

    /** Knows nothing of checkpoints. */
    public static final class Typed implements RequestHandler<Map<String, String>, String> {
        @Override
        public String handleRequest(Map<String, String> input, Context context) {
            return input.get("order") + "@" + System.nanoTime();
        }
    }

    /** Knows nothing of checkpoints either. */
    public static final class Streaming implements RequestStreamHandler {
        @Override
        public void handleRequest(InputStream input, OutputStream output, Context context) throws IOException {
            output.write(('"' + Long.toString(System.nanoTime()) + '"').getBytes(StandardCharsets.UTF_8));
        }
    }

    @ParameterizedTest
    @CsvSource({"Typed::handleRequest", "Typed", "Streaming::handleRequest"})
    void namedHandler_runsOnce_andReplays(String name) {
        CheckpointedStreamHandler handler =
                new CheckpointedStreamHandler(environment(getClass().getName() + "$" + name));
        String event = "{\"key\":\"k\",\"order\":\"o-1\"}";

        String first = answer(handler, event);

        assertThat(answer(handler, event)).isEqualTo(first);
        assertThat(answer(handler, event.replace("\"k\"", "\"l\""))).isNotEqualTo(first);
    }

    /** Fails at first, as its answer says. */
    public static final class Failing implements RequestStreamHandler {
        private final AtomicInteger runs = new AtomicInteger();

        @Override
        public void handleRequest(InputStream input, OutputStream output, Context context) throws IOException {
            int status = runs.incrementAndGet() == 1 ? 503 : 201;
            output.write(("{\"statusCode\":" + status + "}").getBytes(StandardCharsets.UTF_8));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ambiguous | 409 | 409",
                "stored    | {\"statusCode\":503} | {\"statusCode\":503,\"headers\":{\"Idempotency-Replayed\":\"true\"}}"
            })
    void namedHandlerBehindHttp_answersThatItFailed(String meaning, String first, String second) {
        Map<String, String> environment = new HashMap<>(environment(Failing.class.getName()));
        environment.remove("TOOL_CHECKPOINT_CALL_ID");
        environment.put("TOOL_CHECKPOINT_FAILED_ANSWERS", meaning);
        CheckpointedStreamHandler handler = new CheckpointedStreamHandler(environment);

        assertThat(answer(handler, Samples.text("http-rest"))).contains(first);
        assertThat(answer(handler, Samples.text("http-rest"))).contains(second);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "com.acme.Absent | can't be made",
                "java.lang.Object | is neither",
                "java.lang.Integer | can't be made",
                "com.acme.Refund::refund | expected CLASS::handleRequest",
                "dev.toolcheckpoint.lambda.CheckpointedStreamHandler | would wrap itself"
            })
    void handlerThatCannotBe_isNamedWithTheReason(String name, String reason) {
        assertThatThrownBy(() -> new CheckpointedStreamHandler(environment(name)))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("TOOL_CHECKPOINT_HANDLER=\"" + name + "\"")
                .hasMessageContaining(reason);
    }

    @Test
    void emptyEnvironment_isAnError() {
        assertThatThrownBy(() -> new CheckpointedStreamHandler(Map.of())).isInstanceOf(ConfigurationException.class);
    }

    private static Map<String, String> environment(String handler) {
        return Map.of(
                "TOOL_CHECKPOINT_STORE",
                "memory:",
                "TOOL_CHECKPOINT_HANDLER",
                handler,
                "TOOL_CHECKPOINT_TOOL_NAME",
                "act",
                "TOOL_CHECKPOINT_CALL_ID",
                "key");
    }
}
