package dev.toolcheckpoint.deliverers.aws;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.toolcheckpoint.deliverers.Destination;
import dev.toolcheckpoint.deliverers.OutcomeDocument;
import dev.toolcheckpoint.deliverers.Outgoing;
import dev.toolcheckpoint.deliverers.Requests;
import dev.toolcheckpoint.delivery.Deliverer.Result;
import dev.toolcheckpoint.protocol.Receipt;
import dev.toolcheckpoint.testing.aws.AwsEndpoint;
import dev.toolcheckpoint.testing.aws.Fault;
import dev.toolcheckpoint.testing.aws.FaultyHttpClient;
import dev.toolcheckpoint.testing.aws.LocalAws;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.services.eventbridge.EventBridgeClient;
import software.amazon.awssdk.services.eventbridge.model.Target;
import software.amazon.awssdk.services.sfn.SfnClient;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

/** Over the services' real interfaces, with answers lost on the wire. */
@LocalAws
class EmulatedServicesTest {

    private static final Receipt RECEIPT = Receipt.successJson("{\"refunded\":true}");

    private final AwsEndpoint aws;
    private final FaultyHttpClient http = FaultyHttpClient.around(UrlConnectionHttpClient.create());
    private final SqsClient sqs;
    private final EventBridgeClient events;
    private final SfnClient states;

    EmulatedServicesTest(AwsEndpoint aws) {
        this.aws = aws;
        sqs = aws.configure(SqsClient.builder()).httpClient(http).build();
        events = aws.configure(EventBridgeClient.builder()).httpClient(http).build();
        states = aws.configure(SfnClient.builder()).httpClient(http).build();
    }

    @AfterEach
    void close() {
        sqs.close();
        events.close();
        states.close();
    }

    private String queue(boolean fifo) {
        String name = aws.uniqueName("outcomes") + (fifo ? ".fifo" : "");
        return sqs.createQueue(request -> request.queueName(name)
                        .attributes(fifo ? Map.of(QueueAttributeName.FIFO_QUEUE, "true") : Map.of()))
                .queueUrl();
    }

    private List<Message> messages(String url) {
        List<Message> all = new ArrayList<>();
        while (true) {
            List<Message> some = sqs.receiveMessage(request ->
                            request.queueUrl(url).maxNumberOfMessages(10).messageAttributeNames("All"))
                    .messages();
            if (some.isEmpty()) {
                return all;
            }
            some.forEach(message ->
                    sqs.deleteMessage(request -> request.queueUrl(url).receiptHandle(message.receiptHandle())));
            all.addAll(some);
        }
    }

    private SqsDeliverer deliverer(String url) {
        return SqsDeliverer.of(QueueSender.of(() -> sqs), Destination.always(url));
    }

    private static String document() {
        return new String(OutcomeDocument.of(Requests.of(RECEIPT)).orElseThrow(), StandardCharsets.UTF_8);
    }

    // SQS

    @Test
    void sqs_message_isTheDocument_withKeyAndKindAsAttributes() {
        String url = queue(false);

        assertThat(deliverer(url).deliver(Requests.of(RECEIPT))).isEqualTo(new Result.Arrived());

        assertThat(messages(url)).singleElement().satisfies(message -> {
            assertThat(message.body()).isEqualTo(document());
            assertThat(message.messageAttributes())
                    .hasEntrySatisfying(
                            QueueSender.KEY,
                            key -> assertThat(key.stringValue()).isEqualTo(Requests.KEY.id()))
                    .hasEntrySatisfying(
                            Outgoing.KIND,
                            kind -> assertThat(kind.stringValue()).isEqualTo("SUCCESS"));
        });
    }

    @Test
    void sqs_declaresWhatItIs() {
        assertThat(deliverer("https://queue.example/0/q").idempotent()).isFalse();
        assertThat(deliverer("https://queue.example/0/q.fifo").idempotent())
                .as("a FIFO queue remembers for 5 minutes only")
                .isFalse();
        assertThat(deliverer("https://queue.example/0/q").consumerDeduplicates().idempotent())
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "DROP_RESPONSE, Unknown, 1",
        "SERVER_ERROR_AFTER, Unknown, 1",
        "TIME_OUT_AFTER, Unknown, 1",
        "DROP_REQUEST, Unknown, 0",
        "SERVER_ERROR, Unknown, 0",
        "THROTTLE, NotArrived, 0"
    })
    void sqs_standardQueue_isNeverSentTwice(Fault fault, String expected, int arrived) {
        String url = queue(false);
        http.faults().on("SendMessage").next(fault);

        Result result = deliverer(url).deliver(Requests.of(RECEIPT));

        assertThat(result.getClass().getSimpleName()).isEqualTo(expected);
        assertThat(http.wire().requests("SendMessage")).isOne();
        assertThat(messages(url)).hasSize(arrived);
    }

    @ParameterizedTest
    @CsvSource({"DROP_RESPONSE", "SERVER_ERROR_AFTER", "TIME_OUT_AFTER", "DROP_REQUEST", "SERVER_ERROR"})
    void sqs_fifoQueue_isAskedOnceMore_andTakesOne(Fault fault) {
        String url = queue(true);
        http.faults().on("SendMessage").next(fault);

        assertThat(deliverer(url).deliver(Requests.of(RECEIPT))).isEqualTo(new Result.Arrived());

        assertThat(http.wire().requests("SendMessage")).isEqualTo(2);
        assertThat(messages(url)).hasSize(1);
    }

    @Test
    void sqs_fifoQueue_whoseSecondAnswerIsAFailure_staysUnknown() {
        String url = queue(true);
        http.faults().on("SendMessage").next(Fault.DROP_RESPONSE, Fault.THROTTLE);

        assertThat(deliverer(url).deliver(Requests.of(RECEIPT)))
                .as("the first may have arrived, and did")
                .isInstanceOf(Result.Unknown.class);
        assertThat(messages(url)).hasSize(1);
    }

    @Test
    void sqs_fifoQueue_sameKeyWithinFiveMinutes_isOneMessage() {
        String url = queue(true);

        for (int attempt = 1; attempt <= 3; attempt++) {
            assertThat(deliverer(url).deliver(Requests.of(RECEIPT, attempt))).isEqualTo(new Result.Arrived());
        }
        assertThat(messages(url)).hasSize(1);
    }

    @Test
    void sqs_queueThatIsNotThere_isAKnownFailure() {
        assertThat(deliverer(aws.uri() + "/000000000000/" + aws.uniqueName("missing"))
                        .deliver(Requests.of(RECEIPT)))
                .isInstanceOf(Result.NotArrived.class);
    }

    // EventBridge

    @Test
    void eventBridge_event_reachesAQueueByARule() throws Exception {
        String url = queue(false);
        String bus = aws.uniqueName("bus");
        String arn = sqs.getQueueAttributes(
                        request -> request.queueUrl(url).attributeNames(QueueAttributeName.QUEUE_ARN))
                .attributes()
                .get(QueueAttributeName.QUEUE_ARN);
        events.createEventBus(request -> request.name(bus));
        events.putRule(request -> request.name("outcomes")
                .eventBusName(bus)
                .eventPattern("{\"source\":[\"com.acme.refunds\"],\"detail\":{\"data\":{\"kind\":[\"SUCCESS\"]}}}"));
        events.putTargets(request -> request.rule("outcomes")
                .eventBusName(bus)
                .targets(Target.builder().id("queue").arn(arn).build()));
        EventBridgeDeliverer deliverer = EventBridgeDeliverer.of(
                BusSender.of(() -> events, "com.acme.refunds", "Tool Outcome"), Destination.always(bus));

        assertThat(deliverer.deliver(Requests.of(RECEIPT))).isEqualTo(new Result.Arrived());

        ObjectMapper mapper = new ObjectMapper();
        JsonNode event = mapper.readTree(messages(url).get(0).body());
        assertThat(event.path("detail")).isEqualTo(mapper.readTree(document()));
        assertThat(event.path("resources").path(0).textValue()).isEqualTo(Requests.KEY.id());
    }

    @ParameterizedTest
    @CsvSource({"DROP_RESPONSE, Unknown", "SERVER_ERROR_AFTER, Unknown", "THROTTLE, NotArrived"})
    void eventBridge_isNeverSentTwice(Fault fault, String expected) {
        http.faults().on("PutEvents").next(fault);
        EventBridgeDeliverer deliverer = EventBridgeDeliverer.of(
                BusSender.of(() -> events, "com.acme.refunds", "Tool Outcome"), Destination.always("default"));

        assertThat(deliverer.deliver(Requests.of(RECEIPT)).getClass().getSimpleName())
                .isEqualTo(expected);
        assertThat(http.wire().requests("PutEvents")).isOne();
        assertThat(deliverer.idempotent()).isFalse();
    }

    // Step Functions

    @Test
    void stepFunctions_tokenThatMeansNothing_isRefused() {
        StepFunctionsDeliverer deliverer = StepFunctionsDeliverer.of(
                TaskSender.of(() -> states), Destination.always("AQCEAAAAKgAAAAMAAAAAmade-up"));

        assertThat(TaskSender.nobodyWaits(deliverer.deliver(Requests.of(RECEIPT))))
                .isTrue();
    }

    @Test
    @Timeout(60)
    void stepFunctions_taskOfAnActivity_isCompletedOnce_alsoWhenTheAnswerWasLost() throws Exception {
        String activity = states.createActivity(request -> request.name(aws.uniqueName("refunds")))
                .activityArn();
        String machine = states.createStateMachine(request -> request.name(aws.uniqueName("machine"))
                        .roleArn("arn:aws:iam::000000000000:role/made-up")
                        .definition("{\"StartAt\":\"Wait\",\"States\":{\"Wait\":{\"Type\":\"Task\",\"Resource\":\""
                                + activity + "\",\"End\":true}}}"))
                .stateMachineArn();
        String execution = states.startExecution(request -> request.stateMachineArn(machine))
                .executionArn();
        String token =
                states.getActivityTask(request -> request.activityArn(activity)).taskToken();
        http.faults().on("SendTaskSuccess").next(Fault.DROP_RESPONSE);
        StepFunctionsDeliverer deliverer =
                StepFunctionsDeliverer.of(TaskSender.of(() -> states), Destination.always(token));

        Result result = deliverer.deliver(Requests.of(RECEIPT));

        assertThat(result instanceof Result.Arrived || TaskSender.nobodyWaits(result))
                .as("the client asked again: %s", result)
                .isTrue();
        assertThat(http.wire().requests("SendTaskSuccess")).isEqualTo(2);
        ObjectMapper mapper = new ObjectMapper();
        assertThat(mapper.readTree(output(execution))).isEqualTo(mapper.readTree(RECEIPT.bytes()));
    }

    /** The machine ends by itself, a moment after its task was completed. */
    private String output(String execution) {
        while (true) {
            var found = states.describeExecution(request -> request.executionArn(execution));
            if (!"RUNNING".equals(found.statusAsString())) {
                return String.valueOf(found.output());
            }
            Thread.onSpinWait();
        }
    }
}
