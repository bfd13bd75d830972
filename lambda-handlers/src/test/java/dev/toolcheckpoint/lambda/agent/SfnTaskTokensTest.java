package dev.toolcheckpoint.lambda.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.retries.DefaultRetryStrategy;
import software.amazon.awssdk.services.sfn.SfnClient;

/** What goes over the wire of the SDK's real client, and what each answer of the service means. */
class SfnTaskTokensTest {

    private static final String TOKEN = "AQCEAAAAKgAAAAMAAAAA-secret-token";

    private final HttpServer server;
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final AtomicInteger clients = new AtomicInteger();
    private final SfnClient sfn;
    private final SfnTaskTokens tokens;
    private volatile int status = 200;
    private volatile String answer = "{}";

    SfnTaskTokensTest() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            requests.add(exchange.getRequestHeaders().getFirst("X-Amz-Target") + " " + body);
            byte[] bytes = answer.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/x-amz-json-1.0");
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        server.start();
        sfn = SfnClient.builder()
                .endpointOverride(
                        URI.create("http://127.0.0.1:" + server.getAddress().getPort()))
                .region(Region.EU_CENTRAL_1)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("test", "test")))
                .overrideConfiguration(options -> options.retryStrategy(DefaultRetryStrategy.doNotRetry()))
                .httpClient(UrlConnectionHttpClient.create())
                .build();
        tokens = new SfnTaskTokens(() -> {
            clients.incrementAndGet();
            return sfn;
        });
    }

    @AfterEach
    void close() {
        sfn.close();
        server.stop(0);
    }

    @Test
    void bothEnds_areSentAsTheyAre_overOneClient() {
        assertThat(clients).hasValue(0);

        tokens.succeed(TOKEN, "{\"refund\":1.50}");
        tokens.fail(TOKEN, "TOOL_ERROR", "{\"error\":{}}");

        assertThat(requests)
                .containsExactly(
                        "AWSStepFunctions.SendTaskSuccess {\"taskToken\":\"" + TOKEN
                                + "\",\"output\":\"{\\\"refund\\\":1.50}\"}",
                        "AWSStepFunctions.SendTaskFailure {\"taskToken\":\"" + TOKEN
                                + "\",\"error\":\"TOOL_ERROR\",\"cause\":\"{\\\"error\\\":{}}\"}");
        assertThat(clients).hasValue(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"TaskTimedOut", "TaskDoesNotExist", "InvalidToken"})
    void taskThatIsOver_isNoFailure(String code) {
        refuse(400, code);

        tokens.succeed(TOKEN, "1");
        tokens.fail(TOKEN, "TOOL_ERROR", "cause");

        assertThat(requests).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"InvalidOutput", "ThrottlingException", "AccessDeniedException", "ValidationException"})
    void anyOtherAnswer_isAFailure_withoutTheToken(String code) {
        refuse(code.equals("ThrottlingException") ? 503 : 400, code);

        assertThatThrownBy(() -> tokens.succeed(TOKEN, "1"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining(code)
                .hasMessageNotContaining("secret")
                .hasNoCause();
        assertThatThrownBy(() -> tokens.fail(TOKEN, "TOOL_ERROR", "1")).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void serviceThatIsNotThere_isAFailure() {
        server.stop(0);

        assertThatThrownBy(() -> tokens.succeed(TOKEN, "1"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("before anything was sent");
    }

    private void refuse(int status, String code) {
        this.status = status;
        this.answer = "{\"__type\":\"com.amazonaws.swf.service.v2.model#" + code
                + "\",\"message\":\"Value at 'taskToken' is " + TOKEN + "\"}";
    }
}
