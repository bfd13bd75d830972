package dev.toolcheckpoint.dynamo;

import dev.toolcheckpoint.dynamo.crypto.Envelope;
import dev.toolcheckpoint.dynamo.crypto.PayloadContext;
import dev.toolcheckpoint.protocol.ProtocolException;
import dev.toolcheckpoint.protocol.StoreException;
import java.io.ByteArrayOutputStream;
import java.time.Clock;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;

/**
 * The payload tiers of a journal for another store in its table: in the item, in chunks beside it, in the bucket. Chunks have no time
 * to live here: who replaces a payload deletes what it leaves behind. Thread-safe.
 */
public final class SharedPayloads {

    private final Payloads secrets;
    private final Payloads clear;
    private final Clock clock;

    SharedPayloads(Payloads secrets, Payloads clear, Clock clock) {
        this.secrets = secrets;
        this.clear = clear;
        this.clock = clock;
    }

    /**
     * What an item keeps of a payload.
     *
     * @param place where the body is, as in {@code docs/reference/table.md}
     * @param inItem the whole envelope of an inline payload, else its header
     * @param digest of the clear payload
     * @param size of the clear payload, in bytes
     */
    public record Stored(String place, SdkBytes inItem, String digest, long size) {

        /** The place of a payload that is wholly in its item. */
        public static final String INLINE = PayloadPlace.INLINE;

        /** Whether part of it is elsewhere. */
        public boolean elsewhere() {
            PayloadPlace.Tier tier = PayloadPlace.of(place).tier();
            return tier == PayloadPlace.Tier.CHUNKS || tier == PayloadPlace.Tier.S3;
        }

        /** The sort keys of its chunks, in order; empty when it has none. */
        public List<String> chunks() {
            PayloadPlace where = PayloadPlace.of(place);
            return IntStream.range(0, where.chunks())
                    .mapToObj(part -> ItemKeys.chunk(where.writeId(), part))
                    .toList();
        }

        /** Names place and size only. */
        @Override
        public String toString() {
            return "Stored[" + place + ", " + size + " bytes]";
        }
    }

    /** Chunks that were read already. */
    @FunctionalInterface
    public interface KnownChunks {

        /** None: all are asked for. */
        KnownChunks NONE = sort -> null;

        /** The bytes of the chunk with this sort key; {@code null} when it is not among them. */
        byte @Nullable [] find(String sort);
    }

    /** A payload that is sealed and not written. */
    public static final class Sealed {
        private final SealedItem item;
        private final Stored stored;

        private Sealed(SealedItem item, Stored stored) {
            this.item = item;
            this.stored = stored;
        }

        /** What the item keeps of it. */
        public Stored stored() {
            return stored;
        }
    }

    /**
     * Seals a payload. Sends nothing but what the cipher needs.
     *
     * @param secret whether the store's cipher seals it; else it stays in clear
     * @param id never used before: it names the body when that is elsewhere
     * @param inlineLimit the largest envelope that stays in the item, in stored bytes; 0 for none
     * @throws ProtocolException {@code PAYLOAD_TOO_LARGE} above 10 MB
     */
    public Sealed seal(PayloadContext context, boolean secret, String id, byte[] payload, int inlineLimit) {
        SealedItem item = of(secret).seal(context, id, payload, inlineLimit);
        SdkBytes inItem = SdkBytes.fromByteArrayUnsafe(item.payload().sealed());
        return new Sealed(item, new Stored(item.place().text(), inItem, item.digest(), payload.length));
    }

    /** Writes the body of a payload that is elsewhere, before the item that points to it; for others sends nothing. */
    public void write(String partition, Sealed sealed) {
        secrets.writeBody(partition, sealed.item, Bodies.Life.since(clock.instant()));
    }

    /**
     * The clear bytes.
     *
     * @param chunks what was read already; the others are asked for
     * @throws StoreException {@code PAYLOAD_UNREADABLE} when a part is missing or was changed
     */
    public byte[] open(PayloadContext context, boolean secret, Stored stored, KnownChunks chunks) {
        PayloadPlace place = PayloadPlace.of(stored.place());
        byte[] inItem = stored.inItem().asByteArrayUnsafe();
        Envelope envelope;
        if (stored.elsewhere()) {
            byte[] body = body(context.partitionKey(), stored, place, chunks);
            if (body == null) {
                throw Failures.unreadable(
                        context.partitionKey(), "is missing in part or whole (" + place.tier() + ")", null);
            }
            envelope = Envelope.of(inItem, body);
        } else {
            envelope = Envelope.parse(inItem);
        }
        return of(secret).open(context, envelope, place.deflated(), stored.digest(), stored.size());
    }

    private byte @Nullable [] body(String partition, Stored stored, PayloadPlace place, KnownChunks chunks) {
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        boolean complete = place.tier() == PayloadPlace.Tier.CHUNKS;
        for (String sort : stored.chunks()) {
            byte[] part = chunks.find(sort);
            if (part == null) {
                complete = false;
                break;
            }
            whole.writeBytes(part);
        }
        return complete ? whole.toByteArray() : secrets.readBody(partition, place);
    }

    /** Removes the body of a payload that nothing points to any more. A failure only leaves it there. */
    public void delete(String partition, String place) {
        secrets.deleteBody(partition, PayloadPlace.of(place));
    }

    private Payloads of(boolean secret) {
        return secret ? secrets : clear;
    }

    void beforeSnapshot() {
        secrets.beforeSnapshot();
    }
}
