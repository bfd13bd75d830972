package dev.toolcheckpoint.store;

import dev.toolcheckpoint.json.Digests;
import dev.toolcheckpoint.protocol.Payload;

/**
 * The stored form of one payload, made once per logical write. A store may implement it to carry more (ciphertext, chunks).
 */
public interface SealedPayload {

    /** The digest of the clear bytes, in the store's scheme. */
    String digest();

    /** What the record says about where the bytes are. */
    Payload payload();

    /** Clear bytes kept in the record, with their SHA-256. */
    static SealedPayload plain(byte[] bytes) {
        return new Plain(Digests.sha256(bytes), Payload.Inline.of(bytes));
    }

    /**
     * Clear bytes kept in the record.
     *
     * @param digest their SHA-256
     * @param payload the bytes
     */
    record Plain(String digest, Payload.Inline payload) implements SealedPayload {}
}
