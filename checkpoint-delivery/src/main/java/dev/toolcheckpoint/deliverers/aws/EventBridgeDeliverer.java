package dev.toolcheckpoint.deliverers.aws;

import dev.toolcheckpoint.deliverers.Destination;
import dev.toolcheckpoint.deliverers.OutcomeDocument;
import dev.toolcheckpoint.deliverers.Outgoing;
import dev.toolcheckpoint.delivery.Deliverer;

/**
 * Puts the {@link OutcomeDocument} of an outcome on a bus of EventBridge, as an event's {@code detail}. Not idempotent by itself: a
 * bus hands on every event. Thread-safe.
 */
public final class EventBridgeDeliverer implements Deliverer {

    private final BusSender sender;
    private final Destination<String> bus;
    private final boolean deduplicates;

    private EventBridgeDeliverer(BusSender sender, Destination<String> bus, boolean deduplicates) {
        this.sender = sender;
        this.bus = bus;
        this.deduplicates = deduplicates;
    }

    /** A deliverer to the buses of these names or ARNs. */
    public static EventBridgeDeliverer of(BusSender sender, Destination<String> bus) {
        return new EventBridgeDeliverer(sender, bus, false);
    }

    /** The same for targets that all take a document of the same {@code id} once, however much later it comes again. */
    public EventBridgeDeliverer consumersDeduplicate() {
        return new EventBridgeDeliverer(sender, bus, true);
    }

    @Override
    public boolean idempotent() {
        return deduplicates;
    }

    @Override
    public Result deliver(Request request) {
        return Outgoing.document(request, bus, sender::send);
    }
}
