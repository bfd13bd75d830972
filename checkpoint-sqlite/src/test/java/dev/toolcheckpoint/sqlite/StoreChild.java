package dev.toolcheckpoint.sqlite;

import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.StoreException;
import dev.toolcheckpoint.protocol.Transition;
import dev.toolcheckpoint.store.WriteResult;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * A process of its own. Says {@code ready}, waits for a line, works, and says what was acknowledged, a line each, as soon as it
 * was.
 */
final class StoreChild {

    private StoreChild() {}

    /** Arguments: what to do, the file, who this is, and how often. */
    public static void main(String[] arguments) throws IOException {
        Path file = Path.of(arguments[1]);
        String self = arguments[2];
        int times = Integer.parseInt(arguments[3]);
        say("ready");
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).readLine();
        try (SqliteCheckpointStore store = SqliteCheckpointStore.open(file)) {
            switch (arguments[0]) {
                case "race" -> race(store, self, times);
                case "pairs" -> pairs(store, self, times);
                case "fill" -> fill(store, self, times);
                default -> throw new IllegalArgumentException(arguments[0]);
            }
        }
        say("end");
    }

    /** Tries to be the creator of the same calls as everybody else. */
    private static void race(SqliteCheckpointStore store, String self, int times) {
        for (int call = 0; call < times; call++) {
            Transition claim = Calls.claim("call-" + call, self);
            boolean stored = store.createIfAbsent(claim) instanceof WriteResult.Stored;
            Checkpoint found = store.find(claim.next().key()).orElseThrow();
            if (stored != found.equals(claim.next())) {
                throw new AssertionError("The answer to " + self + " is not what is stored for call " + call);
            }
            say((stored ? "won " : "lost ") + call);
        }
    }

    /** Claims and completes calls of its own. */
    private static void pairs(SqliteCheckpointStore store, String self, int times) {
        for (int call = 0; call < times; call++) {
            String callId = self + "-" + call;
            Checkpoint claimed = Calls.claimed(store, callId);
            say("claimed " + callId);
            // Now and then a payload of several pages, so that a kill also meets those.
            Calls.requireStored(Calls.completion(store, claimed, result(callId)).send(store));
            say("completed " + callId);
        }
    }

    /** Writes until the file can't grow any more, and says how that looked. */
    private static void fill(SqliteCheckpointStore store, String self, int times) {
        for (int call = 0; call < times; call++) {
            String callId = self + "-" + call + "7";
            try {
                Checkpoint claimed = Calls.claimed(store, callId);
                say("claimed " + callId);
                Calls.requireStored(
                        Calls.completion(store, claimed, result(callId)).send(store));
                say("completed " + callId);
            } catch (StoreException failure) {
                say(failure.code() + " ambiguous " + failure.ambiguous());
                return;
            }
        }
    }

    static byte[] result(String callId) {
        return Calls.bytes(callId.endsWith("7") ? callId.repeat(3_000) : callId);
    }

    private static void say(String line) {
        System.out.println(line);
        System.out.flush();
    }
}
