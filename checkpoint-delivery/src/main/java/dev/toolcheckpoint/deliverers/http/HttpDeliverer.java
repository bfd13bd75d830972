package dev.toolcheckpoint.deliverers.http;

import dev.toolcheckpoint.deliverers.Destination;
import dev.toolcheckpoint.deliverers.OutcomeDocument;
import dev.toolcheckpoint.deliverers.Outgoing;
import dev.toolcheckpoint.delivery.Deliverer;
import java.net.URI;

/**
 * Posts the {@link OutcomeDocument} of an outcome to its receiver's URL. Idempotent when the sender's receivers deduplicate.
 * Thread-safe.
 *
 * <p>Whoever may choose the URLs decides what this host posts to: check those of strangers in the destination.
 */
public final class HttpDeliverer implements Deliverer {

    private final HttpSender sender;
    private final Destination<URI> destination;

    private HttpDeliverer(HttpSender sender, Destination<URI> destination) {
        this.sender = sender;
        this.destination = destination;
    }

    /** A deliverer that sends so. */
    public static HttpDeliverer of(HttpSender sender, Destination<URI> destination) {
        return new HttpDeliverer(sender, destination);
    }

    @Override
    public boolean idempotent() {
        return sender.receiverDeduplicates();
    }

    @Override
    public Result deliver(Request request) {
        return Outgoing.document(request, destination, sender::send);
    }
}
