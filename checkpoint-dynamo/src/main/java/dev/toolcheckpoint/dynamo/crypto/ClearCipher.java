package dev.toolcheckpoint.dynamo.crypto;

import dev.toolcheckpoint.json.Digests;
import java.time.Instant;

/** {@link PayloadCipher#none()}. Stateless. */
final class ClearCipher implements PayloadCipher {

    static final ClearCipher INSTANCE = new ClearCipher();

    private ClearCipher() {}

    @Override
    public void prepare(String namespace, Instant until) {
        // Needs nothing.
    }

    @Override
    public Sealed seal(PayloadContext context, byte[] clear, byte[] stored) {
        return new Sealed(
                Digests.sha256(clear), Envelope.of(EnvelopeHeader.clear().encoded(), stored.clone()));
    }

    @Override
    public byte[] open(PayloadContext context, String digest, Envelope envelope) {
        requireClear(context, envelope.header());
        return envelope.body().clone();
    }

    @Override
    public String digest(PayloadContext context, byte[] header, byte[] clear) {
        requireClear(context, header);
        return Digests.sha256(clear);
    }

    private static void requireClear(PayloadContext context, byte[] header) {
        if (EnvelopeHeader.parse(header).suite() != EnvelopeHeader.CLEAR) {
            throw Unreadable.because(context, "it is encrypted, but this store is configured without a key", null);
        }
    }

    @Override
    public void beforeSnapshot() {
        // Keeps no keys.
    }

    @Override
    public void close() {
        // Keeps no keys.
    }

    @Override
    public String toString() {
        return "PayloadCipher.none()";
    }
}
