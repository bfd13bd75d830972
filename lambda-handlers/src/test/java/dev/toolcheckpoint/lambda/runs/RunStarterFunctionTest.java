package dev.toolcheckpoint.lambda.runs;

import static dev.toolcheckpoint.lambda.runs.RunsWorld.answer;
import static dev.toolcheckpoint.lambda.runs.RunsWorld.body;
import static dev.toolcheckpoint.lambda.runs.RunsWorld.json;
import static dev.toolcheckpoint.lambda.runs.RunsWorld.start;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolcheckpoint.lambda.CallConflictException;
import dev.toolcheckpoint.lambda.CallException;
import dev.toolcheckpoint.lambda.CallRejectedException;
import dev.toolcheckpoint.lambda.EventRule;
import dev.toolcheckpoint.lambda.UnrecognisedEventException;
import dev.toolcheckpoint.runs.Agent;
import dev.toolcheckpoint.runs.RunDetails;
import dev.toolcheckpoint.runs.RunKey;
import dev.toolcheckpoint.runs.StartRequest;
import dev.toolcheckpoint.runs.TriggerEnvelope;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunStarterFunctionTest {

    private static final String BODY =
            "{\"agent\":\"refunds\",\"payload\":{\"order\":\"7\"},\"keys\":{\"order\":\"7\"},"
                    + "\"trigger\":\"complaint\",\"thread\":\"t1\",\"concurrencyKey\":\"order-7\"}";

    private final RunsWorld world = new RunsWorld();
    private final RunHost host = world.host(world.agent(world.refundsOnce()));
    private final RunStarterFunction starter = new RunStarterFunction(host);

    private String started() {
        return world.queue.element().id();
    }

    @Test
    void request_thatIsNew_isAcceptedAndHandedOver() {
        String answer = answer(starter, start("k1", BODY).toString());

        assertThat(answer)
                .isEqualTo(
                        "{\"statusCode\":202,\"headers\":{\"Content-Type\":\"application/json\"},\"body\":\"{\\\"run\\\":\\\""
                                + started()
                                + "\\\",\\\"agent\\\":\\\"refunds\\\",\\\"status\\\":\\\"QUEUED\\\"}\",\"isBase64Encoded\":false}");
        RunDetails run = host.runs().load(world.queue.element()).orElseThrow();
        assertThat(run.trigger())
                .isEqualTo(new TriggerEnvelope(
                        "k1",
                        "http",
                        "complaint",
                        json("{\"order\":\"7\"}"),
                        Map.of("order", "7"),
                        "t1",
                        world.clock.instant()));
        assertThat(run.run().concurrencyKey()).isEqualTo("order-7");
    }

    @Test
    void request_sentAgain_isAnsweredWithTheRunAndItsStatus() {
        answer(starter, start("k1", BODY).toString());
        world.clock.advance(java.time.Duration.ofMinutes(5));

        String again = answer(starter, start("\"k1\"", BODY).toString());

        assertThat(json(again).path("statusCode").asInt()).isEqualTo(200);
        assertThat(body(again))
                .isEqualTo(json("{\"run\":\"" + started() + "\",\"agent\":\"refunds\",\"status\":\"QUEUED\"}"));
        assertThat(world.queue).hasSize(1);
    }

    @Test
    void request_withTheKeyOfAnother_isAConflict() {
        answer(starter, start("k1", BODY).toString());

        String other = answer(starter, start("k1", BODY.replace("7", "8")).toString());

        assertThat(json(other).path("statusCode").asInt()).isEqualTo(422);
        assertThat(json(other).at("/headers/Content-Type").asText()).isEqualTo("application/problem+json");
        assertThat(json(other).path("body").asText())
                .isEqualTo(
                        "{\"type\":\"tag:toolcheckpoint.dev,2026:key-reused\",\"title\":\"The key belongs to another call\","
                                + "\"status\":422,\"detail\":\"This key belongs to another trigger; nothing was started. A new run needs a"
                                + " new key.\",\"code\":\"TRIGGER_CONFLICT\",\"retryable\":false,\"effectMayHaveHappened\":true}");
        assertThat(world.queue).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"agent\":\"nobody\"}",
                "{\"agent\":7}",
                "{\"concurencyKey\":\"x\"}",
                "[]",
                "\"text\"",
                "{",
                "{\"keys\":{\"order\":7}}",
                "{\"keys\":\"x\"}",
                "{\"thread\":1}",
                "{\"thread\":\" \"}",
                "{\"concurrencyKey\":\"\"}"
            })
    void request_thatCantBeStarted_isRefusedAndStartsNothing(String body) {
        String answer = answer(starter, start("k1", body).toString());

        assertThat(json(answer).path("statusCode").asInt()).as(answer).isEqualTo(400);
        assertThat(body(answer).path("code").asText()).isEqualTo("INVALID_ARGUMENT");
        assertThat(world.queue).isEmpty();
        assertThat(host.runs().list(RunsWorld.NAMESPACE, 10, null).entries()).isEmpty();
    }

    @Test
    void request_withoutAKey_isRefused() {
        String answer = answer(starter, RunsWorld.request("POST", "/runs", BODY).toString());

        assertThat(json(answer).path("statusCode").asInt()).isEqualTo(400);
        assertThat(body(answer).path("detail").asText()).startsWith("The header Idempotency-Key is missing");
    }

    @Test
    void request_withAnotherMethod_startsNothing() {
        ObjectNode event = RunsWorld.request("GET", "/runs", null);
        ((ObjectNode) event.path("headers")).put("idempotency-key", "k1");

        JsonNode answer = json(answer(starter, event.toString()));

        assertThat(answer.path("statusCode").asInt()).isEqualTo(405);
        assertThat(answer.at("/headers/Allow").asText()).isEqualTo("POST");
        assertThat(world.queue).isEmpty();
    }

    @Test
    void request_whenTheStoreIsDown_mayComeAgain() {
        RunsWorld down = new RunsWorld(new DownRunStore());
        String answer = answer(
                new RunStarterFunction(down.host(down.agent(down.refundsOnce()))),
                start("k1", BODY).toString());

        assertThat(json(answer).path("statusCode").asInt()).isEqualTo(503);
        assertThat(json(answer).at("/headers/Retry-After").asText()).isEqualTo("5");
    }

    @Test
    void request_toOneOfSeveralAgents_namesIt() {
        RunHost two = world.host(world.setup(
                Agent.named("a", world.refundsOnce()).build(),
                Agent.named("b", world.refundsOnce()).build()));

        String none = answer(new RunStarterFunction(two), start("k1", "{}").toString());
        String named = answer(
                new RunStarterFunction(two), start("k1", "{\"agent\":\"b\"}").toString());

        assertThat(body(none).path("detail").asText()).contains("[a, b]");
        assertThat(body(named).path("agent").asText()).isEqualTo("b");
    }

    @Test
    void setup_decidesWhatIsStarted_butNotTheNamespace() {
        RunsSetup agents = world.agent(world.refundsOnce());
        RunHost own = world.host(new RunsSetup() {
            @Override
            public List<Agent> agents(Map<String, String> environment) {
                return agents.agents(environment);
            }

            @Override
            public StartRequest request(StartRequest asked) {
                return new StartRequest("elsewhere", asked.agent(), asked.trigger(), "order-7");
            }
        });

        RunKey run = world.started(own, "k1");

        assertThat(world.run(own, run).concurrencyKey()).isEqualTo("order-7");
    }

    private static String event(String id, String detail) {
        return "{\"version\":\"0\",\"id\":\"" + id
                + "\",\"source\":\"shop.orders\",\"detail-type\":\"complaint\",\"detail\":" + detail + "}";
    }

    @Test
    void event_startsOneRun_howeverOftenItComes() {
        String first = answer(starter, event("e1", "{\"order\":\"7\"}"));
        String again = answer(starter, event("e1", "{\"order\":\"7\"}"));

        assertThat(first)
                .isEqualTo("{\"run\":\"" + started() + "\",\"agent\":\"refunds\",\"status\":\"QUEUED\"}")
                .isEqualTo(again);
        RunDetails run = host.runs().load(world.queue.element()).orElseThrow();
        assertThat(run.trigger().id()).isEqualTo("event:e1");
        assertThat(run.trigger().source()).isEqualTo("event:shop.orders");
        assertThat(run.trigger().trigger()).isEqualTo("complaint");
        assertThat(run.trigger().payload()).isEqualTo(json("{\"order\":\"7\"}"));
    }

    @Test
    void event_sentAgainWithAnotherId_isToldByItsBusinessKey() {
        String detail = "{\"idempotencyKey\":\"k\",\"order\":\"7\"}";

        assertThat(answer(starter, event("e1", detail))).isEqualTo(answer(starter, event("e2", detail)));
        assertThatThrownBy(() -> answer(starter, event("e3", detail.replace("7", "8"))))
                .isInstanceOf(CallConflictException.class)
                .hasMessageContaining("nothing was started");
        assertThat(world.queue).hasSize(1);
    }

    @Test
    void event_withoutTheConfiguredKey_isNotStarted() {
        RunHost ruled =
                world.host(world.agent(world.refundsOnce()), builder -> builder.triggerId(EventRule.of("order.id")));

        assertThatThrownBy(() -> answer(new RunStarterFunction(ruled), event("e1", "{\"order\":{}}")))
                .isInstanceOf(CallRejectedException.class)
                .hasMessageContaining("order.id");
        answer(new RunStarterFunction(ruled), event("e1", "{\"order\":{\"id\":\"o7\"}}"));
        assertThat(host.runs()
                        .load(world.queue.element())
                        .orElseThrow()
                        .trigger()
                        .id())
                .isEqualTo("key:o7");
    }

    @Test
    void event_whenTheStoreIsDown_isThrown_soThatLambdaRepeatsIt() {
        RunsWorld down = new RunsWorld(new DownRunStore());

        assertThatThrownBy(() ->
                        answer(new RunStarterFunction(down.host(down.agent(down.refundsOnce()))), event("e1", "{}")))
                .isInstanceOf(CallException.class);
    }

    @Test
    void event_ofAnotherSource_isAnError() {
        assertThatThrownBy(() -> answer(starter, RunsWorld.batch("{}")))
                .isInstanceOf(UnrecognisedEventException.class)
                .hasMessageContaining("EventBridge");
    }
}
