package dev.toolcheckpoint.deliverers.aws;

import dev.toolcheckpoint.deliverers.Message;
import dev.toolcheckpoint.delivery.Deliverer.Result;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.Supplier;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.eventbridge.EventBridgeClient;
import software.amazon.awssdk.services.eventbridge.model.PutEventsRequest;
import software.amazon.awssdk.services.eventbridge.model.PutEventsRequestEntry;
import software.amazon.awssdk.services.eventbridge.model.PutEventsResponse;
import software.amazon.awssdk.services.eventbridge.model.PutEventsResultEntry;

/**
 * Puts messages of JSON on a bus of EventBridge and says what became of them. Needs {@code events:PutEvents}, and no checkpoint.
 * Thread-safe.
 *
 * <p>The bytes are the event's {@code detail}, the key is its one resource. Buses don't deduplicate, and attributes are left out:
 * events have none. 15 s an attempt unless set.
 */
public final class BusSender {

    /** The largest event, with source, type and key: 1 MiB. */
    public static final int LARGEST = 1024 * 1024;

    private final Lazy<EventBridgeClient> client;
    private final Duration timeout;
    private final String source;
    private final String detailType;

    private BusSender(Lazy<EventBridgeClient> client, Duration timeout, String source, String detailType) {
        this.client = client;
        this.timeout = timeout;
        this.source = source;
        this.detailType = detailType;
    }

    /**
     * A sender through this client, which stays the caller's.
     *
     * @param client asked once, at first use
     * @param source of the events, as {@code com.acme.refunds}
     * @param detailType of the events, as {@code Tool Outcome}
     */
    public static BusSender of(Supplier<EventBridgeClient> client, String source, String detailType) {
        return new BusSender(new Lazy<>(client), Sending.TIMEOUT, source, detailType);
    }

    /** The same with another time for one attempt; 1 ms to 60 s. */
    public BusSender timeout(Duration value) {
        return new BusSender(client, Sending.check(value), source, detailType);
    }

    /**
     * Puts one event, once.
     *
     * @param bus a bus's name or ARN
     */
    public Result send(String bus, Message message) {
        int size = message.size() + message.key().length() + utf8(source) + utf8(detailType);
        if (size > LARGEST) {
            return new Result.Refused("An event has at most " + LARGEST + " bytes, found " + size
                    + ". Return less from the tool, or deliver where to find it.");
        }
        PutEventsRequestEntry entry = PutEventsRequestEntry.builder()
                .eventBusName(bus)
                .source(source)
                .detailType(detailType)
                .detail(new String(message.bytes(), StandardCharsets.UTF_8))
                .resources(message.key())
                .build();
        try {
            return result(client.get()
                    .putEvents(PutEventsRequest.builder()
                            .entries(entry)
                            .overrideConfiguration(Sending.once(timeout))
                            .build()));
        } catch (SdkException failure) {
            return Failures.of("PutEvents", failure);
        }
    }

    /** The request may succeed while its entry fails. */
    private static Result result(PutEventsResponse response) {
        PutEventsResultEntry entry =
                response.entries().isEmpty() ? null : response.entries().get(0);
        if (entry != null && entry.eventId() != null && entry.errorCode() == null) {
            return new Result.Arrived();
        }
        if (entry == null || entry.errorCode() == null) {
            return new Result.Unknown("PutEvents was answered with neither an event id nor an error code.");
        }
        String code = entry.errorCode();
        String what = "The event failed with " + code + ".";
        // InternalFailure and InternalException are the service's own, as a status of 500 would be.
        int status = code.startsWith("Internal") ? 500 : 400;
        boolean setup = code.startsWith("NotAuthorized");
        return setup ? new Result.NotArrived(what) : Failures.classify(what, code, status, code.startsWith("Throttl"));
    }

    private static int utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }
}
