package dev.toolcheckpoint.dynamo;

import dev.toolcheckpoint.protocol.Payload;
import dev.toolcheckpoint.store.SealedPayload;
import java.util.Arrays;
import java.util.BitSet;

/**
 * A sealed payload: what goes into the control item, and the body when that goes elsewhere. The journal passes the same object with
 * every repeat of a write, so it remembers which parts are stored already: a repeat sends only the rest. Thread-safe.
 */
final class SealedItem implements SealedPayload {

    private final String digest;
    private final Payload.Stored payload;
    private final PayloadPlace place;
    private final byte[] body;
    private final int partSize;
    private final BitSet stored = new BitSet();

    SealedItem(String digest, PayloadPlace place, byte[] inItem, byte[] body, int partSize) {
        this.digest = digest;
        this.payload = new Payload.Stored(place.text(), inItem);
        this.place = place;
        this.body = body;
        this.partSize = partSize;
    }

    @Override
    public String digest() {
        return digest;
    }

    @Override
    public Payload.Stored payload() {
        return payload;
    }

    PayloadPlace place() {
        return place;
    }

    /** How many parts the body has; 0 when it is in the control item. */
    int parts() {
        return (body.length + partSize - 1) / partSize;
    }

    byte[] part(int number) {
        int from = number * partSize;
        return Arrays.copyOfRange(body, from, Math.min(from + partSize, body.length));
    }

    synchronized boolean isStored(int part) {
        return stored.get(part);
    }

    synchronized void markStored(int part) {
        stored.set(part);
    }

    /** Names sizes only. */
    @Override
    public String toString() {
        return "SealedItem[" + payload + ", " + body.length + " bytes elsewhere]";
    }
}
