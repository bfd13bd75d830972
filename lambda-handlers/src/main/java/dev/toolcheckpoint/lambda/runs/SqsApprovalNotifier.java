package dev.toolcheckpoint.lambda.runs;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolcheckpoint.lambda.ResponseCaps;
import dev.toolcheckpoint.runs.ApprovalNotifier;
import java.util.Locale;
import java.util.function.Supplier;
import software.amazon.awssdk.services.sqs.SqsClient;

/**
 * Puts what waits for approval into a standard queue of SQS, for whatever tells people: {@code
 * {"key":…,"run":…,"agent":…,"approval":…,"tool":…,"input":…,"token":…,"expiresAt":"2026-01-01T00:00:00Z"}}. Whoever reads the queue may
 * decide, so encrypt it and let few read it. Messages may come twice; {@code key} tells them. An input that doesn't fit into a message is left
 * out ({@code "inputOmitted":true}). Needs {@code sqs:SendMessage}. Thread-safe.
 */
public final class SqsApprovalNotifier implements ApprovalNotifier {

    private final QueueSender queue;

    /** With a client of the default credentials, region and endpoint, made at first use. */
    public SqsApprovalNotifier(String queueUrl) {
        this(queueUrl, QueueSender::ofDefaults);
    }

    /**
     * With a client of the caller's.
     *
     * @param client asked once, at first use
     */
    public SqsApprovalNotifier(String queueUrl, Supplier<SqsClient> client) {
        this.queue = new QueueSender(queueUrl, client);
    }

    @Override
    public boolean send(Request request) {
        queue.send(message(request));
        return true;
    }

    static String message(Request request) {
        ObjectNode message = JsonNodeFactory.instance
                .objectNode()
                .put("key", request.idempotencyKey())
                .put("run", request.run().id())
                .put("agent", request.agent())
                .put("approval", request.approvalId())
                .put("tool", request.tool());
        message.set("input", request.input());
        message.put("token", request.token())
                .put("expiresAt", request.expiresAt().toString());
        String whole = ascii(message.toString());
        if (whole.length() <= ResponseCaps.ASYNC) {
            return whole;
        }
        message.remove("input");
        return ascii(message.put("inputOmitted", true).toString());
    }

    /** SQS refuses some characters that JSON allows; as escapes it takes all of them. */
    private static String ascii(String json) {
        StringBuilder text = new StringBuilder(json.length());
        for (int at = 0; at < json.length(); at++) {
            char c = json.charAt(at);
            if (c < 0x7f) {
                text.append(c);
            } else {
                text.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
            }
        }
        return text.toString();
    }
}
