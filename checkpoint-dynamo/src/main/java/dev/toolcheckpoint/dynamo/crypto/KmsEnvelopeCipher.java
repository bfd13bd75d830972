package dev.toolcheckpoint.dynamo.crypto;

import dev.toolcheckpoint.protocol.StoreException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Arrays;
import java.util.function.Function;
import javax.crypto.AEADBadTagException;

/**
 * Envelope encryption: AES-256-GCM under a data key of AWS KMS, with the JDK's own cryptography. Thread-safe.
 *
 * <p>A data key is generated once per namespace and reused within {@link DataKeyLimits}; key, nonce and commitment of each
 * payload are derived from it and 32 random bytes by HKDF-SHA-256. The header, the payload's place and its digest are
 * authenticated. {@code docs/reference/envelope.md} has the format byte by byte, with test vectors.
 *
 * <p>IAM permissions on the key: {@code kms:GenerateDataKey} to seal, {@code kms:Decrypt} to open. An envelope names its own key,
 * so it opens after the key was rotated, and after an alias or this cipher's configuration moved to another key of a trusted
 * account.
 *
 * <p>Errors: {@code KMS_UNAVAILABLE} when KMS does not answer or refuses a data key; {@code PAYLOAD_UNREADABLE} when an envelope does
 * not open (another place or digest, a flipped bit, cut short, a disabled, deleted or foreign key, another encryption context).
 * Secrets are overwritten when a key is dropped; copies that the JDK or the SDK made are left to the garbage collector.
 */
public final class KmsEnvelopeCipher implements PayloadCipher {

    private final KmsCalls kms;
    private final SaltSource salts;
    private final boolean opensClear;
    private final GeneratedKeys generated;
    private final OpenedKeys opened;

    private volatile boolean closed;

    KmsEnvelopeCipher(KmsCalls kms, SaltSource salts, boolean opensClear, GeneratedKeys generated, OpenedKeys opened) {
        this.kms = kms;
        this.salts = salts;
        this.opensClear = opensClear;
        this.generated = generated;
        this.opened = opened;
    }

    /** Starts a cipher; {@link KmsEnvelopeCipherBuilder} says what must be set. */
    public static KmsEnvelopeCipherBuilder builder() {
        return new KmsEnvelopeCipherBuilder();
    }

    @Override
    public void prepare(String namespace, Instant until) {
        requireOpen();
        generated.prepare(namespace, until, kms::generate);
    }

    @Override
    public Sealed seal(PayloadContext context, byte[] clear, byte[] stored) {
        while (true) {
            requireOpen();
            DataKey key = generated.take(context.namespace(), stored.length, kms::generate);
            byte[] secret = key.copySecret();
            if (secret != null) {
                return wiping(secret, dataKey -> seal(context, clear, stored, key, dataKey));
            }
            // It was dropped between the two lines; the next round gets its successor.
        }
    }

    private Sealed seal(PayloadContext context, byte[] clear, byte[] stored, DataKey key, byte[] dataKey) {
        byte[] salt = salts.next();
        Hkdf hkdf = new Hkdf();
        String digest = MessageKeys.digest(hkdf, dataKey, context.partitionKey(), clear);
        try (MessageKeys keys = MessageKeys.derive(hkdf, dataKey, salt)) {
            byte[] header = EnvelopeHeader.of(key.key(), key.wrapped(), salt, keys.commitment())
                    .encoded();
            byte[] body = keys.encrypt(MessageKeys.associatedData(header, context, digest), stored);
            return new Sealed(digest, Envelope.of(header, body));
        }
    }

    @Override
    public byte[] open(PayloadContext context, String digest, Envelope envelope) {
        EnvelopeHeader header = EnvelopeHeader.parse(envelope.header());
        if (header.suite() == EnvelopeHeader.CLEAR) {
            requireClearAllowed(context);
            return PayloadCipher.none().open(context, digest, envelope);
        }
        if (envelope.body().length < MessageKeys.TAG_BYTES) {
            throw Unreadable.because(context, "its ciphertext is cut short", null);
        }
        return withDataKey(context, header, dataKey -> {
            try (MessageKeys keys = committedKeys(new Hkdf(), context, header, dataKey)) {
                byte[] associated = MessageKeys.associatedData(header.encoded(), context, digest);
                return keys.decrypt(associated, envelope.body());
            } catch (AEADBadTagException notAuthentic) {
                throw Unreadable.because(
                        context, "its ciphertext was changed, cut short, or sealed for another place", notAuthentic);
            }
        });
    }

    @Override
    public String digest(PayloadContext context, byte[] header, byte[] clear) {
        EnvelopeHeader parsed = EnvelopeHeader.parse(header);
        if (parsed.suite() == EnvelopeHeader.CLEAR) {
            requireClearAllowed(context);
            return PayloadCipher.none().digest(context, header, clear);
        }
        return withDataKey(context, parsed, dataKey -> {
            // A digest under a wrong key would look like another outcome; the commitment tells.
            Hkdf hkdf = new Hkdf();
            committedKeys(hkdf, context, parsed, dataKey).close();
            return MessageKeys.digest(hkdf, dataKey, context.partitionKey(), clear);
        });
    }

    private static MessageKeys committedKeys(Hkdf hkdf, PayloadContext context, EnvelopeHeader header, byte[] dataKey) {
        MessageKeys keys = MessageKeys.derive(hkdf, dataKey, header.salt());
        if (!MessageDigest.isEqual(keys.commitment(), header.commitment())) {
            keys.close();
            throw Unreadable.because(context, "its header was changed, or its data key is another one", null);
        }
        return keys;
    }

    private <T> T withDataKey(PayloadContext context, EnvelopeHeader header, Function<byte[], T> use) {
        while (true) {
            requireOpen();
            DataKey key = generated.find(context.namespace(), header.key(), header.wrapped());
            if (key == null) {
                key = opened.get(
                        context.namespace(),
                        header.key(),
                        header.wrapped(),
                        () -> kms.decrypt(context.namespace(), header.key(), header.wrapped()));
            }
            byte[] secret = key.copySecret();
            if (secret != null) {
                return wiping(secret, use);
            }
        }
    }

    private static <T> T wiping(byte[] secret, Function<byte[], T> use) {
        try {
            return use.apply(secret);
        } finally {
            Arrays.fill(secret, (byte) 0);
        }
    }

    private void requireClearAllowed(PayloadContext context) throws StoreException {
        if (!opensClear) {
            throw Unreadable.because(
                    context,
                    "it is not encrypted, and this cipher was not told to accept that (openClearPayloads)",
                    null);
        }
    }

    private void requireOpen() {
        if (closed) {
            throw KmsCalls.closed();
        }
    }

    @Override
    public void beforeSnapshot() {
        generated.clear();
        opened.clear();
    }

    /** Forgets every key. The KMS client stays open: it belongs to who made it. */
    @Override
    public void close() {
        closed = true;
        generated.close();
        opened.close();
    }
}
