package dev.toolcheckpoint.lambda.runs;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolcheckpoint.deliverers.Message;
import dev.toolcheckpoint.deliverers.aws.BusSender;
import dev.toolcheckpoint.deliverers.aws.QueueSender;
import dev.toolcheckpoint.deliverers.http.HttpSender;
import dev.toolcheckpoint.delivery.Deliverer.Result;
import dev.toolcheckpoint.runs.ApprovalNotifier;
import dev.toolcheckpoint.runs.ApprovalNotifier.Request;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tell people what waits for approval, through the senders of deliveries: {@code
 * {"run":…,"agent":…,"approval":…,"tool":…,"input":…,"token":…,"expiresAt":"2026-01-01T00:00:00Z"}}. Thread-safe.
 *
 * <p>Whoever reads the message may decide, so encrypt its way and let few read it. The same message may come twice, with the same key; an
 * approval may come again with another token. An input that would make the message larger than {@value #LARGEST} bytes is left out
 * ({@code "inputOmitted":true}). What did not arrive, or perhaps did not, is sent again by a tick.
 */
public final class ApprovalNotifiers {

    /** What every way takes, with some room for its own attributes. */
    public static final int LARGEST = 1_000_000;

    private static final Logger LOG = LoggerFactory.getLogger(ApprovalNotifiers.class);

    private ApprovalNotifiers() {}

    /** Puts it into a standard queue of SQS. */
    public static ApprovalNotifier queue(QueueSender sender, String queueUrl) {
        return request -> sent(request, message -> sender.send(queueUrl, message));
    }

    /**
     * Puts it on a bus of EventBridge.
     *
     * @param bus a bus's name or ARN
     */
    public static ApprovalNotifier bus(BusSender sender, String bus) {
        return request -> sent(request, message -> sender.send(bus, message));
    }

    /** Posts it to a URL. */
    public static ApprovalNotifier http(HttpSender sender, URI to) {
        return request -> sent(request, message -> sender.send(to, message));
    }

    private static boolean sent(Request request, Function<Message, Result> sending) {
        Result result = sending.apply(Message.of(request.idempotencyKey(), "application/json", bytes(request)));
        if (result instanceof Result.Arrived) {
            return true;
        }
        LOG.warn("Approval {} of run {} was not accepted: {}", request.approvalId(), request.run(), result);
        return false;
    }

    private static byte[] bytes(Request request) {
        ObjectNode message = JsonNodeFactory.instance
                .objectNode()
                .put("run", request.run().id())
                .put("agent", request.agent())
                .put("approval", request.approvalId())
                .put("tool", request.tool());
        message.set("input", request.input());
        message.put("token", request.token())
                .put("expiresAt", request.expiresAt().toString());
        String whole = ascii(message.toString());
        if (whole.length() > LARGEST) {
            message.remove("input");
            whole = ascii(message.put("inputOmitted", true).toString());
        }
        return whole.getBytes(StandardCharsets.US_ASCII);
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
