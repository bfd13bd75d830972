package dev.toolcheckpoint.deliverers.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.toolcheckpoint.deliverers.Message;
import dev.toolcheckpoint.delivery.Deliverer.Result;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.apigatewaymanagementapi.ApiGatewayManagementApiClient;
import software.amazon.awssdk.services.eventbridge.EventBridgeClient;
import software.amazon.awssdk.services.sfn.SfnClient;
import software.amazon.awssdk.services.sqs.SqsClient;

/** What each answer of a service means, for each row of the table in docs/reference/deliverers.md. */
class ServiceAnswersTest {

    private static final Message MESSAGE =
            Message.of("key-1", "application/json", "{\"a\":1}".getBytes(StandardCharsets.UTF_8));

    private final FakeService service = new FakeService();

    ServiceAnswersTest() throws IOException {}

    @AfterEach
    void close() {
        service.close();
    }

    private QueueSender queue() {
        SqsClient client = service.client(SqsClient.builder().checksumValidationEnabled(false));
        return QueueSender.of(() -> client);
    }

    private BusSender bus() {
        EventBridgeClient client = service.client(EventBridgeClient.builder());
        return BusSender.of(() -> client, "com.acme", "Tool Outcome");
    }

    private ConnectionSender connection() {
        ApiGatewayManagementApiClient client = service.client(ApiGatewayManagementApiClient.builder());
        return ConnectionSender.of(() -> client);
    }

    private TaskSender task() {
        SfnClient client = service.client(SfnClient.builder());
        return TaskSender.of(() -> client);
    }

    private Result send(String to) {
        return switch (to) {
            case "sqs" -> queue().send(service.uri() + "/000000000000/q", MESSAGE);
            case "events" -> bus().send("default", MESSAGE);
            case "connection" -> connection().send("L0SM9cOFvHcCIhw=", MESSAGE);
            case "states" -> task().succeed("s3cr3t-token", "{}");
            default -> throw new IllegalArgumentException(to);
        };
    }

    @ParameterizedTest
    @CsvSource({
        "sqs, 400, ThrottlingException, NotArrived",
        "sqs, 403, RequestThrottled, NotArrived",
        "sqs, 400, KmsThrottled, NotArrived",
        "sqs, 400, KmsAccessDenied, NotArrived",
        "sqs, 403, AccessDenied, NotArrived",
        "sqs, 403, InvalidClientTokenId, NotArrived",
        "sqs, 403, ExpiredToken, NotArrived",
        "sqs, 400, QueueDoesNotExist, NotArrived",
        "sqs, 400, AWS.SimpleQueueService.NonExistentQueue, NotArrived",
        "sqs, 400, InvalidMessageContents, Refused",
        "sqs, 400, InvalidParameterValue, Refused",
        "sqs, 400, UnsupportedOperation, Refused",
        "sqs, 500, InternalError, Unknown",
        "sqs, 503, ServiceUnavailable, Unknown",
        "events, 400, ThrottlingException, NotArrived",
        "events, 400, AccessDeniedException, NotArrived",
        "events, 400, ResourceNotFoundException, NotArrived",
        "events, 400, ValidationException, Refused",
        "events, 500, InternalException, Unknown",
        "connection, 410, GoneException, Refused",
        "connection, 413, PayloadTooLargeException, Refused",
        "connection, 400, BadRequestException, Refused",
        "connection, 403, ForbiddenException, NotArrived",
        "connection, 429, LimitExceededException, NotArrived",
        "connection, 500, InternalServerError, Unknown",
        "states, 400, TaskTimedOut, Refused",
        "states, 400, TaskDoesNotExist, Refused",
        "states, 400, InvalidToken, Refused",
        "states, 400, InvalidOutput, Refused",
        "states, 400, ValidationException, Refused",
        "states, 400, AccessDeniedException, NotArrived",
        "states, 400, UnrecognizedClientException, NotArrived"
    })
    void answer_means(String to, int status, String code, String expected) {
        service.refuses(status, code);

        Result result = send(to);

        assertThat(result.getClass().getSimpleName()).isEqualTo(expected);
        assertThat(result.toString()).doesNotContain("s3cr3t");
        assertThat(service.requests()).as("sent once").hasSize(1);
    }

    /** The client's own repeats do no harm there. */
    @ParameterizedTest
    @CsvSource({"400, ThrottlingException, NotArrived", "500, InternalFailure, Unknown"})
    void stepFunctions_passingFailure_isRepeatedByTheClient(int status, String code, String expected) {
        service.refuses(status, code);

        assertThat(send("states").getClass().getSimpleName()).isEqualTo(expected);
        assertThat(service.requests()).hasSizeGreaterThan(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"sqs", "events", "connection", "states"})
    void nobodyListens_isAKnownFailure(String to) {
        service.close();
        assertThat(send(to)).isInstanceOf(Result.NotArrived.class);
    }

    @Test
    void silence_isUnknown_whenTheTimeIsOver() {
        service.isSilent();
        Duration time = Duration.ofMillis(500);

        assertThat(queue().timeout(time).send(service.uri() + "/0/q", MESSAGE)).isInstanceOf(Result.Unknown.class);
        assertThat(bus().timeout(time).send("default", MESSAGE)).isInstanceOf(Result.Unknown.class);
        assertThat(connection().timeout(time).send("c", MESSAGE)).isInstanceOf(Result.Unknown.class);
        assertThat(task().timeout(time).succeed("t", "{}")).isInstanceOf(Result.Unknown.class);
        assertThat(service.requests()).hasSize(4);
    }

    @Test
    void silenceOfAFifoQueue_isTriedOnceMore_andStaysUnknown() {
        service.isSilent();

        assertThat(queue().timeout(Duration.ofMillis(500)).send(service.uri() + "/0/q.fifo", MESSAGE))
                .isInstanceOf(Result.Unknown.class);
        assertThat(service.requests()).hasSize(2);
    }

    // EventBridge: the entry's own failure

    @ParameterizedTest
    @CsvSource({
        "ThrottlingException, NotArrived",
        "AccessDeniedException, NotArrived",
        "NotAuthorizedForSourceException, NotArrived",
        "NotAuthorizedForDetailTypeException, NotArrived",
        "MalformedDetail, Refused",
        "InvalidArgument, Refused",
        "InternalFailure, Unknown",
        "InternalException, Unknown"
    })
    void entryThatFails_isNotTakenForASuccess(String code, String expected) {
        service.answers(
                "{\"FailedEntryCount\":1,\"Entries\":[{\"ErrorCode\":\"" + code + "\",\"ErrorMessage\":\"s3cr3t\"}]}");

        Result result = send("events");

        assertThat(result.getClass().getSimpleName()).isEqualTo(expected);
        assertThat(result.toString()).contains(code).doesNotContain("s3cr3t");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"{}", "{\"FailedEntryCount\":0,\"Entries\":[]}", "{\"FailedEntryCount\":0,\"Entries\":[{}]}"})
    void answerWithoutAnEntry_isUnknown(String body) {
        service.answers(body);
        assertThat(send("events")).isInstanceOf(Result.Unknown.class);
    }

    @Test
    void entryWithAnId_isArrived() {
        service.answers("{\"FailedEntryCount\":0,\"Entries\":[{\"EventId\":\"e-1\"}]}");

        assertThat(send("events")).isEqualTo(new Result.Arrived());
        assertThat(service.requests())
                .singleElement()
                .satisfies(request -> assertThat(request)
                        .contains("\"Source\":\"com.acme\"")
                        .contains("\"DetailType\":\"Tool Outcome\"")
                        .contains("\"Resources\":[\"key-1\"]")
                        .contains("\"Detail\":\"{\\\"a\\\":1}\""));
    }

    @Test
    void connection_getsTheBytes() {
        assertThat(send("connection")).isEqualTo(new Result.Arrived());
        assertThat(service.requests()).containsExactly("POST /@connections/L0SM9cOFvHcCIhw%3D {\"a\":1}");
    }

    // Sizes: nothing is sent that can't be taken

    @Test
    void messagesThatAreTooLarge_areRefused_andNotSent() {
        int keyOverhead = QueueSender.KEY.length() + "String".length() + "key-1".length();
        service.answers("{}");

        assertThat(queue().send(service.uri() + "/0/q", ofSize(QueueSender.LARGEST - keyOverhead)))
                .isEqualTo(new Result.Arrived());
        assertThat(queue().send(service.uri() + "/0/q", ofSize(QueueSender.LARGEST - keyOverhead + 1)))
                .isInstanceOf(Result.Refused.class);
        assertThat(queue().send(service.uri() + "/0/q", ofSize(0))).isInstanceOf(Result.Refused.class);
        assertThat(bus().send("default", ofSize(BusSender.LARGEST))).isInstanceOf(Result.Refused.class);
        assertThat(connection().send("c", ofSize(ConnectionSender.LARGEST))).isEqualTo(new Result.Arrived());
        assertThat(connection().send("c", ofSize(ConnectionSender.LARGEST + 1)))
                .isInstanceOfSatisfying(
                        Result.Refused.class,
                        refused -> assertThat(refused.reason()).contains("131072 bytes, found 131073"));
        assertThat(task().succeed("t", "x".repeat(TaskSender.LARGEST_OUTPUT + 1)))
                .isInstanceOf(Result.Refused.class);
        assertThat(task().fail("t", "E", "x".repeat(TaskSender.LONGEST_CAUSE + 1)))
                .isInstanceOf(Result.Refused.class);
        assertThat(service.requests()).hasSize(2);
    }

    @Test
    void moreThanNineAttributes_areRefused() {
        Map<String, String> ten = new HashMap<>();
        for (int i = 0; i < 10; i++) {
            ten.put("a" + i, "x");
        }
        assertThat(queue().send(service.uri() + "/0/q", MESSAGE.with(ten))).isInstanceOf(Result.Refused.class);
        assertThat(service.requests()).isEmpty();
    }

    @Test
    void settings_outOfRange_areRefused() {
        assertThatThrownBy(() -> queue().timeout(Duration.ofSeconds(61))).hasMessageContaining("1 ms to 60000 ms");
        assertThatThrownBy(() -> bus().timeout(Duration.ZERO)).hasMessageContaining("1 ms to 60000 ms");
        assertThatThrownBy(() -> Message.of("no spaces", "text/plain", new byte[1]))
                .hasMessageContaining("A message's key has 1 to 128");
        assertThatThrownBy(() -> Message.of("x".repeat(129), "text/plain", new byte[1]))
                .hasMessageContaining("found 129");
    }

    private static Message ofSize(int bytes) {
        return Message.of("key-1", "text/plain", "x".repeat(bytes).getBytes(StandardCharsets.UTF_8));
    }
}
