package dev.toolcheckpoint.dynamo;

import dev.toolcheckpoint.dynamo.crypto.PayloadCipher;
import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.testing.aws.AwsEndpoint;
import dev.toolcheckpoint.testing.aws.FaultyHttpClient;
import dev.toolcheckpoint.testing.aws.ReportedCapacity;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.retries.DefaultRetryStrategy;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A table of its own, a client whose requests can be counted and made to fail, and hands in the items. */
final class TestTable implements AutoCloseable {

    final String name;
    final FaultyHttpClient http = FaultyHttpClient.around(UrlConnectionHttpClient.create());
    final DynamoDbClient client;

    /** For what the test does behind the store's back: not counted, never failing. */
    final DynamoDbClient hands;

    TestTable(AwsEndpoint aws, ExecutionInterceptor... interceptors) {
        name = aws.uniqueName("calls");
        hands = aws.dynamoDb().build();
        client = aws.dynamoDb(http)
                .overrideConfiguration(settings -> {
                    settings.retryStrategy(DefaultRetryStrategy.doNotRetry())
                            .addExecutionInterceptor(new ReportedCapacity());
                    List.of(interceptors).forEach(settings::addExecutionInterceptor);
                })
                .build();
        DynamoTables.createWithoutTimeToLive(hands, name);
    }

    DynamoStoreBuilder store() {
        return DynamoCheckpointStore.builder(name).client(client).cipher(PayloadCipher.none());
    }

    Map<String, AttributeValue> item(CheckpointKey key) {
        return item(ItemKeys.partition(key), ItemKeys.CONTROL);
    }

    Map<String, AttributeValue> item(String partition, String sort) {
        return hands.getItem(request -> request.tableName(name)
                        .key(Map.of("pk", AttributeValue.fromS(partition), "sk", AttributeValue.fromS(sort)))
                        .consistentRead(true))
                .item();
    }

    /** Changes an item as somebody with access to the table could. */
    void edit(CheckpointKey key, Consumer<Map<String, AttributeValue>> change) {
        edit(ItemKeys.partition(key), ItemKeys.CONTROL, change);
    }

    void edit(String partition, String sort, Consumer<Map<String, AttributeValue>> change) {
        Map<String, AttributeValue> item = new HashMap<>(item(partition, sort));
        change.accept(item);
        hands.putItem(request -> request.tableName(name).item(item));
    }

    void delete(String partition, String sort) {
        hands.deleteItem(request -> request.tableName(name)
                .key(Map.of("pk", AttributeValue.fromS(partition), "sk", AttributeValue.fromS(sort))));
    }

    /** All items, in no order. */
    List<Map<String, AttributeValue>> items() {
        return hands.scanPaginator(request -> request.tableName(name).consistentRead(true)).items().stream()
                .toList();
    }

    void empty() {
        items().forEach(item -> delete(Raw.text(item, Names.PK), Raw.text(item, Names.SK)));
    }

    @Override
    public void close() {
        client.close();
        hands.close();
    }
}
