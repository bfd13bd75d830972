package dev.toolcheckpoint.dynamo;

import dev.toolcheckpoint.dynamo.crypto.Envelope;
import dev.toolcheckpoint.dynamo.crypto.PayloadCipher;
import dev.toolcheckpoint.dynamo.crypto.PayloadContext;
import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.protocol.Outcome;
import dev.toolcheckpoint.protocol.ProtocolException;
import dev.toolcheckpoint.protocol.StoreException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Compresses, seals and places payloads, and gets them back. Thread-safe. */
final class Payloads {

    /** The most a payload may have, in clear bytes. */
    static final int MAX = 10_000_000;

    /** How much longer a body lives than the record that points to it: time to live deletes in any order. */
    static final Duration BODY_MARGIN = Duration.ofDays(7);

    private final PayloadCipher cipher;
    private final PayloadLimits limits;
    private final Chunks chunks;
    private final @Nullable Bodies objects;
    private final Clock clock;

    Payloads(PayloadCipher cipher, PayloadLimits limits, Chunks chunks, @Nullable Bodies objects, Clock clock) {
        this.cipher = cipher;
        this.limits = limits;
        this.chunks = chunks;
        this.objects = objects;
        this.clock = clock;
    }

    void prepare(CheckpointKey key, Instant until) {
        cipher.prepare(key.namespace(), until);
    }

    SealedItem seal(CheckpointKey key, String writeId, byte[] clear) {
        return seal(context(key), writeId, clear, limits.inline());
    }

    /**
     * Seals and places a payload.
     *
     * @param inlineLimit the largest envelope that stays in the item, in stored bytes
     */
    SealedItem seal(PayloadContext context, String writeId, byte[] clear, int inlineLimit) {
        if (clear.length > MAX) {
            throw ProtocolException.payloadTooLarge(clear.length, MAX);
        }
        byte[] packed = limits.compress() ? Deflate.compress(clear) : null;
        boolean deflated = packed != null;
        PayloadCipher.Sealed sealed = cipher.seal(context, clear, packed == null ? clear : packed);
        Envelope envelope = sealed.envelope();
        byte[] body = envelope.body();
        if (envelope.size() <= inlineLimit) {
            PayloadPlace place = PayloadPlace.inline(deflated);
            return new SealedItem(sealed.digest(), place, envelope.toBytes(), new byte[0], 1);
        }
        String bucket = limits.bucket();
        if (bucket != null && body.length > limits.chunked()) {
            PayloadPlace place = PayloadPlace.object(deflated, bucket, writeId);
            return new SealedItem(sealed.digest(), place, envelope.header(), body, body.length);
        }
        int count = (body.length + Chunks.CHUNK - 1) / Chunks.CHUNK;
        PayloadPlace place = PayloadPlace.chunks(deflated, count, writeId);
        return new SealedItem(sealed.digest(), place, envelope.header(), body, Chunks.CHUNK);
    }

    /** Writes the body, before the control item that points to it: a write that is torn here leaves nothing but litter. */
    void writeBody(Checkpoint next, SealedItem sealed) {
        Instant retainUntil = next.retainUntil();
        Instant from = retainUntil == null ? clock.instant() : retainUntil;
        writeBody(ItemKeys.partition(next.key()), sealed, Bodies.Life.until(from.plus(BODY_MARGIN)));
    }

    /** Writes what of the body is not written yet. */
    void writeBody(String partition, SealedItem sealed, Bodies.Life life) {
        for (int part = 0; part < sealed.parts(); part++) {
            if (!sealed.isStored(part)) {
                bodies(partition, sealed.place()).write(partition, sealed.place(), part, sealed.part(part), life);
                sealed.markStored(part);
            }
        }
    }

    /** Removes the body of a forgotten payload. The record says so already, so a failure only leaves it to its time to live. */
    void deleteBody(CheckpointKey key, PayloadPlace place) {
        deleteBody(ItemKeys.partition(key), place);
    }

    void deleteBody(String partition, PayloadPlace place) {
        if (place.tier() == PayloadPlace.Tier.CHUNKS || place.tier() == PayloadPlace.Tier.S3) {
            try {
                bodies(partition, place).delete(partition, place);
            } catch (StoreException left) {
                // Nothing points to it any more.
            }
        }
    }

    /** The clear bytes. */
    byte[] load(Checkpoint record, PayloadPlace place, byte[] inItem) {
        Outcome outcome = record.requireOutcome();
        String partition = ItemKeys.partition(record.key());
        Envelope envelope = envelope(record, partition, place, inItem);
        return open(context(record.key()), envelope, place.deflated(), outcome.digest(), outcome.size());
    }

    /** The clear bytes of an envelope, which must be those that it was sealed with. */
    byte[] open(PayloadContext context, Envelope envelope, boolean deflated, String digest, long size) {
        byte[] stored = cipher.open(context, digest, envelope);
        byte[] clear = deflated ? Deflate.expand(stored, size) : stored;
        if (clear == null || clear.length != size) {
            throw Failures.unreadable(context.partitionKey(), "is not as long as it was", null);
        }
        if (!cipher.digest(context, envelope.header(), clear).equals(digest)) {
            throw Failures.unreadable(context.partitionKey(), "is not the one it was stored with", null);
        }
        return clear;
    }

    /** The body of a payload that is not in its item; {@code null} when a part of it is missing. */
    byte @Nullable [] readBody(String partition, PayloadPlace place) {
        return bodies(partition, place).read(partition, place);
    }

    private Envelope envelope(Checkpoint record, String partition, PayloadPlace place, byte[] inItem) {
        if (place.tier() == PayloadPlace.Tier.INLINE) {
            return Envelope.parse(inItem);
        }
        byte[] body = readBody(partition, place);
        if (body == null) {
            Instant expiresAt = record.expiresAt();
            boolean expired = expiresAt != null && !clock.instant().isBefore(expiresAt);
            throw Failures.unreadable(
                    partition,
                    expired
                            ? "is kept no longer: the record's retention is over, and only its record is still there"
                            : "is missing in part or whole (" + place.tier() + ")",
                    null);
        }
        return Envelope.of(inItem, body);
    }

    /** The digest of {@code clear} in the scheme of a stored outcome. */
    String digest(CheckpointKey key, PayloadPlace place, byte[] inItem, byte[] clear) {
        return cipher.digest(context(key), header(place, inItem), clear);
    }

    /** What stays of a payload when it is forgotten. */
    static byte[] header(PayloadPlace place, byte[] inItem) {
        return place.tier() == PayloadPlace.Tier.INLINE ? Envelope.parse(inItem).header() : inItem;
    }

    private Bodies bodies(String partition, PayloadPlace place) {
        if (place.tier() != PayloadPlace.Tier.S3) {
            return chunks;
        }
        if (objects == null || !place.bucket().equals(limits.bucket())) {
            // The table names the bucket, but only the configuration may say which ones are ours.
            throw Failures.unreadable(
                    partition, "is in another S3 bucket than this store is configured with (bucket)", null);
        }
        return objects;
    }

    private static PayloadContext context(CheckpointKey key) {
        return new PayloadContext(key.namespace(), ItemKeys.partition(key), ItemKeys.CONTROL, Names.PAYLOAD);
    }

    void beforeSnapshot() {
        cipher.beforeSnapshot();
    }

    void close() {
        cipher.close();
    }
}
