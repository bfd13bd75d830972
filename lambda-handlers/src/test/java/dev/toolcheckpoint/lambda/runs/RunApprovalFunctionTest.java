package dev.toolcheckpoint.lambda.runs;

import static dev.toolcheckpoint.lambda.runs.RunsWorld.answer;
import static dev.toolcheckpoint.lambda.runs.RunsWorld.body;
import static dev.toolcheckpoint.lambda.runs.RunsWorld.json;
import static dev.toolcheckpoint.lambda.runs.RunsWorld.messages;
import static dev.toolcheckpoint.lambda.runs.RunsWorld.request;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolcheckpoint.lambda.queue.MessageVisibility;
import dev.toolcheckpoint.runs.RunKey;
import dev.toolcheckpoint.runs.RunStatus;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunApprovalFunctionTest {

    private static final String ANN = "arn:aws:iam::123456789012:user/ann";

    private final RunsWorld world = new RunsWorld();
    private final RunHost host = world.host(world.approvedAgent(world.refundsOnce()));
    private final RunWorkerFunction worker = new RunWorkerFunction(host, MessageVisibility.unchanged());
    private final RunApprovalFunction approvals = new RunApprovalFunction(host);
    private RunKey run = new RunKey("shop", "none");

    @BeforeEach
    void runWaits() {
        run = world.started(host, "k1");
        answer(worker, messages(run));
        world.queue.clear();
        assertThat(world.status(host, run)).isEqualTo(RunStatus.WAITING);
    }

    private String token() {
        return world.requests.get(0).token();
    }

    private String post(String decision) {
        return answer(approvals, decide(decision).toString());
    }

    private ObjectNode decide(String decision) {
        return request("POST", "/approvals/" + token(), "{\"decision\":\"" + decision + "\"}");
    }

    private static int status(String answer) {
        return json(answer).path("statusCode").asInt();
    }

    @Test
    void approval_letsTheRunGoOn_andTheCallRunOnce() {
        String answer = post("approve");

        assertThat(answer)
                .isEqualTo(
                        "{\"statusCode\":200,\"headers\":{\"Content-Type\":\"application/json\",\"Cache-Control\":\"no-store\","
                                + "\"Referrer-Policy\":\"no-referrer\"},\"body\":\"{\\\"run\\\":\\\"" + run.id()
                                + "\\\",\\\"decision\\\":\\\"APPROVED\\\",\\\"by\\\":\\\"" + ANN
                                + "\\\",\\\"at\\\":\\\""
                                + world.clock.instant() + "\\\"}\",\"isBase64Encoded\":false}");
        assertThat(world.queue).containsExactly(run);
        assertThat(world.effects).isEmpty();

        answer(worker, messages(run));
        assertThat(world.status(host, run)).isEqualTo(RunStatus.COMPLETED);
        assertThat(world.effects).containsExactly("7");
    }

    @Test
    void rejection_isToldToTheModel_andTheCallNeverRuns() {
        ObjectNode event = request(
                "POST",
                "/approvals",
                "{\"decision\":\"reject\",\"reason\":\"paid in cash\",\"token\":\"" + token() + "\"}");
        String answer = answer(approvals, event.toString());

        assertThat(body(answer).path("decision").asText()).isEqualTo("REJECTED");
        answer(worker, messages(run));
        assertThat(world.status(host, run)).isEqualTo(RunStatus.COMPLETED);
        assertThat(world.effects).isEmpty();
    }

    /** Links in messages are fetched by mail scanners and previews. */
    @Test
    void get_decidesNothing_readsNothing_andShowsNothing() {
        String known =
                answer(approvals, request("GET", "/approvals/" + token(), null).toString());
        String unknown =
                answer(approvals, request("GET", "/approvals/guess", null).toString());

        assertThat(known).isEqualTo(unknown).doesNotContain(token()).doesNotContain("refund");
        JsonNode answer = json(known);
        assertThat(answer.path("statusCode").asInt()).isEqualTo(200);
        assertThat(answer.at("/headers/Content-Security-Policy").asText()).contains("default-src 'none'");
        assertThat(answer.at("/headers/Cache-Control").asText()).isEqualTo("no-store");
        assertThat(answer.path("body").asText()).contains("method=\"post\"").doesNotContain("<script");
        assertThat(world.status(host, run)).isEqualTo(RunStatus.WAITING);
        assertThat(world.queue).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"HEAD", "PUT", "DELETE", "OPTIONS"})
    void otherMethods_decideNothing(String method) {
        ObjectNode event = request(method, "/approvals/" + token(), "{\"decision\":\"approve\"}");
        JsonNode answer = json(answer(approvals, event.toString()));

        assertThat(answer.path("statusCode").asInt()).isEqualTo(405);
        assertThat(answer.at("/headers/Allow").asText()).isEqualTo("GET, POST");
        assertThat(world.status(host, run)).isEqualTo(RunStatus.WAITING);
    }

    @Test
    void formOfThePage_decides() {
        ObjectNode event = request("POST", "/approvals/" + token(), "reason=too+much%21&decision=reject");
        ((ObjectNode) event.path("headers")).put("content-type", "application/x-www-form-urlencoded");

        assertThat(body(answer(approvals, event.toString())).path("decision").asText())
                .isEqualTo("REJECTED");
        assertThat(host.runs().load(run).orElseThrow().run().waiting().get(0).decision())
                .satisfies(decision ->
                        assertThat(decision == null ? null : decision.reason()).isEqualTo("too much!"));
    }

    @Test
    void decision_madeTwice_isAnsweredWithTheFirst() {
        String first = post("approve");
        world.clock.advance(Duration.ofMinutes(1));

        assertThat(post("approve")).isEqualTo(first);
    }

    @Test
    void decision_thatDiffers_isAConflict_andTheFirstStays() {
        post("approve");

        String other = post("reject");

        assertThat(status(other)).isEqualTo(409);
        assertThat(body(other).path("type").asText()).isEqualTo("tag:toolcheckpoint.dev,2026:decided-otherwise");
        assertThat(body(other).path("decision").asText()).isEqualTo("APPROVED");
    }

    @Test
    void decision_afterItExpired_isTooLate() {
        world.clock.advance(Duration.ofHours(1));

        String late = post("approve");

        assertThat(status(late)).isEqualTo(410);
        assertThat(body(late).path("type").asText()).isEqualTo("tag:toolcheckpoint.dev,2026:too-late");
        assertThat(body(late).path("detail").asText()).contains("expired");
        assertThat(world.queue).isEmpty();
    }

    @Test
    void decision_onACancelledRun_isTooLate() {
        host.runs().cancel(run, "ben");

        String late = post("approve");

        assertThat(status(late)).isEqualTo(410);
        assertThat(body(late).path("runStatus").asText()).isEqualTo("CANCELLED");
    }

    @Test
    void token_thatIsUnknown_isNotFound() {
        String answer = answer(
                approvals,
                request("POST", "/approvals/guess", "{\"decision\":\"approve\"}")
                        .toString());

        assertThat(status(answer)).isEqualTo(404);
        assertThat(answer).doesNotContain("guess");
    }

    @Test
    void decision_forWhichNobodyVouches_isRefused() {
        ObjectNode event = decide("approve");
        ((ObjectNode) event.path("requestContext")).remove("authorizer");

        String answer = answer(approvals, event.toString());

        assertThat(status(answer)).isEqualTo(401);
        assertThat(world.status(host, run)).isEqualTo(RunStatus.WAITING);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"iam\":{\"userArn\":\"ann\"}}",
                "{\"jwt\":{\"claims\":{\"sub\":\"ann\"},\"scopes\":null}}",
                "{\"lambda\":{\"principalId\":\"ann\"}}",
                "{\"claims\":{\"sub\":\"ann\"}}",
                "{\"principalId\":\"ann\"}"
            })
    void by_isWhomTheAuthoriserVouchesFor(String authoriser) {
        ObjectNode event = decide("approve");
        ((ObjectNode) event.path("requestContext")).set("authorizer", json(authoriser));

        assertThat(body(answer(approvals, event.toString())).path("by").asText())
                .isEqualTo("ann");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{}",
                "no json",
                "{\"decision\":\"APPROVE\"}",
                "{\"decision\":true}",
                "{\"decision\":\"approve\",\"token\":\"\"}"
            })
    void decision_thatCantBeRead_isRefused(String body) {
        String answer =
                answer(approvals, request("POST", "/approvals/" + token(), body).toString());

        assertThat(status(answer)).as(answer).isEqualTo(400);
        assertThat(answer).doesNotContain(token());
        assertThat(world.status(host, run)).isEqualTo(RunStatus.WAITING);
    }

    @Test
    void reason_thatIsTooLong_isRefused() {
        ObjectNode event = request(
                "POST", "/approvals/" + token(), "{\"decision\":\"reject\",\"reason\":\"" + "x".repeat(513) + "\"}");

        assertThat(status(answer(approvals, event.toString()))).isEqualTo(400);
    }

    /** R46: a duplicate of the start event while the run waits. */
    @Test
    void start_sentAgainWhileTheRunWaits_saysWaiting() {
        String again = answer(
                new RunStarterFunction(host),
                RunsWorld.start("k1", "{\"payload\":{\"order\":\"7\"}}").toString());

        assertThat(status(again)).isEqualTo(200);
        assertThat(body(again))
                .isEqualTo(json("{\"run\":\"" + run.id() + "\",\"agent\":\"refunds\",\"status\":\"WAITING\"}"));
        assertThat(world.queue).isEmpty();
    }
}
