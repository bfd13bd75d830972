package dev.toolcheckpoint.runs.dynamo;

import dev.toolcheckpoint.dynamo.DynamoTable;
import dev.toolcheckpoint.dynamo.crypto.KmsEnvelopeCipher;
import dev.toolcheckpoint.dynamo.crypto.PayloadCipher;
import dev.toolcheckpoint.runs.store.ItemKey;
import dev.toolcheckpoint.testing.aws.AwsEndpoint;
import dev.toolcheckpoint.testing.aws.FaultyHttpClient;
import dev.toolcheckpoint.testing.aws.StrictKms;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.retries.DefaultRetryStrategy;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A table of its own, a client whose requests can be counted and made to fail, and hands in the items. */
final class RunTable implements AutoCloseable {

    final String name;
    final FaultyHttpClient http = FaultyHttpClient.around(UrlConnectionHttpClient.create());
    final DynamoDbClient client;

    /** For what the test does behind the store's back: not counted, never failing. */
    final DynamoDbClient hands;

    final StrictKms kms = StrictKms.in(Region.US_EAST_1);
    final String kmsKey = kms.newKey();

    RunTable(AwsEndpoint aws) {
        name = aws.uniqueName("runs");
        hands = aws.dynamoDb().build();
        client = aws.dynamoDb(http)
                .overrideConfiguration(settings -> settings.retryStrategy(DefaultRetryStrategy.doNotRetry()))
                .build();
        DynamoTable.of(hands, name).create();
    }

    /** A process of its own, in clear. */
    DynamoRunStoreBuilder store() {
        return DynamoRunStore.builder(name).client(client).cipher(PayloadCipher.none());
    }

    /** A process of its own, with no key in its cache. */
    DynamoRunStoreBuilder encrypted() {
        return store().cipher(cipher(kmsKey));
    }

    PayloadCipher cipher(String key) {
        return KmsEnvelopeCipher.builder()
                .client(kms)
                .key(key)
                .app("toolcheckpoint")
                .table("runs")
                .build();
    }

    Map<String, AttributeValue> item(ItemKey key) {
        return hands.getItem(request ->
                        request.tableName(name).key(Attributes.key(key)).consistentRead(true))
                .item();
    }

    /** An attribute, which is there. */
    static AttributeValue value(Map<String, AttributeValue> map, String name) {
        return Objects.requireNonNull(map.get(name), name);
    }

    /** Changes an item as somebody with access to the table could. */
    void edit(ItemKey key, Consumer<Map<String, AttributeValue>> change) {
        edit(item(key), change);
    }

    void edit(Map<String, AttributeValue> item, Consumer<Map<String, AttributeValue>> change) {
        Map<String, AttributeValue> edited = new HashMap<>(item);
        change.accept(edited);
        hands.putItem(request -> request.tableName(name).item(edited));
    }

    void delete(Map<String, AttributeValue> item) {
        hands.deleteItem(request -> request.tableName(name)
                .key(Map.of(
                        "pk", AttributeValue.fromS(Reads.text(item, "pk")),
                        "sk", AttributeValue.fromS(Reads.text(item, "sk")))));
    }

    /** All items, in no order. */
    List<Map<String, AttributeValue>> items() {
        return hands.scanPaginator(request -> request.tableName(name).consistentRead(true)).items().stream()
                .toList();
    }

    /** All chunks, by sort key. */
    List<Map<String, AttributeValue>> chunks() {
        return items().stream()
                .filter(item -> Attributes.isChunk(Reads.text(item, "sk")))
                .sorted(Comparator.comparing(item -> Reads.text(item, "sk")))
                .toList();
    }

    @Override
    public void close() {
        client.close();
        hands.close();
    }
}
