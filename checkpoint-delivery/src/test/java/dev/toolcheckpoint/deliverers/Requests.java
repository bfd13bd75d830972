package dev.toolcheckpoint.deliverers;

import dev.toolcheckpoint.delivery.Deliverer;
import dev.toolcheckpoint.json.Digests;
import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.protocol.Outcome;
import dev.toolcheckpoint.protocol.Payload;
import dev.toolcheckpoint.protocol.Receipt;
import java.time.Instant;

/** Requests to deliver outcomes of one call. */
public final class Requests {

    /** Its key. */
    public static final CheckpointKey KEY = CheckpointKey.of("shop", "order-4711:refund-1");

    /** When it was completed. */
    public static final Instant AT = Instant.parse("2026-01-01T00:00:00Z");

    private Requests() {}

    /** The first delivery of what the tool came back with. */
    public static Deliverer.Request of(Receipt receipt) {
        return of(receipt, 1);
    }

    /** A later one. */
    public static Deliverer.Request of(Receipt receipt, long attempt) {
        return new Deliverer.Request(
                KEY,
                attempt,
                Outcome.of(receipt, Digests.sha256(receipt.bytes()), Payload.Inline.of(receipt.bytes()), AT, null));
    }

    /** The delivery of an outcome whose payload was forgotten. */
    public static Deliverer.Request forgotten() {
        Deliverer.Request request = of(Receipt.successJson("1"));
        return new Deliverer.Request(KEY, 1, request.outcome().withPayload(new Payload.Forgotten()));
    }
}
