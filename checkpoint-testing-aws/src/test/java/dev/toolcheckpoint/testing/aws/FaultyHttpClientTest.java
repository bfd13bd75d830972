package dev.toolcheckpoint.testing.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.ApiCallAttemptTimeoutException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.retries.DefaultRetryStrategy;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.TransactionConflictException;
import software.amazon.awssdk.services.kms.KmsClient;
import software.amazon.awssdk.services.kms.model.KmsException;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.S3Exception;

@LocalAws
class FaultyHttpClientTest {

    private final AwsEndpoint aws;
    private final String table;
    private final FaultyHttpClient http = FaultyHttpClient.around(UrlConnectionHttpClient.create());
    private final DynamoDbClient client;

    FaultyHttpClientTest(AwsEndpoint aws) {
        this.aws = aws;
        this.table = aws.uniqueName("faulty");
        this.client = aws.dynamoDb(http)
                .overrideConfiguration(settings -> settings.retryStrategy(DefaultRetryStrategy.doNotRetry()))
                .build();
    }

    @BeforeEach
    void table() {
        Tables.create(client, table);
        http.wire().clear();
    }

    @AfterEach
    void close() {
        client.close();
        http.close();
    }

    @ParameterizedTest
    @EnumSource
    void fault_onAWrite_failsOnceAndIsAppliedAsItSays(Fault fault) {
        http.faults().on("PutItem").next(fault);
        assertThatThrownBy(() -> put("1")).isInstanceOfAny(SdkClientException.class, AwsServiceException.class);
        assertThat(exists("1")).isEqualTo(fault.applied());
        if (fault.applied()) {
            assertThatExceptionOfType(ConditionalCheckFailedException.class).isThrownBy(() -> put("1"));
        } else {
            assertThatCode(() -> put("1")).doesNotThrowAnyException();
        }
    }

    @Test
    void fault_onAWrite_looksLikeTheServices() {
        http.faults()
                .on("PutItem")
                .next(Fault.THROTTLE, Fault.TRANSACTION_CONFLICT, Fault.TIME_OUT_AFTER, Fault.SERVER_ERROR);
        assertThatExceptionOfType(ProvisionedThroughputExceededException.class)
                .isThrownBy(() -> put("1"))
                .matches(AwsServiceException::isThrottlingException);
        assertThatExceptionOfType(TransactionConflictException.class).isThrownBy(() -> put("1"));
        assertThatExceptionOfType(ApiCallAttemptTimeoutException.class).isThrownBy(() -> put("1"));
        assertThatExceptionOfType(AwsServiceException.class)
                .isThrownBy(() -> put("1"))
                .matches(failure -> failure.statusCode() == 500);
    }

    @Test
    void transactionConflict_onATransaction_isACancellationWithItsReason() {
        http.faults().on("TransactWriteItems").next(Fault.TRANSACTION_CONFLICT);
        TransactWriteItem put = TransactWriteItem.builder()
                .put(item -> item.tableName(table).item(item("1")))
                .build();
        assertThatExceptionOfType(TransactionCanceledException.class)
                .isThrownBy(() -> client.transactWriteItems(request -> request.transactItems(put)))
                .satisfies(failure -> assertThat(failure.cancellationReasons())
                        .extracting(reason -> reason.code())
                        .containsExactly("TransactionConflict"));
    }

    @Test
    void nth_countsFromTheRuleOn() {
        put("1");
        http.faults().onWrites().nth(2, Fault.DROP_REQUEST);
        put("2");
        assertThatExceptionOfType(SdkClientException.class).isThrownBy(() -> put("3"));
        put("4");
        assertThat(List.of(exists("2"), exists("3"), exists("4"))).containsExactly(true, false, true);
    }

    @Test
    void always_untilHealed() {
        http.faults().on(request -> request.bodyText().contains("\"bad\"")).always(Fault.THROTTLE);
        put("good");
        assertThatExceptionOfType(ProvisionedThroughputExceededException.class).isThrownBy(() -> put("bad"));
        assertThatExceptionOfType(ProvisionedThroughputExceededException.class).isThrownBy(() -> put("bad"));
        http.faults().heal();
        put("bad");
    }

    @Test
    void retries_ofTheSdk_areRequestsOfTheirOwn() {
        try (DynamoDbClient retrying = aws.dynamoDb(http).build()) {
            http.faults().on(request -> request.attempt() == 1).always(Fault.SERVER_ERROR);
            retrying.putItem(request -> request.tableName(table).item(item("1")));
        }
        assertThat(http.wire().exchanges())
                .extracting(each -> each.request().attempt())
                .containsExactly(1, 2);
        assertThat(http.wire().exchanges()).extracting(WireExchange::status).containsExactly(500, 200);
    }

    @Test
    void wire_countsRequestsBytesAndCapacity() {
        client.putItem(request -> request.tableName(table)
                .item(Map.of("pk", text("1"), "payload", text("x".repeat(2_000))))
                .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL));
        exists("1");
        assertThat(http.wire().counts()).isEqualTo(Map.of("PutItem", 1, "GetItem", 1));
        assertThat(http.wire().requests("PutItem")).isEqualTo(1);
        assertThat(http.wire().capacityUnits()).isEqualTo(2);
        assertThat(http.wire().requestBytes()).isGreaterThan(2_000);
        assertThat(http.wire().responseBytes()).isGreaterThan(2_000);
        assertThat(http.wire().exchanges())
                .allMatch(each -> each.request().service().equals("dynamodb"));
    }

    @Test
    void kms_operationsAreNamedAndThrottled() {
        try (KmsClient kms = aws.kms(http)
                .overrideConfiguration(settings -> settings.retryStrategy(DefaultRetryStrategy.doNotRetry()))
                .build()) {
            http.faults().on("CreateKey").next(Fault.THROTTLE);
            assertThatExceptionOfType(KmsException.class)
                    .isThrownBy(kms::createKey)
                    .matches(AwsServiceException::isThrottlingException);
            kms.createKey();
        }
        assertThat(http.wire().counts()).isEqualTo(Map.of("CreateKey", 2));
    }

    @Test
    void s3_operationsAreNamedAndFail() {
        String bucket = aws.uniqueName("faulty");
        try (S3Client s3 = aws.s3(http)
                .overrideConfiguration(settings -> settings.retryStrategy(DefaultRetryStrategy.doNotRetry()))
                .build()) {
            s3.createBucket(request -> request.bucket(bucket));
            http.faults().on("PutObject").next(Fault.THROTTLE, Fault.DROP_RESPONSE);
            assertThatExceptionOfType(S3Exception.class)
                    .isThrownBy(() -> putObject(s3, bucket))
                    .matches(AwsServiceException::isThrottlingException);
            assertThatExceptionOfType(SdkClientException.class).isThrownBy(() -> putObject(s3, bucket));
            assertThat(s3.getObjectAsBytes(request -> request.bucket(bucket).key("a/b"))
                            .asUtf8String())
                    .isEqualTo("body");
            s3.headObject(request -> request.bucket(bucket).key("a/b"));
            s3.deleteObject(request -> request.bucket(bucket).key("a/b"));
        }
        assertThat(http.wire().counts())
                .isEqualTo(Map.of("PUT-Bucket", 1, "PutObject", 2, "GetObject", 1, "HeadObject", 1, "DeleteObject", 1));
    }

    private static void putObject(S3Client s3, String bucket) {
        s3.putObject(request -> request.bucket(bucket).key("a/b"), RequestBody.fromString("body"));
    }

    private void put(String key) {
        client.putItem(
                request -> request.tableName(table).item(item(key)).conditionExpression("attribute_not_exists(pk)"));
    }

    private boolean exists(String key) {
        return client.getItem(request -> request.tableName(table).key(item(key)).consistentRead(true))
                .hasItem();
    }

    private static Map<String, AttributeValue> item(String key) {
        return Map.of("pk", text(key));
    }

    private static AttributeValue text(String value) {
        return AttributeValue.fromS(value);
    }
}
