package dev.toolcheckpoint.protocol;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The tool's stored result.
 *
 * @param kind success or error
 * @param retryableAsNewCall for an error that surely had no effect: the caller may issue the call under a new call id
 * @param mediaType the media type of the payload
 * @param size the payload's clear size in bytes
 * @param digest the payload's digest, in the store's scheme ({@code sha256:…} or {@code hmac-sha256:…})
 * @param payload the payload, a reference to it, or that it was forgotten
 * @param completedAt when it was stored
 * @param settlement the evidence, when it was settled rather than completed by its attempt
 */
public record Outcome(
        Kind kind,
        boolean retryableAsNewCall,
        String mediaType,
        long size,
        String digest,
        Payload payload,
        Instant completedAt,
        @Nullable Evidence settlement) {

    /** Success or error. */
    public enum Kind {
        /** The tool returned. */
        SUCCESS,
        /** The tool refused, in a way that is stored and replayed. */
        ERROR
    }

    /** The outcome of a receipt, as the store seals it. */
    public static Outcome of(
            Receipt receipt, String digest, Payload payload, Instant completedAt, @Nullable Evidence settlement) {
        return new Outcome(
                receipt.kind(),
                receipt.retryableAsNewCall(),
                receipt.mediaType(),
                receipt.size(),
                digest,
                payload,
                completedAt,
                settlement);
    }

    /**
     * Whether this is what {@code receipt} would be stored as: kind, media type, retryable mark and bytes are equal.
     *
     * @param receiptDigest the digest of the receipt's bytes in this outcome's scheme
     */
    public boolean sameAs(Receipt receipt, String receiptDigest) {
        return kind == receipt.kind()
                && retryableAsNewCall == receipt.retryableAsNewCall()
                && mediaType.equals(receipt.mediaType())
                && size == receipt.size()
                && digest.equals(receiptDigest);
    }

    /** Whether the payload was forgotten. */
    public boolean forgotten() {
        return payload instanceof Payload.Forgotten;
    }

    /** Whether the tool returned nothing at all. */
    public boolean isVoid() {
        return mediaType.equals(Receipt.VOID);
    }

    /** The same outcome with its payload at hand, or forgotten. */
    public Outcome withPayload(Payload replacement) {
        return new Outcome(kind, retryableAsNewCall, mediaType, size, digest, replacement, completedAt, settlement);
    }
}
