package dev.toolcheckpoint.bench.dynamo;

import dev.toolcheckpoint.dynamo.crypto.PayloadCipher;
import dev.toolcheckpoint.protocol.Receipt;
import dev.toolcheckpoint.testing.aws.AwsEndpoint;
import java.util.ArrayList;
import java.util.List;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * CPU of one operation against code of one's own that sends the same requests by the bare SDK client. Both get the answers that the
 * stand-in gave once, from memory: neither the network nor the stand-in is in the figures.
 */
final class ClientCpu {

    private static final String GROUP = "client CPU";
    private static final double FRESH_TARGET = 1.25;
    private static final int WARM_UPS = 2;

    private final AwsEndpoint aws;
    private final Figures figures;

    ClientCpu(AwsEndpoint aws, Figures figures) {
        this.aws = aws;
        this.figures = figures;
    }

    void run() throws Exception {
        try (BenchTable table = new BenchTable(aws)) {
            warmUp(table);
            for (Case each : Case.values()) {
                measure(table, each, 200, PayloadCipher.none(), "clear");
            }
            measure(table, Case.FRESH, 4_096, PayloadCipher.none(), "clear");
            try (PayloadCipher cipher = Ciphers.inMemory()) {
                for (int size : new int[] {200, 4_096, 64_000, 300_000, 5_000_000}) {
                    measure(table, Case.FRESH, size, cipher, "encrypted");
                    measure(table, Case.REPLAY, size, cipher, "encrypted");
                }
            }
            plain(table);
        }
    }

    /** What all cases share is compiled before the first of them is measured. */
    private void warmUp(BenchTable table) throws Exception {
        try (PayloadCipher cipher = Ciphers.inMemory()) {
            for (int round = 0; round < WARM_UPS; round++) {
                for (Case each : Case.values()) {
                    compare(table, each, 200 + round, cipher, "warm-up");
                }
            }
        }
    }

    private void measure(BenchTable table, Case kind, int size, PayloadCipher cipher, String how) throws Exception {
        Compared compared = compare(table, kind, size, cipher, how);
        String name = kind.label() + ", " + size + " bytes, " + how + " / the same " + compared.requests() + " bare";
        add(name, compared.result(), kind == Case.FRESH && how.equals("clear"));
    }

    /**
     * What came out.
     *
     * @param requests how many each side sent
     */
    private record Compared(CpuRounds.Result result, int requests) {}

    private Compared compare(BenchTable table, Case kind, int size, PayloadCipher cipher, String how) throws Exception {
        Receipt receipt = Calls.receipt(size);
        String callId = kind.label() + "-" + size + "-" + how;
        RecordingHttp http = new RecordingHttp(UrlConnectionHttpClient.create());
        CapturedRequests captured = new CapturedRequests();
        Calls recording = new Calls(table.client(http, captured), table.name, cipher);
        kind.prepare(recording, callId, receipt);
        long position = recording.ids.position();
        http.clear();
        captured.clear();
        kind.run(recording, callId, receipt);
        http.replay();

        DynamoDbClient client = table.client(http);
        Calls calls = new Calls(client, table.name, cipher);
        calls.clock.set(recording.clock.instant());
        List<SdkRequest> requests = new ArrayList<>(captured.all());
        BareRequests bare = new BareRequests(client, requests);
        CpuRounds.Result result = CpuRounds.measure(
                () -> {
                    calls.ids.rewind(position);
                    kind.run(calls, callId, receipt);
                    if (!http.atStart()) {
                        throw new IllegalStateException(kind + " did not send what was recorded.");
                    }
                },
                bare::once);
        client.close();
        http.close();
        return new Compared(result, requests.size());
    }

    /** What people do without a library, against the same fresh call of ours. */
    private void plain(BenchTable table) throws Exception {
        RecordingHttp http = new RecordingHttp(UrlConnectionHttpClient.create());
        DynamoDbClient client = table.client(http);
        byte[] result = Calls.receipt(200).bytes();
        new PlainPattern(client, table.name).call("recorded", result);
        http.replay();
        PlainPattern plain = new PlainPattern(client, table.name);
        CpuRounds.Result measured =
                CpuRounds.measure(() -> plain.call("plain", result), () -> plain.call("plain", result));
        figures.add(Figure.told(GROUP, "the plain pattern: fresh, 200 bytes, clear", measured.ours(), "µs"));
        client.close();
        http.close();
    }

    private void add(String name, CpuRounds.Result result, boolean judged) {
        figures.add(
                judged
                        ? Figure.atMost(FRESH_TARGET, GROUP, name, result.ratio(), "×")
                        : Figure.told(GROUP, name, result.ratio(), "×"));
        figures.add(Figure.told(GROUP, "   ours", result.ours(), "µs"));
        figures.add(Figure.told(GROUP, "   bare", result.baseline(), "µs"));
    }
}
