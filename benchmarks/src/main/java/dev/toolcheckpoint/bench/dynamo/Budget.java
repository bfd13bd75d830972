package dev.toolcheckpoint.bench.dynamo;

import dev.toolcheckpoint.dynamo.DynamoCheckpointStore;
import dev.toolcheckpoint.dynamo.crypto.PayloadCipher;
import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.protocol.Receipt;
import dev.toolcheckpoint.testing.aws.AwsEndpoint;
import dev.toolcheckpoint.testing.aws.ItemSizes;
import dev.toolcheckpoint.testing.aws.WireExchange;
import java.util.List;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * Requests and units of each case at each size. Requests are counted on the wire. Write units are what the stand-in reports, indexes
 * included; a refused write is reported by nobody and takes the units of the larger of the item that is there and the one that was
 * tried. Read units come from stored sizes.
 */
final class Budget {

    private static final String GROUP = "requests and units";
    private static final String PLAIN_GROUP = "the plain pattern, for comparison";
    private static final int[] SIZES = {200, 4_096, 64_000, 300_000, 5_000_000};
    private static final int[] ONE = {200};

    private final AwsEndpoint aws;
    private final Figures figures;

    Budget(AwsEndpoint aws, Figures figures) {
        this.aws = aws;
        this.figures = figures;
    }

    void run() {
        try (BenchTable table = new BenchTable(aws);
                PayloadCipher cipher = Ciphers.inMemory()) {
            Calls calls = new Calls(table.counted, table.name, cipher);
            for (Case kind : Case.values()) {
                for (int size : kind.hasResult() ? SIZES : ONE) {
                    measure(table, calls, kind, size);
                }
            }
            warmRepeat(table, calls);
            inBucket(table, cipher);
            plain(table);
        }
    }

    private void measure(BenchTable table, Calls calls, Case kind, int size) {
        String callId = kind.label() + "-" + size;
        CheckpointKey key = Calls.key(callId);
        Receipt receipt = Calls.receipt(size);
        kind.prepare(calls, callId, receipt);
        int before = table.controlBytes(key);
        clear(table);
        kind.run(calls, callId, receipt);
        BudgetTargets targets = BudgetTargets.of(kind, size, before, table.controlBytes(key));
        String name = kind.hasResult() ? kind.label() + ", " + size + " bytes: " : kind.label() + ": ";
        figures.add(Figure.atMost(
                targets.requests(), GROUP, name + "requests", table.http.wire().requests(), ""));
        double writes = writeUnits(table, before);
        figures.add(Figure.atMost(targets.writeUnits(), GROUP, name + "write units", writes, ""));
        figures.add(Figure.atMost(targets.readUnits(), GROUP, name + "read units", readUnits(table, key, before), ""));
        if (kind == Case.FRESH && size == 200) {
            figures.add(Figure.atMost(1_024, GROUP, name + "control item", table.controlBytes(key), "bytes"));
        }
    }

    /** The design allows an optional cache of completed outcomes; until there is one, a repeat is a replay. */
    private void warmRepeat(BenchTable table, Calls calls) {
        Case.REPLAY.prepare(calls, "warm", Calls.receipt(200));
        Case.REPLAY.run(calls, "warm", Calls.receipt(200));
        clear(table);
        Case.REPLAY.run(calls, "warm", Calls.receipt(200));
        figures.add(Figure.told(
                GROUP,
                "warm repeat in one process, without a cache: requests",
                table.http.wire().requests(),
                ""));
    }

    private void inBucket(BenchTable table, PayloadCipher cipher) {
        String bucket = aws.uniqueName("bench");
        try (S3Client hands = aws.s3().build();
                S3Client s3 = aws.s3(table.http).build()) {
            hands.createBucket(request -> request.bucket(bucket));
            Calls calls =
                    new Calls(DynamoCheckpointStore.builder(table.name).client(table.counted), cipher, s3, bucket);
            clear(table);
            Case.FRESH.run(calls, "bucket", Calls.receipt(5_000_000));
            String name = "fresh, 5000000 bytes in a bucket: ";
            figures.add(Figure.atMost(
                    3,
                    GROUP,
                    name + "requests, S3's included",
                    table.http.wire().requests(),
                    ""));
            figures.add(Figure.atMost(4, GROUP, name + "write units", writeUnits(table, 0), ""));
            clear(table);
            Case.REPLAY.run(calls, "bucket", Calls.receipt(5_000_000));
            figures.add(Figure.atMost(
                    2,
                    GROUP,
                    "replay, 5000000 bytes in a bucket: requests",
                    table.http.wire().requests(),
                    ""));
        }
    }

    private void plain(BenchTable table) {
        PlainPattern plain = new PlainPattern(table.counted, table.name);
        for (int size : SIZES) {
            String callId = "plain-" + size;
            clear(table);
            String name = size + " bytes: ";
            try {
                plain.call(callId, Calls.receipt(size).bytes());
            } catch (DynamoDbException tooLarge) {
                figures.add(Figure.told(PLAIN_GROUP, "fresh, " + name + "refused, above the item limit", 0, ""));
                continue;
            }
            figures.add(Figure.told(
                    PLAIN_GROUP,
                    "fresh, " + name + "requests",
                    table.http.wire().requests(),
                    ""));
            figures.add(Figure.told(PLAIN_GROUP, "fresh, " + name + "write units", writeUnits(table, 0), ""));
            clear(table);
            plain.begin(callId);
            figures.add(Figure.told(
                    PLAIN_GROUP,
                    "replay, " + name + "requests",
                    table.http.wire().requests(),
                    ""));
            figures.add(
                    Figure.told(PLAIN_GROUP, "replay, " + name + "write units", ItemSizes.writeUnits(size + 100), ""));
        }
    }

    private static void clear(BenchTable table) {
        table.http.wire().clear();
        table.requests.clear();
    }

    private static double writeUnits(BenchTable table, int controlBefore) {
        List<SdkRequest> requests = table.requests.all();
        List<WireExchange> exchanges = table.http.wire().exchanges().stream()
                .filter(exchange -> exchange.request().service().equals("dynamodb"))
                .toList();
        if (requests.size() != exchanges.size()) {
            throw new IllegalStateException("The SDK repeated a request; the figures would be of another case.");
        }
        double units = 0;
        for (int i = 0; i < requests.size(); i++) {
            units += exchanges.get(i).request().write() ? exchanges.get(i).capacityUnits() : 0;
            if (exchanges.get(i).status() >= 400 && requests.get(i) instanceof PutItemRequest refused) {
                units += ItemSizes.writeUnits(Math.max(controlBefore, ItemSizes.of(refused.item())));
            }
        }
        return units;
    }

    /** Of chunks eventually consistent, of control items consistent. */
    private static double readUnits(BenchTable table, CheckpointKey key, int controlBefore) {
        double chunks = table.http.wire().requests("BatchGetItem") == 0 ? 0 : table.chunkReadUnits(key);
        return chunks + 2 * table.http.wire().requests("GetItem") * ItemSizes.readUnits(controlBefore);
    }
}
