package dev.toolcheckpoint.runs.dynamo;

import dev.toolcheckpoint.json.Digests;
import java.nio.ByteBuffer;
import java.util.List;

/** The tokens by which DynamoDB recognises a transaction for 10 minutes, in all tables of an account. */
final class Tokens {

    /** As long as DynamoDB takes. */
    private static final int LONGEST = 36;

    private Tokens() {}

    /**
     * A token.
     *
     * @param what tells a transaction from every other; the write id is among the words of each change
     */
    static String of(String table, List<String> what) {
        String text = table + "\n" + String.join("\n\n", what);
        ByteBuffer units = ByteBuffer.allocate(2 * text.length());
        units.asCharBuffer().put(text);
        String digest = Digests.sha256(units.array());
        int from = Digests.SHA256_PREFIX.length();
        return digest.substring(from, from + LONGEST);
    }
}
