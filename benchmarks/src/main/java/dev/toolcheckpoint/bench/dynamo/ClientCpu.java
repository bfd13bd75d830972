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

    private final AwsEndpoint aws;
    private final Figures figures;

    ClientCpu(AwsEndpoint aws, Figures figures) {
        this.aws = aws;
        this.figures = figures;
    }

    void run() throws Exception {
        try (BenchTable table = new BenchTable(aws)) {
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

    private void measure(BenchTable table, Case kind, int size, PayloadCipher cipher, String how) throws Exception {
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
        String name = kind.label() + ", " + size + " bytes, " + how;
        boolean judged = kind == Case.FRESH && how.equals("clear");
        add(name + " / the same " + requests.size() + " requests bare", result, judged);
        client.close();
        http.close();
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
