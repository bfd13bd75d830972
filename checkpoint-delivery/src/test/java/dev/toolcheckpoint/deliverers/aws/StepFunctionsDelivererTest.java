package dev.toolcheckpoint.deliverers.aws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolcheckpoint.deliverers.Destination;
import dev.toolcheckpoint.deliverers.Requests;
import dev.toolcheckpoint.delivery.Deliverer.Result;
import dev.toolcheckpoint.protocol.Receipt;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.sfn.SfnClient;

/** What a waiting task is told of each outcome. */
class StepFunctionsDelivererTest {

    private final FakeService service = new FakeService();
    private final SfnClient client = service.client(SfnClient.builder());
    private final StepFunctionsDeliverer deliverer =
            StepFunctionsDeliverer.of(TaskSender.of(() -> client), Destination.always("t-1"));

    StepFunctionsDelivererTest() throws IOException {}

    @AfterEach
    void close() {
        client.close();
        service.close();
    }

    private String told(Receipt receipt) {
        assertThat(deliverer.deliver(Requests.of(receipt))).isEqualTo(new Result.Arrived());
        return service.requests().get(service.requests().size() - 1);
    }

    @Test
    void success_isTheStoredJsonToTheLetter() {
        assertThat(told(Receipt.successJson("{\"amount\":10.00}")))
                .isEqualTo("POST / {\"taskToken\":\"t-1\",\"output\":\"{\\\"amount\\\":10.00}\"}");
    }

    @Test
    void r10_nothing_isNull_andAnErrorIsAFailure() {
        assertThat(told(Receipt.successVoid())).contains("\"output\":\"null\"");
        assertThat(told(Receipt.errorJson("CARD_EXPIRED", "No.", false)))
                .contains("\"error\":\"TOOL_ERROR\"")
                .contains("CARD_EXPIRED")
                .doesNotContain("\"output\"");
    }

    @Test
    void textsAndBytes_areJsonTexts() {
        assertThat(told(Receipt.success("text/plain", "a \"b\"".getBytes(StandardCharsets.UTF_8))))
                .contains("\"output\":\"\\\"a \\\\\\\"b\\\\\\\"\\\"\"");
        assertThat(told(Receipt.success("image/png", new byte[] {(byte) 0xff})))
                .contains("\"output\":\"\\\"/w==\\\"\"");
    }

    @Test
    void resultThatNoTaskTakes_failsIt_insteadOfLettingItWait() {
        int most = TaskSender.LARGEST_OUTPUT;
        assertThat(told(Receipt.successJson("\"" + "x".repeat(most - 2) + "\"")))
                .contains("\"output\"");

        assertThat(told(Receipt.successJson("\"" + "x".repeat(most - 1) + "\"")))
                .contains("\"error\":\"RESULT_TOO_LARGE\"")
                .contains(Requests.KEY.toString())
                .contains("Do not repeat the call")
                .hasSizeLessThan(1_000);
    }

    @Test
    void errorThatIsTooLong_isStillAnError() {
        assertThat(told(Receipt.errorJson("LONG", "x".repeat(TaskSender.LONGEST_CAUSE), false)))
                .contains("\"error\":\"TOOL_ERROR\"")
                .hasSizeLessThan(1_000);
    }

    @Test
    void taskThatIsOver_isRefused_andSaysThatAnEarlierAttemptMayHaveBeenIt() {
        service.refuses(400, "TaskTimedOut");

        Result result = deliverer.deliver(Requests.of(Receipt.successJson("1"), 2));

        assertThat(TaskSender.nobodyWaits(result)).isTrue();
        assertThat(result)
                .isInstanceOfSatisfying(
                        Result.Refused.class,
                        refused -> assertThat(refused.reason())
                                .contains("TaskTimedOut")
                                .contains("an earlier attempt completed it"));
        assertThat(deliverer.idempotent()).isTrue();
    }

    @Test
    void forgottenPayload_isRefused_andNothingIsSent() {
        assertThat(deliverer.deliver(Requests.forgotten())).isInstanceOf(Result.Refused.class);
        assertThat(service.requests()).isEmpty();
    }
}
