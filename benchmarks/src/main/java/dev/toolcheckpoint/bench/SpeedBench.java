package dev.toolcheckpoint.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolcheckpoint.journal.Begin;
import dev.toolcheckpoint.journal.Complete;
import dev.toolcheckpoint.journal.Intent;
import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.json.CanonicalJson;
import dev.toolcheckpoint.json.JsonLimits;
import dev.toolcheckpoint.protocol.Binding;
import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.protocol.Receipt;
import dev.toolcheckpoint.protocol.Recovery;
import dev.toolcheckpoint.store.CheckpointCodec;
import dev.toolcheckpoint.store.CheckpointStore;
import dev.toolcheckpoint.store.CheckpointStores;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** Prints how fast the journal on SQLite and the canonical encoder are beside their bare baselines, and writes it as JSON. */
public final class SpeedBench {

    private static final int MEGABYTE = 1_000_000;
    private static final String RESULT =
            "{\"refunded\":true,\"reference\":\"re_1001\",\"amount\":\"12.50\",\"currency\":\"EUR\"}";
    private static final String FINGERPRINT = "sha256:" + "ab".repeat(32);

    private static final int WARMUPS = 75;
    private static final int ROUNDS = 21;
    private static final int UNITS = 200;

    private SpeedBench() {}

    /** Runs everything; the argument names the JSON file. */
    public static void main(String[] arguments) throws Exception {
        Path folder = Files.createTempDirectory("checkpoint-bench");
        List<Comparison.Result> results = new ArrayList<>();
        try {
            results.addAll(sqlite(folder));
            results.add(canonical());
        } finally {
            delete(folder);
        }
        print(results);
        if (arguments.length > 0) {
            write(Path.of(arguments[0]), results);
        }
    }

    private static List<Comparison.Result> sqlite(Path folder) throws Exception {
        Path file = folder.resolve("journal.db");
        try (CheckpointStore store = CheckpointStores.open("sqlite:" + file, Map.of())) {
            Journal journal = Journal.over(store);
            Receipt receipt = Receipt.successJson(RESULT);
            Intent first = intent("replayed");
            String[] records = recordsOf(journal, first, receipt);
            // The same keys as ours, made before the clock runs: sequential ones would go to one page of the index.
            List<String> ids = Stream.iterate(1, number -> number + 1)
                    .limit((WARMUPS + ROUNDS) * UNITS)
                    .map(number -> CheckpointKey.of("bench", "row-" + number).id())
                    .toList();
            return against(new SqliteBaseline(folder.resolve("bare.db"), file), journal, first, receipt, records, ids);
        }
    }

    private static List<Comparison.Result> against(
            SqliteBaseline baseline, Journal journal, Intent first, Receipt receipt, String[] records, List<String> ids)
            throws Exception {
        AtomicInteger calls = new AtomicInteger();
        AtomicInteger rows = new AtomicInteger();
        byte[] payload = receipt.bytes();
        CheckpointKey key = first.key();
        try (baseline) {
            Comparison.Result fresh = new Comparison(
                            "SQLite begin + complete / two bare durable commits",
                            0.8,
                            () -> execute(journal, intent("call-" + calls.incrementAndGet()), receipt),
                            () -> baseline.twoCommits(ids.get(rows.getAndIncrement()), records[0], records[1], payload))
                    .measure(WARMUPS, ROUNDS, UNITS);
            Comparison.Result replay = new Comparison(
                            "SQLite replay / one bare prepared read",
                            0.5,
                            () -> replay(journal, first),
                            () -> baseline.read(key))
                    .measure(5, 21, 4_000);
            return List.of(fresh, replay);
        }
    }

    private static Intent intent(String callId) {
        return Intent.of(new Binding("bench", callId, "refund-order", "1", FINGERPRINT), Recovery.manual());
    }

    private static void execute(Journal journal, Intent intent, Receipt receipt) {
        Begin begun = journal.begin(intent, Journal.DEFAULT_LEASE);
        if (!(begun instanceof Begin.Acquired acquired)
                || !(journal.complete(acquired.lease(), receipt) instanceof Complete.Completed)) {
            throw new IllegalStateException("A fresh call must complete, found " + begun);
        }
    }

    private static void replay(Journal journal, Intent intent) {
        if (!(journal.begin(intent, Journal.DEFAULT_LEASE) instanceof Begin.Replay)) {
            throw new IllegalStateException("A finished call must be replayed.");
        }
    }

    /** The documents our store writes for one call: the baseline writes the same bytes. */
    private static String[] recordsOf(Journal journal, Intent intent, Receipt receipt) {
        Begin begun = journal.begin(intent, Journal.DEFAULT_LEASE);
        String claimed = CheckpointCodec.encode(journal.inspect(intent.key()).orElseThrow());
        if (begun instanceof Begin.Acquired acquired) {
            journal.complete(acquired.lease(), receipt);
        }
        return new String[] {
            claimed, CheckpointCodec.encode(journal.inspect(intent.key()).orElseThrow())
        };
    }

    private static Comparison.Result canonical() throws Exception {
        JsonNode tree = megabyteTree();
        ObjectMapper mapper = new ObjectMapper();
        JsonLimits limits = new JsonLimits(4 * MEGABYTE, 64, 1_000_000);
        return new Comparison(
                        "canonical encoding of a 1 MB tree / Jackson's own",
                        0.5,
                        () -> CanonicalJson.encode(tree, limits),
                        () -> mapper.writeValueAsBytes(tree))
                .measure(10, 31, 10);
    }

    /** Orders as tools see them: short keys, texts, amounts, flags, nested lists. */
    private static JsonNode megabyteTree() throws IOException {
        Random random = new Random(17);
        ObjectMapper mapper = new ObjectMapper();
        ArrayNode orders = JsonNodeFactory.instance.arrayNode();
        while (orders.size() % 100 != 0 || mapper.writeValueAsBytes(orders).length < MEGABYTE) {
            ObjectNode order = orders.addObject();
            order.put("order", "order-" + random.nextInt(1_000_000));
            order.put("customer", "Customer " + random.nextInt(10_000) + ", Straße " + random.nextInt(100));
            order.put("amount", random.nextInt(100_000) / 100.0);
            order.put("quantity", random.nextInt(50));
            order.put("placedAt", 1_700_000_000_000L + random.nextInt());
            order.put("express", random.nextBoolean());
            ArrayNode lines = order.putArray("lines");
            for (int line = 0; line < 3; line++) {
                lines.addObject()
                        .put("sku", "sku-" + random.nextInt(5_000))
                        .put("price", random.nextInt(10_000) / 100.0);
            }
        }
        return orders;
    }

    private static void print(List<Comparison.Result> results) {
        System.out.printf("%-52s %12s %12s %7s %7s%n", "what", "ours/s", "baseline/s", "ratio", "target");
        for (Comparison.Result result : results) {
            System.out.printf(
                    "%-52s %,12.0f %,12.0f %7.2f %7.2f %s%n",
                    result.name(),
                    result.oursPerSecond(),
                    result.baselinePerSecond(),
                    result.ratio(),
                    result.target(),
                    result.reached() ? "" : "  falls short");
        }
    }

    private static void write(Path file, List<Comparison.Result> results) throws IOException {
        ObjectMapper mapper = new ObjectMapper();
        ObjectNode document = mapper.createObjectNode();
        document.putObject("environment")
                .put("java", System.getProperty("java.version"))
                .put("os", System.getProperty("os.name"))
                .put("cores", Runtime.getRuntime().availableProcessors());
        ArrayNode list = document.putArray("comparisons");
        for (Comparison.Result result : results) {
            list.addObject()
                    .put("name", result.name())
                    .put("oursPerSecond", result.oursPerSecond())
                    .put("baselinePerSecond", result.baselinePerSecond())
                    .put("ratio", result.ratio())
                    .put("target", result.target())
                    .put("reached", result.reached());
        }
        Files.createDirectories(file.toAbsolutePath().getParent());
        mapper.writerWithDefaultPrettyPrinter().writeValue(file.toFile(), document);
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
