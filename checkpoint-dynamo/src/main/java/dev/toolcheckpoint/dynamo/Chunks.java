package dev.toolcheckpoint.dynamo;

import dev.toolcheckpoint.protocol.StoreException;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;

/**
 * Bodies as items beside their control item. A chunk is never changed, so it is put only if absent and read eventually
 * consistent, for half the units; only what is not there yet is read again.
 */
final class Chunks implements Bodies {

    /** Bytes of a chunk. An item has at most 400 KB, its keys and names included. */
    static final int CHUNK = 390_000;

    private static final int MAX_ASKS = 8;

    private final DynamoDbClient client;
    private final String table;
    private final Failures failures;
    private final AwsRequestOverrideConfiguration timeouts;

    Chunks(DynamoDbClient client, String table, Failures failures, Duration timeout) {
        this.client = client;
        this.table = table;
        this.failures = failures;
        this.timeouts = AwsRequestOverrideConfiguration.builder()
                .apiCallAttemptTimeout(timeout)
                .build();
    }

    @Override
    public void write(String partition, PayloadPlace place, int part, byte[] bytes, Life life) {
        Map<String, AttributeValue> item = new HashMap<>(key(partition, place, part));
        item.put(Names.DATA, AttributeValue.fromB(SdkBytes.fromByteArrayUnsafe(bytes)));
        if (life.expiresAt() != null) {
            item.put(
                    Names.EXPIRES_AT, AttributeValue.fromN(String.valueOf(ItemValues.expirySeconds(life.expiresAt()))));
        }
        if (life.storedAt() != null) {
            item.put(
                    Names.STORED_AT,
                    AttributeValue.fromN(String.valueOf(life.storedAt().toEpochMilli())));
        }
        failures.<@Nullable PutItemResponse>write(() -> {
            try {
                return client.putItem(request -> request.tableName(table)
                        .item(item)
                        .conditionExpression("attribute_not_exists(#pk)")
                        .expressionAttributeNames(Map.of("#pk", Names.PK))
                        .overrideConfiguration(timeouts));
            } catch (ConditionalCheckFailedException there) {
                // Only this write has this write id, so an earlier send of it was applied.
                return null;
            }
        });
    }

    @Override
    public byte @Nullable [] read(String partition, PayloadPlace place) {
        Map<Integer, byte[]> parts = new HashMap<>();
        ask(partition, place, parts, false);
        if (parts.size() < place.chunks()) {
            ask(partition, place, parts, true);
        }
        if (parts.size() < place.chunks()) {
            return null;
        }
        ByteArrayOutputStream body = new ByteArrayOutputStream(place.chunks() * CHUNK);
        for (int part = 0; part < place.chunks(); part++) {
            body.writeBytes(parts.getOrDefault(part, new byte[0]));
        }
        return body.toByteArray();
    }

    private void ask(String partition, PayloadPlace place, Map<Integer, byte[]> parts, boolean consistent) {
        List<Map<String, AttributeValue>> missing = new ArrayList<>();
        Map<String, Integer> numbers = new HashMap<>();
        for (int part = 0; part < place.chunks(); part++) {
            numbers.put(ItemKeys.chunk(place.writeId(), part), part);
            if (!parts.containsKey(part)) {
                missing.add(key(partition, place, part));
            }
        }
        for (int asks = 0; !missing.isEmpty() && asks < MAX_ASKS; asks++) {
            KeysAndAttributes keys = KeysAndAttributes.builder()
                    .keys(missing)
                    .consistentRead(consistent)
                    .build();
            BatchGetItemResponse answer = failures.read(() -> client.batchGetItem(
                    request -> request.requestItems(Map.of(table, keys)).overrideConfiguration(timeouts)));
            for (Map<String, AttributeValue> item : answer.responses().getOrDefault(table, List.of())) {
                Integer part = numbers.get(Raw.text(item, Names.SK));
                AttributeValue data = item.get(Names.DATA);
                if (part != null) {
                    // Without bytes it is as good as truncated, which the seal of the whole finds.
                    parts.put(
                            part,
                            data == null || data.b() == null
                                    ? new byte[0]
                                    : data.b().asByteArrayUnsafe());
                }
            }
            KeysAndAttributes unprocessed = answer.unprocessedKeys().get(table);
            missing = unprocessed == null ? List.of() : unprocessed.keys();
        }
        if (!missing.isEmpty()) {
            throw StoreException.unavailable(
                    "The table " + table + " left chunks of a payload unread " + MAX_ASKS + " times.", null);
        }
    }

    @Override
    public void delete(String partition, PayloadPlace place) {
        IntStream.range(0, place.chunks())
                .forEach(part -> failures.write(() ->
                        client.deleteItem(request -> request.tableName(table).key(key(partition, place, part)))));
    }

    private static Map<String, AttributeValue> key(String partition, PayloadPlace place, int part) {
        return Map.of(
                Names.PK,
                AttributeValue.fromS(partition),
                Names.SK,
                AttributeValue.fromS(ItemKeys.chunk(place.writeId(), part)));
    }
}
