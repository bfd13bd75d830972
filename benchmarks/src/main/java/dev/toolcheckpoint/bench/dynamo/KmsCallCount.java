package dev.toolcheckpoint.bench.dynamo;

import dev.toolcheckpoint.dynamo.crypto.PayloadCipher;
import dev.toolcheckpoint.protocol.Receipt;
import dev.toolcheckpoint.testing.aws.AwsEndpoint;
import dev.toolcheckpoint.testing.aws.FaultyHttpClient;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.services.kms.KmsClient;

/** Requests to KMS, counted on the wire: of a thousand fresh calls in one process, and of a batch of ten at once in a new one. */
final class KmsCallCount {

    private static final String GROUP = "requests to KMS";
    private static final int CALLS = 1_000;
    private static final int BATCH = 10;

    private final AwsEndpoint aws;
    private final Figures figures;

    KmsCallCount(AwsEndpoint aws, Figures figures) {
        this.aws = aws;
        this.figures = figures;
    }

    void run() throws Exception {
        try (BenchTable table = new BenchTable(aws);
                KmsClient hands = aws.kms().build()) {
            String key = hands.createKey().keyMetadata().arn();
            figures.add(Figure.atMost(1, GROUP, CALLS + " fresh calls, one process", thousand(table, key), ""));
            figures.add(Figure.atMost(1, GROUP, "a batch of " + BATCH + " messages at once", batch(table, key), ""));
        }
    }

    private int thousand(BenchTable table, String key) {
        FaultyHttpClient http = FaultyHttpClient.around(UrlConnectionHttpClient.create());
        try (KmsClient kms = aws.kms(http).build();
                PayloadCipher cipher = Ciphers.over(kms, key)) {
            Calls calls = new Calls(table.counted, table.name, cipher);
            for (int call = 0; call < CALLS; call++) {
                calls.call("thousand-" + call, Calls.receipt(200));
            }
        }
        return http.wire().requests();
    }

    private int batch(BenchTable table, String key) throws Exception {
        FaultyHttpClient http = FaultyHttpClient.around(UrlConnectionHttpClient.create());
        ExecutorService workers = Executors.newFixedThreadPool(BATCH);
        try (KmsClient kms = aws.kms(http).build();
                PayloadCipher cipher = Ciphers.over(kms, key)) {
            Receipt receipt = Calls.receipt(200);
            List<Future<?>> messages = new ArrayList<>();
            for (int message = 0; message < BATCH; message++) {
                // Ids are not shared between threads, so each message has its own journal over the one cipher.
                Calls calls = new Calls(table.counted, table.name, cipher);
                String callId = "batch-" + message;
                messages.add(workers.submit(() -> calls.call(callId, receipt)));
            }
            for (Future<?> message : messages) {
                message.get();
            }
        } finally {
            workers.shutdownNow();
        }
        return http.wire().requests();
    }
}
