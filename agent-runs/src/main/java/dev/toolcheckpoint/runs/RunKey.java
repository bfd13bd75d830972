package dev.toolcheckpoint.runs;

import dev.toolcheckpoint.protocol.ProtocolException;
import dev.toolcheckpoint.runs.store.ItemKey;
import java.util.regex.Pattern;

/**
 * Names a run.
 *
 * @param namespace the tenant or environment, as of the calls that the run makes; 1 to 512 UTF-16 units, no {@code #}
 * @param id 1 to 64 letters, digits, {@code -} and {@code _}; unique in its namespace
 */
public record RunKey(String namespace, String id) {

    private static final Pattern ID = Pattern.compile("[A-Za-z0-9_-]{1,64}");

    /** Checks both parts. */
    public RunKey {
        ItemKey.requireNamespace(namespace);
        if (!ID.matcher(id).matches()) {
            throw ProtocolException.invalidArgument(
                    "A run's id has 1 to 64 letters, digits, '-' and '_'; found " + id.length() + " UTF-16 units.");
        }
    }

    @Override
    public String toString() {
        return namespace + "/" + id;
    }
}
