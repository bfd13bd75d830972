package dev.toolcheckpoint.lambda.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolcheckpoint.testing.aws.AwsEndpoint;
import dev.toolcheckpoint.testing.aws.FaultyHttpClient;
import dev.toolcheckpoint.testing.aws.LocalAws;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

/** The visibility of real receives of a queue, over the SDK's real client. */
@LocalAws
class SqsVisibilityTest {

    private final FaultyHttpClient http = FaultyHttpClient.around(UrlConnectionHttpClient.create());
    private final SqsClient sqs;
    private final String url;
    private final String arn;
    private final SqsVisibility visibility;

    SqsVisibilityTest(AwsEndpoint aws) {
        sqs = aws.configure(SqsClient.builder()).httpClient(http).build();
        url = sqs.createQueue(request -> request.queueName(aws.uniqueName("refunds")))
                .queueUrl();
        arn = Objects.requireNonNull(
                sqs.getQueueAttributes(request -> request.queueUrl(url).attributeNames(QueueAttributeName.QUEUE_ARN))
                        .attributes()
                        .get(QueueAttributeName.QUEUE_ARN));
        visibility = new SqsVisibility(() -> sqs);
    }

    @AfterEach
    void close() {
        sqs.deleteQueue(request -> request.queueUrl(url));
        sqs.close();
        http.close();
    }

    @Test
    void change_setsWhenEachMessageComesAgain_inRequestsOfTen_askingForTheQueueOnce() {
        List<Message> received = receive(12);
        http.wire().clear();

        visibility.change(arn, changes(received, Duration.ZERO));

        assertThat(http.wire().counts())
                .containsEntry("GetQueueUrl", 1)
                .containsEntry("ChangeMessageVisibilityBatch", 2);
        assertThat(receiveAgain()).containsExactlyInAnyOrderElementsOf(bodies(received));
    }

    @Test
    void change_longerThanNow_keepsTheMessageHidden() {
        List<Message> received = receive(2);

        visibility.change(arn, changes(received.subList(0, 1), Duration.ofHours(11)));
        visibility.change(arn, changes(received.subList(1, 2), Duration.ZERO));

        assertThat(receiveAgain()).containsExactly(received.get(1).body());
    }

    @Test
    void change_ofAQueueOrReceiveThatIsNotThere_isNoFailure() {
        visibility.change(
                arn, List.of(new MessageVisibility.Change("m", "not-a-receipt-handle", Duration.ofSeconds(1))));
        visibility.change(
                "arn:aws:sqs:eu-central-1:123456789012:absent",
                List.of(new MessageVisibility.Change("m", "h", Duration.ofSeconds(1))));

        assertThat(receive(1)).hasSize(1);
    }

    private List<Message> receive(int count) {
        List<Message> received = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String body = "message " + i;
            sqs.sendMessage(request -> request.queueUrl(url).messageBody(body));
        }
        while (received.size() < count) {
            received.addAll(sqs.receiveMessage(request ->
                            request.queueUrl(url).maxNumberOfMessages(10).visibilityTimeout(600))
                    .messages());
        }
        return received;
    }

    private List<String> receiveAgain() {
        List<String> bodies = new ArrayList<>();
        List<Message> found;
        do {
            found = sqs.receiveMessage(request ->
                            request.queueUrl(url).maxNumberOfMessages(10).visibilityTimeout(600))
                    .messages();
            bodies.addAll(bodies(found));
        } while (!found.isEmpty());
        return bodies;
    }

    private static List<String> bodies(List<Message> messages) {
        return messages.stream().map(Message::body).toList();
    }

    private static List<MessageVisibility.Change> changes(List<Message> messages, Duration in) {
        return messages.stream()
                .map(message -> new MessageVisibility.Change(message.messageId(), message.receiptHandle(), in))
                .toList();
    }
}
