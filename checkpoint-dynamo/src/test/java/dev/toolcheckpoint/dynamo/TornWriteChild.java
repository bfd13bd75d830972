package dev.toolcheckpoint.dynamo;

import dev.toolcheckpoint.dynamo.crypto.KmsEnvelopeCipher;
import dev.toolcheckpoint.journal.Begin;
import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.testing.aws.Fault;
import dev.toolcheckpoint.testing.aws.FaultyHttpClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import software.amazon.awssdk.auth.credentials.EnvironmentVariableCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.retries.DefaultRetryStrategy;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.kms.KmsClient;

/**
 * A process of its own that begins a call and completes it with a large result. Before its nth write it says {@code paused} and goes
 * no further. The endpoint is in its environment.
 */
final class TornWriteChild {

    private TornWriteChild() {}

    /** Arguments: table, KMS key, call id, {@code manual} or {@code idempotent}, and which write it stops before. */
    public static void main(String[] arguments) {
        FaultyHttpClient http = FaultyHttpClient.around(UrlConnectionHttpClient.create());
        int[] writes = {Integer.parseInt(arguments[4])};
        http.faults()
                .on(request -> {
                    if (request.write() && --writes[0] == 0) {
                        pause();
                    }
                    return false;
                })
                .always(Fault.DROP_REQUEST);
        Region region = Region.of(System.getenv("AWS_REGION"));
        DynamoDbClient client = DynamoDbClient.builder()
                .region(region)
                .credentialsProvider(EnvironmentVariableCredentialsProvider.create())
                .overrideConfiguration(settings -> settings.retryStrategy(DefaultRetryStrategy.doNotRetry()))
                .httpClient(http)
                .build();
        KmsClient kms = KmsClient.builder()
                .region(region)
                .credentialsProvider(EnvironmentVariableCredentialsProvider.create())
                .httpClient(UrlConnectionHttpClient.create())
                .build();
        Journal journal = Journal.over(DynamoCheckpointStore.builder(arguments[0])
                .client(client)
                .cipher(cipher(kms, arguments[1]))
                .build());
        Begin begin = journal.begin(DynamoTornWriteTest.intent(arguments[2], arguments[3]), DynamoCalls.LEASE);
        journal.complete(((Begin.Acquired) begin).lease(), DynamoTornWriteTest.RECEIPT);
        say("completed");
    }

    static KmsEnvelopeCipher cipher(KmsClient kms, String key) {
        return KmsEnvelopeCipher.builder()
                .client(kms)
                .key(key)
                .app("toolcheckpoint")
                .table("calls")
                .build();
    }

    /** Until it is killed. */
    private static void pause() {
        say("paused");
        try {
            int end = System.in.read();
            throw new IllegalStateException("Nobody killed it: " + end);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static void say(String line) {
        System.out.println(line);
        System.out.flush();
    }
}
