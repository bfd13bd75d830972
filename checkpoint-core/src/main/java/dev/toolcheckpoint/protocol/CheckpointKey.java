package dev.toolcheckpoint.protocol;

import dev.toolcheckpoint.json.Digests;
import java.io.Serializable;

/**
 * The store key of a record.
 *
 * @param namespace the tenant or environment; 1 to 512 UTF-16 units, no {@code #}
 * @param id 64 lower-case hex digits: the digest of namespace and call id; also the idempotency key for the downstream
 */
public record CheckpointKey(String namespace, String id) implements Serializable {

    private static final int ID_LENGTH = 64;

    /** Checks both parts. */
    public CheckpointKey {
        Names.namespace(namespace);
        if (!isId(id)) {
            throw ProtocolException.invalidArgument("An id is 64 lower-case hex digits, found " + Names.quote(id)
                    + ". To name a call by the caller's key, use its call id.");
        }
    }

    /**
     * The key of a call: {@code hex(sha256(canonical([namespace, callId])))}.
     *
     * @param callId the caller's key, 1 to 512 UTF-16 units
     */
    public static CheckpointKey of(String namespace, String callId) {
        Names.namespace(namespace);
        Names.name("callId", callId);
        return new CheckpointKey(namespace, Digests.id(namespace, callId));
    }

    private static boolean isId(String id) {
        if (id.length() != ID_LENGTH) {
            return false;
        }
        for (int i = 0; i < ID_LENGTH; i++) {
            char digit = id.charAt(i);
            if ((digit < '0' || digit > '9') && (digit < 'a' || digit > 'f')) {
                return false;
            }
        }
        return true;
    }

    @Override
    public String toString() {
        return namespace + "/" + id;
    }
}
