package dev.toolcheckpoint.deliverers.aws;

import dev.toolcheckpoint.deliverers.Destination;
import dev.toolcheckpoint.deliverers.OutcomeDocument;
import dev.toolcheckpoint.deliverers.Outgoing;
import dev.toolcheckpoint.delivery.Deliverer;

/**
 * Posts the {@link OutcomeDocument} of an outcome to a client's WebSocket connection. Not idempotent by itself: the gateway hands on
 * every message. Thread-safe.
 */
public final class WebSocketDeliverer implements Deliverer {

    private final ConnectionSender sender;
    private final Destination<String> connectionId;
    private final boolean deduplicates;

    private WebSocketDeliverer(ConnectionSender sender, Destination<String> connectionId, boolean deduplicates) {
        this.sender = sender;
        this.connectionId = connectionId;
        this.deduplicates = deduplicates;
    }

    /** A deliverer to the connections of these ids. */
    public static WebSocketDeliverer of(ConnectionSender sender, Destination<String> connectionId) {
        return new WebSocketDeliverer(sender, connectionId, false);
    }

    /** The same for clients that take a document of the same {@code id} once. */
    public WebSocketDeliverer clientDeduplicates() {
        return new WebSocketDeliverer(sender, connectionId, true);
    }

    @Override
    public boolean idempotent() {
        return deduplicates;
    }

    @Override
    public Result deliver(Request request) {
        return Outgoing.document(request, connectionId, sender::send);
    }
}
