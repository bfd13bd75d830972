package dev.toolcheckpoint.lambda.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolcheckpoint.lambda.EventFixture;
import dev.toolcheckpoint.lambda.Samples;
import dev.toolcheckpoint.lambda.ToolFunction;
import dev.toolcheckpoint.lambda.UnrecognisedEventException;
import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.protocol.ConfigurationException;
import dev.toolcheckpoint.protocol.Recovery;
import dev.toolcheckpoint.tool.Tool;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HttpAdapterTest {

    private static final String KEY = "order-4711:refund-1";

    private final EventFixture fixture = new EventFixture();

    @ParameterizedTest
    @CsvSource({
        "http-rest, requestContext.authorizer.claims.\"custom:tenant\"",
        "http-rest, stageVariables.tenant",
        "http-api, requestContext.authorizer.jwt.claims.tenant"
    })
    void namespace_isReadFromWhatTheFrontEndVouchesFor(String sample, String expression) {
        ToolFunction function = function(HttpAdapter.builder().namespaceAt(expression));

        assertThat(status(function, Samples.event(sample))).isEqualTo(200);
        assertThat(fixture.journal().inspect(CheckpointKey.of("shop-eu", KEY))).isPresent();
        assertThat(fixture.record(KEY)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "body",
                "headers.tenant",
                "queryStringParameters.tenant",
                "requestContext.identity.userAgent",
                "requestContext.http.path",
                "headers.tenant || stageVariables.other",
                "requestContext.authorizer"
            })
    void namespace_fromWhatTheClientChose_isNeverFound(String expression) {
        ToolFunction function = function(HttpAdapter.builder().namespaceAt(expression));
        ObjectNode event = Samples.event("http-rest");
        event.withObject("/headers").put("tenant", "victim");
        event.putObject("queryStringParameters").put("tenant", "victim");

        assertThat(status(function, event)).isEqualTo(400);
        assertThat(fixture.executions()).hasValue(0);
    }

    @Test
    void tool_isTheOneOfTheRoute_elseTheFixedOne() {
        ToolFunction function = fixture.function(fixture.tool(Recovery.manual(), (input, context) -> "refund"))
                .tool(Tool.named("other", JsonNode.class).handler((input, context) -> "other"))
                .adapter(HttpAdapter.builder()
                        .route("POST /refunds", EventFixture.TOOL)
                        .tool("other")
                        .build())
                .build();

        for (String sample : new String[] {"http-rest", "http-api", "function-url-base64", "alb", "alb-multi-value"}) {
            assertThat(body(function, Samples.event(sample))).isEqualTo("\"refund\"");
        }
        ObjectNode elsewhere = Samples.event("alb").put("path", "/elsewhere");
        elsewhere.withObject("/headers").put("idempotency-key", "k2");
        assertThat(body(function, elsewhere)).isEqualTo("\"other\"");
    }

    @Test
    void tool_thatNothingDeclares_isRefused() {
        ToolFunction function = fixture.function(fixture.tool(Recovery.manual(), (input, context) -> "refund"))
                .tool(Tool.named("other", JsonNode.class).handler((input, context) -> "other"))
                .build();
        assertThat(status(function, Samples.event("http-api"))).isEqualTo(400);

        ToolFunction unknown = function(HttpAdapter.builder().tool("absent"));
        assertThat(status(unknown, Samples.event("http-api"))).isEqualTo(400);
        assertThat(fixture.executions()).hasValue(0);
    }

    @Test
    void route_malformedOrTwice_isRefused() {
        assertThatThrownBy(() -> HttpAdapter.builder().route("/refunds", "a"))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("POST /refunds");
        assertThatThrownBy(() -> HttpAdapter.builder().route("POST /a", "a").route("POST /a", "b"))
                .isInstanceOf(ConfigurationException.class);
    }

    @Test
    void messageOfJsonRpc_belongsToAnotherAdapter() {
        ObjectNode event = Samples.event("http-api")
                .put("body", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{}}");

        assertThatThrownBy(() -> fixture.answer(fixture.manual((input, context) -> "x"), event))
                .isInstanceOf(UnrecognisedEventException.class);
    }

    @Test
    void r30_repeatsWhileTheFirstStillRuns_are409_andLaterTheStoredResult() throws Exception {
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch finish = new CountDownLatch(1);
        ToolFunction function = fixture.manual((input, context) -> {
            started.countDown();
            finish.await();
            return "refunded";
        });
        CompletableFuture<Integer> first =
                CompletableFuture.supplyAsync(() -> status(function, Samples.event("http-rest")));
        assertThat(started.await(10, TimeUnit.SECONDS)).isTrue();

        assertThat(status(function, Samples.event("http-rest"))).isEqualTo(409);
        assertThat(status(function, Samples.event("http-api"))).isEqualTo(409);
        finish.countDown();

        assertThat(first.get(10, TimeUnit.SECONDS)).isEqualTo(200);
        assertThat(body(function, Samples.event("http-rest"))).isEqualTo("\"refunded\"");
        assertThat(fixture.executions()).hasValue(1);
    }

    private ToolFunction function(HttpAdapter.Builder adapter) {
        return fixture.function(fixture.tool(Recovery.manual(), (input, context) -> "done"))
                .adapter(adapter.build())
                .build();
    }

    private int status(ToolFunction function, ObjectNode event) {
        return HttpAnswersTest.parse(fixture.answer(function, event))
                .path("statusCode")
                .intValue();
    }

    private String body(ToolFunction function, ObjectNode event) {
        return HttpAnswersTest.parse(fixture.answer(function, event))
                .path("body")
                .asText();
    }
}
