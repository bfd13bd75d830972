package dev.toolcheckpoint.dynamo.crypto;

import dev.toolcheckpoint.protocol.StoreException;
import java.time.Instant;

/**
 * Seals payloads before a store writes them, and opens them again. Implementations are thread-safe.
 *
 * <p>A cipher never sees a record's revision: what it seals stays openable through every later transition of the record.
 */
public interface PayloadCipher extends AutoCloseable {

    /**
     * Stores payloads in clear, with a plain SHA-256 as their digest. It has to be asked for: nothing falls back to it. What
     * another cipher sealed, it does not open.
     */
    static PayloadCipher none() {
        return ClearCipher.INSTANCE;
    }

    /**
     * Gets ready what {@link #seal} will need in this namespace until then, so that a key service that is down shows before a
     * tool starts and not after its effect. Cheap when it is ready already.
     *
     * @param until until when the payload is expected; at most 24 hours ahead count
     * @throws StoreException {@code KMS_UNAVAILABLE}; nothing was started
     */
    void prepare(String namespace, Instant until);

    /**
     * Seals a payload. Every call gives other bytes; a write that is repeated must repeat the envelope it has.
     *
     * @param clear the payload, of which the digest is made
     * @param stored what goes into the envelope: {@code clear} itself, or its compressed form
     * @throws StoreException {@code KMS_UNAVAILABLE}, not when {@link #prepare} came before
     */
    Sealed seal(PayloadContext context, byte[] clear, byte[] stored);

    /** Seals a payload as it is. */
    default Sealed seal(PayloadContext context, byte[] clear) {
        return seal(context, clear, clear);
    }

    /**
     * Opens an envelope.
     *
     * @param digest the digest it was sealed with, from the record
     * @return the {@code stored} bytes that were sealed
     * @throws StoreException {@code PAYLOAD_UNREADABLE} when it can't be opened here, ever; {@code KMS_UNAVAILABLE} when it may
     *     open later
     */
    byte[] open(PayloadContext context, String digest, Envelope envelope);

    /**
     * The digest that {@code clear} would have beside an envelope with this header, so that it can be compared with a stored
     * outcome, also with one whose body was forgotten.
     *
     * @param header of the stored envelope
     * @return {@code sha256:} or {@code hmac-sha256:} and 64 hexadecimal digits
     * @throws StoreException like {@link #open}
     */
    String digest(PayloadContext context, byte[] header, byte[] clear);

    /**
     * Forgets every key, because the process is about to be copied (AWS Lambda SnapStart, CRaC). Usable again afterwards; the
     * next {@link #prepare} gets new keys.
     */
    void beforeSnapshot();

    /** Forgets every key. The cipher is not usable afterwards; closing again does nothing. */
    @Override
    void close();

    /**
     * A sealed payload.
     *
     * @param digest of the clear payload, in the cipher's scheme; the record keeps it, and opening needs it
     * @param envelope what to store
     */
    record Sealed(String digest, Envelope envelope) {}
}
