package dev.toolcheckpoint.lambda.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolcheckpoint.lambda.CheckpointedHandler;
import dev.toolcheckpoint.lambda.EventFixture;
import dev.toolcheckpoint.lambda.FailedAnswer;
import dev.toolcheckpoint.lambda.Samples;
import dev.toolcheckpoint.protocol.ConfigurationException;
import dev.toolcheckpoint.protocol.Recovery;
import dev.toolcheckpoint.testing.Operation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A wrapped handler behind HTTP front ends; answers are compared as raw JSON. */
class WrappedHttpTest {

    private static final String KEY = "order-4711:refund-1";
    private static final String CREATED =
            "{ \"statusCode\":201,\"headers\":{\"Location\":\"/refunds/1\"},\"body\":\"{ \\\"refund\\\":1.50}\"}";
    private static final String REPLAYED = "{\"statusCode\":201,\"headers\":{\"Location\":\"/refunds/1\","
            + "\"Idempotency-Replayed\":\"true\"},\"body\":\"{ \\\"refund\\\":1.50}\"}";

    private final EventFixture fixture = new EventFixture();
    private final List<String> events = new ArrayList<>();

    @ParameterizedTest
    @ValueSource(strings = {"http-rest", "http-api", "function-url-base64", "alb"})
    void handlerGetsTheEventAsItWasSent_andItsResponseIsReplayedWithAMark(String sample) {
        CheckpointedHandler handler = answering(CREATED).build();

        assertThat(fixture.answer(handler, Samples.text(sample))).isEqualTo(CREATED);
        assertThat(fixture.answer(handler, Samples.text(sample))).isEqualTo(REPLAYED);
        assertThat(events).containsExactly(Samples.text(sample));
        assertThat(fixture.record(KEY)).isPresent();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // The response's own form of headers, else what a balancer with lists reads.
                "alb-multi-value | {\"statusCode\":200,\"multiValueHeaders\":{\"A\":[\"1\",\"2\"]}}"
                        + " | {\"statusCode\":200,\"multiValueHeaders\":{\"A\":[\"1\",\"2\"],\"Idempotency-Replayed\":[\"true\"]}}",
                "alb-multi-value | {\"statusCode\":200}"
                        + " | {\"statusCode\":200,\"multiValueHeaders\":{\"Idempotency-Replayed\":[\"true\"]}}",
                "http-rest | {\"statusCode\":200,\"headers\":null}"
                        + " | {\"statusCode\":200,\"headers\":{\"Idempotency-Replayed\":\"true\"}}",
                // What payload 2.0 takes for the body itself, and what is no object, stay as they are.
                "http-api | {\"refund\":1.50} | {\"refund\":1.50}",
                "http-api | \"done\" | \"done\"",
                "http-api | null | null",
                "http-api | not JSON | not JSON",
                "http-api | '' | ''",
            })
    void replay_hasTheFormOfTheFirstResponse(String sample, String response, String replay) {
        CheckpointedHandler handler = answering(response).build();

        assertThat(fixture.answer(handler, Samples.text(sample))).isEqualTo(response);
        assertThat(fixture.answer(handler, Samples.text(sample))).isEqualTo(replay);
        assertThat(events).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 404, 409, 422, 499, 302, 204})
    void everyAnswerBelow500_isTheHandlersAnswer(int status) {
        CheckpointedHandler handler =
                answering("{\"statusCode\":" + status + "}").build();

        fixture.answer(handler, Samples.text("http-rest"));

        assertThat(fixture.answer(handler, Samples.text("http-rest")))
                .isEqualTo("{\"statusCode\":" + status + ",\"headers\":{\"Idempotency-Replayed\":\"true\"}}");
        assertThat(events).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"500", "502", "\"503\"", "599"})
    void serverError_leavesTheEffectOpen_soAManualCallIsUncertain(String status) {
        CheckpointedHandler handler =
                answering("{\"statusCode\":" + status + ",\"body\":\"secret\"}").build();

        JsonNode problem = problem(fixture.answer(handler, Samples.text("http-rest")), 409);
        assertThat(problem.path("code").textValue()).isEqualTo("UNCERTAIN");
        assertThat(problem.path("reasonText").textValue()).contains("FailedAnswerException");
        assertThat(problem.toString()).doesNotContain("secret");
        problem(fixture.answer(handler, Samples.text("http-rest")), 409);
        assertThat(events).hasSize(1);
    }

    @Test
    void serverError_ofAnIdempotentHandler_mayComeAgain() {
        CheckpointedHandler handler = answering("{\"statusCode\":503}", CREATED)
                .recovery(Recovery.idempotent(Duration.ofHours(1)))
                .build();

        assertThat(problem(fixture.answer(handler, Samples.text("alb")), 503)
                        .path("code")
                        .textValue())
                .isEqualTo("RETRYABLE");
        assertThat(fixture.answer(handler, Samples.text("alb"))).isEqualTo(CREATED);
        assertThat(fixture.answer(handler, Samples.text("alb"))).isEqualTo(REPLAYED);
        assertThat(events).hasSize(2);
    }

    @Test
    void serverError_isStored_whereItIsAnAnswer() {
        CheckpointedHandler handler = answering("{\"statusCode\":502}", CREATED)
                .failedAnswers(FailedAnswer.STORED)
                .build();

        assertThat(fixture.answer(handler, Samples.text("http-rest"))).isEqualTo("{\"statusCode\":502}");
        assertThat(fixture.answer(handler, Samples.text("http-rest")))
                .isEqualTo("{\"statusCode\":502,\"headers\":{\"Idempotency-Replayed\":\"true\"}}");
        assertThat(events).hasSize(1);
    }

    @Test
    void serverError_thatVouchesForNoEffect_isNeverUncertain() {
        CheckpointedHandler handler = answering("{\"statusCode\":503}")
                .failedAnswers(FailedAnswer.NO_EFFECT)
                .build();

        JsonNode problem = problem(fixture.answer(handler, Samples.text("http-rest")), 400);

        assertThat(problem.path("code").textValue()).isEqualTo("TOOL_ERROR");
        assertThat(problem.path("effectMayHaveHappened").booleanValue()).isFalse();
        assertThat(problem.path("retryableAsNewCall").booleanValue()).isTrue();
    }

    @Test
    void exception_isAProblemDocument_asOfDeclaredTools() {
        CheckpointedHandler handler = fixture.wrapped(event -> {
                    throw new IllegalArgumentException("no such order");
                })
                .businessError(IllegalArgumentException.class)
                .build();

        assertThat(problem(fixture.answer(handler, Samples.text("http-api")), 400)
                        .path("toolError"))
                .hasToString("{\"code\":\"IllegalArgumentException\",\"message\":\"no such order\"}");
    }

    @Test
    void busyAndReusedKeys_areProblemDocuments() {
        CheckpointedHandler handler = answering(CREATED).build();
        fixture.answer(handler, Samples.text("http-rest"));
        ObjectNode other = Samples.event("http-rest").put("body", "{\"order\":\"order-4711\",\"amount\":26}");

        assertThat(problem(fixture.answer(handler, other), 422).path("differing"))
                .hasToString("[\"inputFingerprint\"]");
        assertThat(events).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({"path, /orders", "httpMethod, PUT"})
    void sameKeyOnAnotherRoute_isAnotherCall(String member, String value) {
        CheckpointedHandler handler = answering(CREATED).build();
        fixture.answer(handler, Samples.text("http-rest"));

        problem(fixture.answer(handler, Samples.event("http-rest").put(member, value)), 422);
    }

    @Test
    void sameKeyWithAnotherQuery_isAnotherCall_whateverTheOrderOfTheSame() {
        CheckpointedHandler handler = answering(CREATED).build();
        fixture.answer(handler, query("{\"a\":[\"1\"],\"b\":[\"2\"]}"));

        assertThat(fixture.answer(handler, query("{\"b\":[\"2\"],\"a\":[\"1\"]}")))
                .isEqualTo(REPLAYED);
        problem(fixture.answer(handler, query("{\"a\":[\"1\"]}")), 422);
    }

    private static ObjectNode query(String parameters) {
        ObjectNode event = Samples.event("http-rest");
        event.set("multiValueQueryStringParameters", HttpAnswersTest.parse(parameters));
        return event;
    }

    @ParameterizedTest
    @ValueSource(strings = {"order=order-4711&amount=25", "<order/>", "{\"a\":1,\"a\":2}", "{"})
    void bodyThatIsNoJson_isTheHandlersMatter_andCountsByItsBytes(String body) {
        CheckpointedHandler handler = answering(CREATED).build();
        ObjectNode event = Samples.event("http-rest").put("body", body);

        assertThat(fixture.answer(handler, event)).isEqualTo(CREATED);
        assertThat(fixture.answer(handler, event)).isEqualTo(REPLAYED);
        problem(fixture.answer(handler, event.put("body", body + " ")), 422);
    }

    @Test
    void missingKey_isRefused_andTheHandlerIsNotRun() {
        CheckpointedHandler handler = answering(CREATED).build();
        ObjectNode event = Samples.event("http-api");
        event.withObject("/headers").remove("idempotency-key");

        assertThat(problem(fixture.answer(handler, event), 400).path("detail").textValue())
                .contains("Idempotency-Key is missing");
        assertThat(events).isEmpty();
        assertThat(fixture.store().count(Operation.CREATE)).isZero();
    }

    @Test
    void rule_findsTheKeyInTheBody_andMustAgreeWithTheHeader() {
        CheckpointedHandler handler = answering(CREATED).callId("order").build();
        ObjectNode event = Samples.event("http-api");

        assertThat(problem(fixture.answer(handler, event), 400).path("detail").textValue())
                .contains("differ");
        event.withObject("/headers").remove("idempotency-key");
        assertThat(fixture.answer(handler, event)).isEqualTo(CREATED);
        assertThat(fixture.record("order-4711")).isPresent();
        event.put("body", "{\"order\":17}");
        assertThat(problem(fixture.answer(handler, event), 400).path("detail").textValue())
                .contains("must be a text");
        event.put("body", "{}");
        assertThat(problem(fixture.answer(handler, event), 400).path("detail").textValue())
                .contains("The body has none at \"order\"");
    }

    @Test
    void inputRule_standsForTheBody_neverForTheRoute() {
        CheckpointedHandler handler = answering(CREATED).input("order").build();
        fixture.answer(handler, Samples.text("http-rest"));
        ObjectNode event = Samples.event("http-rest").put("body", "{\"order\":\"order-4711\",\"at\":2}");

        assertThat(fixture.answer(handler, event)).isEqualTo(REPLAYED);
        problem(fixture.answer(handler, event.put("path", "/orders")), 422);
        problem(fixture.answer(handler, event.put("body", "{}")), 400);
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "HEAD", "OPTIONS"})
    void safeMethodWithoutAKey_isHandedOn_withoutARecord(String method) {
        CheckpointedHandler handler =
                answering("{\"statusCode\":503}", "{\"statusCode\":200}").build();
        ObjectNode event = Samples.event("alb").put("httpMethod", method);
        event.withObject("/headers").remove("idempotency-key");

        // Its failures are its own: nothing about them is uncertain.
        assertThat(fixture.answer(handler, event)).isEqualTo("{\"statusCode\":503}");
        assertThat(fixture.answer(handler, event)).isEqualTo("{\"statusCode\":200}");
        assertThat(fixture.store().count(Operation.CREATE)).isZero();
    }

    @Test
    void safeMethodThatThrows_mayComeAgain() {
        CheckpointedHandler handler = fixture.wrapped(event -> {
                    throw new IllegalStateException("no answer");
                })
                .build();
        ObjectNode event = Samples.event("alb").put("httpMethod", "GET");
        event.withObject("/headers").remove("idempotency-key");

        assertThat(problem(fixture.answer(handler, event), 503).path("code").textValue())
                .isEqualTo("RETRYABLE");
        assertThat(fixture.store().count(Operation.CREATE)).isZero();
    }

    @Test
    void safeMethodWithAKey_isACall() {
        CheckpointedHandler handler = answering(CREATED).build();
        ObjectNode event = Samples.event("alb").put("httpMethod", "GET");

        fixture.answer(handler, event);

        assertThat(fixture.answer(handler, event)).isEqualTo(REPLAYED);
    }

    @Test
    void namespace_comesFromTheGivenAdapter_andRoutesAreRefused() {
        CheckpointedHandler handler = answering(CREATED)
                .adapter(HttpAdapter.builder()
                        .namespaceAt("requestContext.authorizer.jwt.claims.tenant")
                        .build())
                .build();
        fixture.answer(handler, Samples.text("http-api"));

        assertThat(fixture.record(KEY)).isEmpty();
        assertThat(problem(fixture.answer(handler, Samples.text("alb")), 400)
                        .path("detail")
                        .textValue())
                .contains("namespace");
        CheckpointedHandler.Builder routed = answering(CREATED)
                .adapter(HttpAdapter.builder().route("POST /a", "a").build());
        assertThatThrownBy(routed::build)
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("Routes");
    }

    @Test
    void responseOverTheCap_isDone_andSaysSo() {
        String large = "{\"statusCode\":200,\"body\":\"" + "y".repeat(2048) + "\"}";
        CheckpointedHandler handler = answering(large).maxResponse(2048).build();

        JsonNode problem = problem(fixture.answer(handler, Samples.text("alb")), 409);

        assertThat(problem.path("code").textValue()).isEqualTo("RESPONSE_TOO_LARGE");
        assertThat(problem.path("size").intValue()).isEqualTo(large.length());
    }

    /** Answers in turn; the last again and again. */
    private CheckpointedHandler.Builder answering(String... responses) {
        return fixture.wrapped(event -> {
            events.add(event);
            return responses[Math.min(events.size(), responses.length) - 1];
        });
    }

    private static JsonNode problem(String answer, int status) {
        JsonNode response = HttpAnswersTest.parse(answer);
        assertThat(response.path("statusCode").intValue()).isEqualTo(status);
        return HttpAnswersTest.parse(response.path("body").textValue());
    }
}
