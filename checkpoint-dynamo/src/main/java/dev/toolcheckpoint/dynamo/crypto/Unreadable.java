package dev.toolcheckpoint.dynamo.crypto;

import dev.toolcheckpoint.protocol.StoreException;
import org.jspecify.annotations.Nullable;

/** Words for outcomes that are there but can't be read. No message holds any byte of key, ciphertext or payload. */
final class Unreadable {

    private Unreadable() {}

    static StoreException because(PayloadContext context, String reason, @Nullable Throwable cause) {
        return StoreException.payloadUnreadable(
                "The stored payload of " + context.partitionKey() + " can't be read: " + reason
                        + ". Its call is done; the tool does not run again.",
                cause);
    }

    /** Names no record: threads that wait for the same data key share the failure. */
    static StoreException dataKey(String namespace, String reason, @Nullable Throwable cause) {
        return StoreException.payloadUnreadable(
                "A data key of namespace " + namespace + " can't be opened, so payloads under it can't be read: "
                        + reason + ". Their calls are done; no tool runs again.",
                cause);
    }

    static StoreException malformed(String reason) {
        return StoreException.payloadUnreadable(
                "A stored payload is no envelope of this library: " + reason
                        + ". It was cut short, written by a newer version, or changed by hand.",
                null);
    }
}
