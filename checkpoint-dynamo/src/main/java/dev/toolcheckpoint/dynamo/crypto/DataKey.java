package dev.toolcheckpoint.dynamo.crypto;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A data key: 32 secret bytes, and the form in which KMS wrapped them. Thread-safe. */
final class DataKey {

    static final int BYTES = 32;

    private final KeyRef key;
    private final byte[] wrapped;
    private byte @Nullable [] secret;

    /**
     * Takes over the array {@code secret}.
     *
     * @param key the KMS key that wrapped it
     * @param wrapped as KMS returned it
     */
    DataKey(KeyRef key, byte[] wrapped, byte[] secret) {
        this.key = key;
        this.wrapped = wrapped;
        this.secret = secret;
    }

    KeyRef key() {
        return key;
    }

    byte[] wrapped() {
        return wrapped;
    }

    boolean isWrappedAs(KeyRef otherKey, byte[] otherWrapped) {
        return key.equals(otherKey) && Arrays.equals(wrapped, otherWrapped);
    }

    /** A copy of the secret for the caller to use and then overwrite; {@code null} once it was destroyed. */
    synchronized byte @Nullable [] copySecret() {
        return secret == null ? null : secret.clone();
    }

    /** Overwrites the secret. Who is using a copy of it finishes undisturbed. */
    synchronized void destroy() {
        if (secret != null) {
            Arrays.fill(secret, (byte) 0);
            secret = null;
        }
    }

    /** Names the wrapping key only. */
    @Override
    public String toString() {
        return "DataKey[" + key + "]";
    }
}
