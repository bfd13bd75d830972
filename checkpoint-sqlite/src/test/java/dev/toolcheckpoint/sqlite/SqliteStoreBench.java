package dev.toolcheckpoint.sqlite;

import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.Payload;
import dev.toolcheckpoint.protocol.Transition;
import dev.toolcheckpoint.store.CheckpointCodec;
import dev.toolcheckpoint.store.WriteResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Compares the store with bare SQLite in one process: a call (create and complete) with two durable commits of the same bytes,
 * and a refused create with a prepared read of the same row. Medians over rounds that alternate, one JSON line. Arguments: a
 * folder, and optionally the number of rounds.
 */
final class SqliteStoreBench {

    private static final int CALLS = 25;
    private static final int READS = 2_000;
    private static final byte[] RESULT = Calls.bytes(1_024);

    private final SqliteCheckpointStore store;
    private final Connection bare;
    private final PreparedStatement insert;
    private final PreparedStatement update;
    private final PreparedStatement read;
    private int calls;

    private SqliteStoreBench(Path folder) throws SQLException {
        store = SqliteCheckpointStore.open(folder.resolve("store.db"));
        bare = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("bare.db"));
        try (Statement statement = bare.createStatement()) {
            statement.execute("PRAGMA journal_mode = WAL");
            statement.execute("PRAGMA synchronous = FULL");
            statement.execute("CREATE TABLE bare (namespace TEXT, id TEXT, document TEXT, payload BLOB,"
                    + " PRIMARY KEY (namespace, id)) STRICT");
        }
        Calls.completed(store, "call-" + calls++, RESULT);
        read = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("store.db"))
                .prepareStatement("SELECT document, payload FROM checkpoints WHERE namespace = ? AND id = ?");
        insert = bare.prepareStatement("INSERT INTO bare VALUES (?, ?, ?, NULL)");
        update = bare.prepareStatement("UPDATE bare SET document = ?, payload = ? WHERE namespace = ? AND id = ?");
    }

    /** Runs the comparison. */
    public static void main(String[] arguments) throws Exception {
        int rounds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 80;
        Path folder = Files.createTempDirectory(Path.of(arguments[0]), "bench");
        try {
            new SqliteStoreBench(folder).run(rounds);
        } finally {
            delete(folder);
        }
    }

    private void run(int rounds) throws SQLException {
        double[] storeWrites = new double[rounds];
        double[] bareWrites = new double[rounds];
        double[] storeReads = new double[rounds];
        double[] bareReads = new double[rounds];
        for (int round = -20; round < rounds; round++) {
            double storeWrite = perCall(CALLS, this::storeCalls);
            List<BareCall> batch = nextBareCalls();
            double bareWrite = perCall(CALLS, () -> bareCalls(batch));
            double storeRead = perCall(READS, this::storeReads);
            double bareRead = perCall(READS, this::bareReads);
            if (round >= 0) {
                storeWrites[round] = storeWrite;
                bareWrites[round] = bareWrite;
                storeReads[round] = storeRead;
                bareReads[round] = bareRead;
            }
        }
        System.out.printf(
                Locale.ROOT,
                "{\"callMicros\":%.1f,\"bareCallMicros\":%.1f,\"callRatio\":%.2f,"
                        + "\"replayMicros\":%.2f,\"bareReadMicros\":%.2f,\"replayRatio\":%.2f}%n",
                median(storeWrites),
                median(bareWrites),
                median(bareWrites) / median(storeWrites),
                median(storeReads),
                median(bareReads),
                median(bareReads) / median(storeReads));
        store.close();
        bare.close();
        read.getConnection().close();
    }

    private void storeCalls() {
        for (int i = 0; i < CALLS; i++) {
            Calls.completed(store, "call-" + calls++, RESULT);
        }
    }

    /** What bare SQLite is to store, made outside the measured time. */
    private record BareCall(String id, String claimed, String completed) {}

    private List<BareCall> nextBareCalls() {
        List<BareCall> next = new ArrayList<>();
        for (int i = 0; i < CALLS; i++) {
            Checkpoint claimed = Calls.claim("call-" + calls++, "bare").next();
            Checkpoint completed =
                    Calls.completion(store, claimed, RESULT).transition().next();
            next.add(new BareCall(
                    claimed.key().id(), CheckpointCodec.encode(claimed), CheckpointCodec.encode(completed)));
        }
        return next;
    }

    private void bareCalls(List<BareCall> batch) throws SQLException {
        for (BareCall call : batch) {
            insert.setString(1, "tenant");
            insert.setString(2, call.id());
            insert.setString(3, call.claimed());
            insert.executeUpdate();
            update.setString(1, call.completed());
            update.setBytes(2, RESULT);
            update.setString(3, "tenant");
            update.setString(4, call.id());
            update.executeUpdate();
        }
    }

    private void storeReads() {
        Transition again = Calls.claim("call-0", "again");
        for (int i = 0; i < READS; i++) {
            if (!(store.createIfAbsent(again) instanceof WriteResult.Refused refused)
                    || refused.current() == null
                    || !(refused.current().requireOutcome().payload() instanceof Payload.Inline)) {
                throw new AssertionError("Expected the record with its payload.");
            }
        }
    }

    private void bareReads() throws SQLException {
        String id = Calls.claim("call-0", "again").next().key().id();
        for (int i = 0; i < READS; i++) {
            read.setString(1, "tenant");
            read.setString(2, id);
            try (ResultSet row = read.executeQuery()) {
                if (!row.next() || row.getString(1).isEmpty() || row.getBytes(2).length == 0) {
                    throw new AssertionError("Expected the row.");
                }
            }
        }
    }

    private interface Work {
        void run() throws SQLException;
    }

    private static double perCall(int times, Work work) throws SQLException {
        long start = System.nanoTime();
        work.run();
        return (System.nanoTime() - start) / 1_000.0 / times;
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(folder);
    }
}
