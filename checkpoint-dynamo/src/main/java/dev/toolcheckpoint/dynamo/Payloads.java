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
        if (clear.length > MAX) {
            throw ProtocolException.payloadTooLarge(clear.length, MAX);
        }
        byte[] packed = limits.compress() ? Deflate.compress(clear) : null;
        boolean deflated = packed != null;
        PayloadCipher.Sealed sealed = cipher.seal(context(key), clear, packed == null ? clear : packed);
        Envelope envelope = sealed.envelope();
        byte[] body = envelope.body();
        if (envelope.size() <= limits.inline()) {
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
        for (int part = 0; part < sealed.parts(); part++) {
            if (!sealed.isStored(part)) {
                Instant retainUntil = next.retainUntil();
                Instant expiresAt = (retainUntil == null ? clock.instant() : retainUntil).plus(BODY_MARGIN);
                bodies(next.key(), sealed.place())
                        .write(ItemKeys.partition(next.key()), sealed.place(), part, sealed.part(part), expiresAt);
                sealed.markStored(part);
            }
        }
    }

    /** Removes the body of a forgotten payload. The record says so already, so a failure only leaves it to its time to live. */
    void deleteBody(CheckpointKey key, PayloadPlace place) {
        if (place.tier() == PayloadPlace.Tier.CHUNKS || place.tier() == PayloadPlace.Tier.S3) {
            try {
                bodies(key, place).delete(ItemKeys.partition(key), place);
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
        byte[] stored = cipher.open(context(record.key()), outcome.digest(), envelope);
        byte[] clear = place.deflated() ? Deflate.expand(stored, outcome.size()) : stored;
        if (clear == null || clear.length != outcome.size()) {
            throw Failures.unreadable(partition, "is not as long as it was", null);
        }
        if (!cipher.digest(context(record.key()), envelope.header(), clear).equals(outcome.digest())) {
            throw Failures.unreadable(partition, "is not the one it was stored with", null);
        }
        return clear;
    }

    private Envelope envelope(Checkpoint record, String partition, PayloadPlace place, byte[] inItem) {
        if (place.tier() == PayloadPlace.Tier.INLINE) {
            return Envelope.parse(inItem);
        }
        byte[] body = bodies(record.key(), place).read(partition, place);
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

    private Bodies bodies(CheckpointKey key, PayloadPlace place) {
        if (place.tier() != PayloadPlace.Tier.S3) {
            return chunks;
        }
        if (objects == null || !place.bucket().equals(limits.bucket())) {
            // The table names the bucket, but only the configuration may say which ones are ours.
            throw Failures.unreadable(
                    ItemKeys.partition(key),
                    "is in another S3 bucket than this store is configured with (bucket)",
                    null);
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
