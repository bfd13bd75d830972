package dev.toolcheckpoint.dynamo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.ErrorCode;
import dev.toolcheckpoint.protocol.Receipt;
import dev.toolcheckpoint.protocol.StoreException;
import dev.toolcheckpoint.testing.CallWalk;
import dev.toolcheckpoint.testing.aws.AwsEndpoint;
import dev.toolcheckpoint.testing.aws.Fault;
import dev.toolcheckpoint.testing.aws.FaultyHttpClient;
import dev.toolcheckpoint.testing.aws.LocalAws;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.retries.DefaultRetryStrategy;
import software.amazon.awssdk.services.s3.S3Client;

/** Payloads above the chunk limit are one object of a bucket. */
@LocalAws
class DynamoBucketTest {

    private static final int SIZE = 2_000_000;

    private final TestTable table;
    private final FaultyHttpClient http = FaultyHttpClient.around(UrlConnectionHttpClient.create());
    private final S3Client s3;
    private final String bucket;
    private final DynamoCheckpointStore store;
    private final CallWalk walk;

    DynamoBucketTest(AwsEndpoint aws) {
        table = new TestTable(aws);
        s3 = aws.s3(http)
                .overrideConfiguration(settings -> settings.retryStrategy(DefaultRetryStrategy.doNotRetry()))
                .build();
        bucket = aws.uniqueName("payloads");
        s3.createBucket(request -> request.bucket(bucket));
        http.wire().clear();
        store = table.store().bucket(bucket).bucketKey("alias/payloads").s3(s3).build();
        walk = CallWalk.of(store, DynamoCalls.intent("call").binding()).createClaimed();
    }

    @AfterEach
    void close() {
        s3.close();
        table.close();
    }

    @Test
    void largePayload_isOneObjectUnderItsIdAndTwoRequestsMore() {
        Receipt receipt = DynamoCalls.receipt(SIZE);
        Checkpoint record = walk.complete(receipt).record();

        assertThat(http.wire().counts()).isEqualTo(Map.of("PutObject", 1));
        assertThat(table.http.wire().counts()).isEqualTo(Map.of("PutItem", 2));
        assertThat(s3.listObjectsV2(request -> request.bucket(bucket)).contents())
                .singleElement()
                .satisfies(object ->
                        assertThat(object.key()).isEqualTo(record.key().id() + "/" + record.writeId()));
        assertThat(store.loadPayload(store.find(record.key()).orElseThrow())).isEqualTo(receipt.bytes());
        assertThat(http.wire().requests("GetObject")).isEqualTo(1);
    }

    @Test
    void lostResponse_ofTheObject_isRepeated() {
        http.faults().on("PutObject").next(Fault.DROP_RESPONSE);
        Receipt receipt = DynamoCalls.receipt(SIZE);

        Checkpoint record = walk.complete(receipt).record();

        assertThat(http.wire().requests("PutObject")).isEqualTo(2);
        assertThat(store.loadPayload(store.find(record.key()).orElseThrow())).isEqualTo(receipt.bytes());
    }

    @Test
    void missingObject_isUnreadableAndNeverAbsent() {
        Checkpoint record = walk.complete(DynamoCalls.receipt(SIZE)).record();
        s3.deleteObject(request -> request.bucket(bucket).key(record.key().id() + "/" + record.writeId()));

        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> store.loadPayload(store.find(record.key()).orElseThrow()))
                .satisfies(failure -> assertThat(failure.code()).isEqualTo(ErrorCode.PAYLOAD_UNREADABLE));
    }

    @Test
    void forgotten_removesTheObject() {
        walk.complete(DynamoCalls.receipt(SIZE)).forget();

        assertThat(s3.listObjectsV2(request -> request.bucket(bucket)).contents())
                .isEmpty();
    }
}
