package dev.toolcheckpoint.bench.dynamo;

import dev.toolcheckpoint.dynamo.DynamoTable;
import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.testing.aws.AwsEndpoint;
import dev.toolcheckpoint.testing.aws.FaultyHttpClient;
import dev.toolcheckpoint.testing.aws.ItemSizes;
import dev.toolcheckpoint.testing.aws.ReportedCapacity;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.retries.DefaultRetryStrategy;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A journal's table in the stand-in, removed at the end; a client whose requests are counted; and hands in the items. */
final class BenchTable implements AutoCloseable {

    final AwsEndpoint aws;
    final String name;
    final FaultyHttpClient http = FaultyHttpClient.around(UrlConnectionHttpClient.create());
    final CapturedRequests requests = new CapturedRequests();

    /** Counted, and asked to tell what writes consume. */
    final DynamoDbClient counted;

    /** Not counted. */
    private final DynamoDbClient hands;

    BenchTable(AwsEndpoint aws) {
        this.aws = aws;
        this.name = aws.uniqueName("bench");
        this.hands = aws.dynamoDb().build();
        this.counted = client(http, requests, new ReportedCapacity());
        DynamoTable.of(hands, name).create();
    }

    /** A client with the settings of those that the store makes for itself. */
    DynamoDbClient client(SdkHttpClient through, ExecutionInterceptor... interceptors) {
        return aws.dynamoDb(through)
                .overrideConfiguration(settings -> settings.retryStrategy(DefaultRetryStrategy.doNotRetry())
                        .apiCallAttemptTimeout(Duration.ofSeconds(30))
                        .executionInterceptors(List.of(interceptors)))
                .build();
    }

    /** What a control item has, in bytes; 0 when there is none. */
    int controlBytes(CheckpointKey key) {
        return items(key).stream()
                .filter(item -> !isChunk(item))
                .mapToInt(ItemSizes::of)
                .sum();
    }

    /** What reading a record's chunks takes, each by itself and eventually consistent. */
    double chunkReadUnits(CheckpointKey key) {
        return items(key).stream()
                .filter(BenchTable::isChunk)
                .mapToDouble(item -> ItemSizes.readUnits(ItemSizes.of(item)))
                .sum();
    }

    private List<Map<String, AttributeValue>> items(CheckpointKey key) {
        return hands
                .queryPaginator(request -> request.tableName(name)
                        .consistentRead(true)
                        .keyConditionExpression("pk = :pk")
                        .expressionAttributeValues(
                                Map.of(":pk", AttributeValue.fromS(key.namespace() + "#" + key.id()))))
                .items()
                .stream()
                .toList();
    }

    private static boolean isChunk(Map<String, AttributeValue> item) {
        AttributeValue sort = item.get("sk");
        return sort != null && sort.s().startsWith("P#");
    }

    @Override
    public void close() {
        hands.updateTable(request -> request.tableName(name).deletionProtectionEnabled(false));
        hands.deleteTable(request -> request.tableName(name));
        counted.close();
        hands.close();
    }
}
