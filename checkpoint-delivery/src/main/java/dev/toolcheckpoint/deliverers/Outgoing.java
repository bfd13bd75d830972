package dev.toolcheckpoint.deliverers;

import dev.toolcheckpoint.delivery.Deliverer;
import dev.toolcheckpoint.delivery.Deliverer.Result;
import dev.toolcheckpoint.protocol.Receipt;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the deliverers of this module have in common: receiver, then document, then send. Stateless. */
public final class Outgoing {

    private static final Logger LOG = LoggerFactory.getLogger(Outgoing.class);

    /** Kind of the outcome, {@code SUCCESS} or {@code ERROR}: an attribute to filter by without reading the document. */
    public static final String KIND = "Toolcheckpoint-Kind";

    private Outgoing() {}

    /**
     * Sends a message to a receiver.
     *
     * @param <T> how a receiver is named
     */
    @FunctionalInterface
    public interface Sender<T> {
        /** Sends once. */
        Result send(T receiver, Message message);
    }

    /** Sends the outcome's document. */
    public static <T> Result document(Deliverer.Request request, Destination<T> destination, Sender<T> sender) {
        Optional<byte[]> document = OutcomeDocument.of(request);
        if (document.isEmpty()) {
            return forgotten();
        }
        Message message = Message.of(request.idempotencyKey(), Receipt.JSON, document.get())
                .with(Map.of(KIND, request.outcome().kind().name()));
        return to(request, destination, receiver -> sender.send(receiver, message));
    }

    /** Sends to the receiver of the outcome, if there is one. */
    public static <T> Result to(Deliverer.Request request, Destination<T> destination, Function<T, Result> sender) {
        Optional<T> receiver;
        try {
            receiver = destination.of(request);
        } catch (Exception failure) {
            LOG.warn("The receiver of {} could not be looked up; nothing was sent", request.key(), failure);
            if (failure instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            }
            return new Result.NotArrived("The receiver could not be looked up ("
                    + failure.getClass().getSimpleName() + "); nothing was sent.");
        }
        return receiver.isPresent()
                ? sender.apply(receiver.get())
                : new Result.Refused("There is no receiver for this outcome.");
    }

    /** What an outcome without its payload comes to. */
    public static Result forgotten() {
        return new Result.Refused("The payload was forgotten after its retention, so there is nothing to send.");
    }
}
