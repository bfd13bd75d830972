package dev.toolcheckpoint.orderdesk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolcheckpoint.protocol.ConfigurationException;
import dev.toolcheckpoint.runs.Run;
import dev.toolcheckpoint.runs.RunError;
import dev.toolcheckpoint.runs.RunKey;
import dev.toolcheckpoint.runs.RunStatus;
import dev.toolcheckpoint.runs.Step;
import dev.toolcheckpoint.runs.Usage;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The desk with a model behind chat completions, over real HTTP: what is sent, and what becomes of every answer. */
class OpenAiWireTest {

    private static final String LOOK_UP = "{\"order\":\"order-1001\"}";
    private static final String REFUND = "{\"order\":\"order-1001\",\"amount\":25.00}";
    private static final String MAIL = "{\"order\":\"order-1001\",\"text\":\"Refunded.\"}";
    private static final int MOST_ATTEMPTS = 5;

    @TempDir
    private Path folder;

    private final List<Duration> waits = new CopyOnWriteArrayList<>();
    private ChatCompletionsStub endpoint;
    private Desk desk;
    private RunKey run;

    @BeforeEach
    void open() throws IOException {
        endpoint = ChatCompletionsStub.start();
        desk = new Desk(folder, OpenAiCompatible.model(endpoint.url(), "stub-1", "made-up-key", waits::add));
        run = desk.start("order-1001");
    }

    @AfterEach
    void close() {
        endpoint.close();
    }

    private void theWholeStory() {
        endpoint.calls("call_a", "look_up_order", LOOK_UP)
                .calls("call_b", "refund_order", REFUND)
                .calls("call_c", "mail_customer", MAIL)
                .says("Done.");
    }

    @Test
    void wholeRun_sendsToolsAndAnswers_andCountsUsage() throws IOException {
        theWholeStory();

        Run ended = desk.execute(run);

        assertThat(ended.status()).isEqualTo(RunStatus.COMPLETED);
        assertThat(ended.output()).isEqualTo("Done.");
        assertThat(ended.usage()).isEqualTo(new Usage(400, 28));
        assertThat(desk.effects()).hasSize(2);
        assertThat(desk.details(run).checkpoint().finishReason()).isEqualTo("STOP");
        ChatCompletionsStub.Asked first = endpoint.asked().get(0);
        assertThat(first.path()).isEqualTo("/v1/chat/completions");
        assertThat(first.authorization()).isEqualTo("Bearer made-up-key");
        assertThat(first.body().path("model").asText()).isEqualTo("stub-1");
        assertThat(first.body().path("tools").findValuesAsText("name"))
                .containsExactly("look_up_order", "refund_order", "refund_large_order", "mail_customer");
        assertThat(first.messages("system")).hasSize(1);
        assertThat(first.messages("user").get(0).path("content").asText())
                .isEqualTo("{\"source\":\"mail\",\"trigger\":\"complaint\",\"payload\":{\"order\":\"order-1001\"}}");
        assertThat(ids(endpoint.asked().get(3))).containsExactly("call_a", "call_b", "call_c");
    }

    @Test
    void tooManyRequests_waitsAsLongAsItIsTold_andAsksAgain() throws IOException {
        endpoint.error(429, "rate_limit_exceeded", Map.of("Retry-After", "7"));
        theWholeStory();

        assertThat(desk.execute(run).status()).isEqualTo(RunStatus.COMPLETED);

        assertThat(waits).containsExactly(Duration.ofSeconds(7));
        assertThat(endpoint.asked()).hasSize(5);
        assertThat(desk.effects()).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Wed, 21 Oct 2026 07:28:00 GMT", "-1", "1.5", "soon"})
    void retryAfter_thatIsNoWholeNumber_isNotWaitedFor(String value) {
        assertThat(PatientHttpClient.asked(value)).isZero();
    }

    @Test
    void retryAfter_thatIsLong_isCut() {
        assertThat(PatientHttpClient.asked("86400")).isEqualTo(PatientHttpClient.LONGEST);
        assertThat(PatientHttpClient.asked(null)).isZero();
    }

    @Test
    void serverError_isAskedAgain_withinTheAttempts() throws IOException {
        endpoint.calls("call_a", "look_up_order", LOOK_UP)
                .calls("call_b", "refund_order", REFUND)
                .error(500, "server_error", Map.of())
                .error(503, "server_error", Map.of())
                .calls("call_c", "mail_customer", MAIL)
                .says("Done.");

        assertThat(desk.execute(run).status()).isEqualTo(RunStatus.COMPLETED);

        assertThat(desk.effects()).hasSize(2);
        assertThat(desk.pauses).hasSize(2);
    }

    @Test
    void serverError_eachTime_failsAfterTheAttempts() throws IOException {
        for (int i = 0; i < MOST_ATTEMPTS; i++) {
            endpoint.error(500, "server_error", Map.of());
        }

        failsWith(RunError.Code.MODEL_ERROR, MOST_ATTEMPTS);
    }

    @Test
    void wrongKey_isNotAskedAgain() throws IOException {
        endpoint.error(401, "invalid_request_error", Map.of());

        failsWith(RunError.Code.MODEL_ERROR, 1);
    }

    @Test
    void malformedJson_countsAsAFailure() throws IOException {
        endpoint.raw(200, "{\"choices\": [");
        theWholeStory();

        assertThat(desk.execute(run).status()).isEqualTo(RunStatus.COMPLETED);
        assertThat(endpoint.asked()).hasSize(5);
    }

    @Test
    void noChoices_eachTime_failsAfterTheAttempts() throws IOException {
        for (int i = 0; i < MOST_ATTEMPTS; i++) {
            endpoint.raw(
                    200, "{\"id\":\"x\",\"object\":\"chat.completion\",\"created\":1,\"model\":\"m\",\"choices\":[]}");
        }

        Run failed = desk.execute(run);

        assertThat(failed.status()).isEqualTo(RunStatus.FAILED);
        assertThat(endpoint.asked()).hasSize(MOST_ATTEMPTS);
        assertThat(desk.effects()).isEmpty();
    }

    @Test
    void emptyText_eachTime_failsAsAnEmptyAnswer() throws IOException {
        for (int i = 0; i < MOST_ATTEMPTS; i++) {
            endpoint.says("");
        }

        failsWith(RunError.Code.EMPTY_ANSWER, MOST_ATTEMPTS);
    }

    @Test
    void sameIdTwiceInATurn_bothCallsAreAnswered_eachUnderAnIdOfItsOwn() {
        endpoint.calls("call_a", "look_up_order", LOOK_UP, "call_a", "look_up_order", "{\"order\":\"order-1003\"}")
                .says("Two orders.");

        assertThat(desk.execute(run).output()).isEqualTo("Two orders.");

        assertThat(ids(endpoint.asked().get(1))).doesNotHaveDuplicates().hasSize(2);
        assertThat(endpoint.asked().get(1).messages("tool"))
                .extracting(message -> message.path("content").asText())
                .satisfiesExactly(
                        one -> assertThat(one).contains("kettle"),
                        two -> assertThat(two).contains("umbrella"));
    }

    @Test
    void sameIdInTwoTurns_areTwoCalls() throws IOException {
        endpoint.calls("call_1", "refund_order", "{\"order\":\"order-1001\",\"amount\":5.00}")
                .calls("call_1", "refund_order", "{\"order\":\"order-1003\",\"amount\":6.00}")
                .says("Done.");

        assertThat(desk.execute(run).status()).isEqualTo(RunStatus.COMPLETED);

        assertThat(desk.effects()).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"order-1001", "{\"order\":", "[]", "{\"order\":\"order-1001\",\"amount\":\"25\"}"})
    void argumentsThatDontFit_areToldToTheModel_andNothingIsDone(String arguments) throws IOException {
        endpoint.calls("call_a", "refund_order", arguments).says("I can't.");

        assertThat(desk.execute(run).output()).isEqualTo("I can't.");

        assertThat(desk.effects()).isEmpty();
        assertThat(desk.details(run).steps())
                .filteredOn(step -> step.kind() == Step.Kind.TOOL)
                .extracting(Step::error)
                .containsExactly("INVALID_CALL");
        assertThat(endpoint.asked().get(1).messages("tool")).hasSize(1);
    }

    @Test
    void aboveTheLimit_theSmallToolRefuses() throws IOException {
        endpoint.calls("call_a", "refund_order", "{\"order\":\"order-1002\",\"amount\":480.00}")
                .says("Needs approval.");

        desk.execute(run);

        assertThat(desk.effects()).isEmpty();
        assertThat(endpoint.asked()
                        .get(1)
                        .messages("tool")
                        .get(0)
                        .path("content")
                        .asText())
                .contains("NEEDS_APPROVAL");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ftp://127.0.0.1/v1",
                "127.0.0.1",
                "https://",
                "http://made-up-secret@127.0.0.1/v1",
                "http://[",
                ""
            })
    void url_thatIsNone_isRefusedWithoutBeingQuoted(String url) {
        assertThatThrownBy(() -> OpenAiCompatible.model(url, "stub-1", null, waits::add))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("http or https")
                .hasMessageNotContaining("made-up-secret");
    }

    private void failsWith(RunError.Code code, int requests) throws IOException {
        Run failed = desk.execute(run);
        assertThat(failed.status()).isEqualTo(RunStatus.FAILED);
        assertThat(failed.error()).extracting(RunError::code).isEqualTo(code);
        assertThat(endpoint.asked()).hasSize(requests);
        assertThat(desk.effects()).isEmpty();
    }

    private static List<String> ids(ChatCompletionsStub.Asked asked) {
        List<String> ids = new ArrayList<>();
        for (JsonNode message : asked.messages("assistant")) {
            message.path("tool_calls").forEach(call -> ids.add(call.path("id").asText()));
        }
        return ids;
    }
}
