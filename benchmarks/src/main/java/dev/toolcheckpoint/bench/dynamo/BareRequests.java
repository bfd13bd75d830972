package dev.toolcheckpoint.bench.dynamo;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;

/**
 * Somebody's own code that sends the same requests by the SDK's client: each time it makes the attributes and the request anew from
 * plain values, sends it, and looks at the answer.
 */
final class BareRequests {

    private final List<CpuRounds.Work> sends = new ArrayList<>();

    /** One attribute's plain value. */
    private record Attribute(String name, Object value) {
        AttributeValue made() {
            if (value instanceof String text) {
                return AttributeValue.fromS(text);
            }
            if (value instanceof Long number) {
                return AttributeValue.fromN(number.toString());
            }
            return value instanceof byte[] bytes
                    ? AttributeValue.fromB(SdkBytes.fromByteArrayUnsafe(bytes))
                    : AttributeValue.fromBool((Boolean) value);
        }

        static Attribute of(String name, AttributeValue value) {
            if (value.s() != null) {
                return new Attribute(name, value.s());
            }
            if (value.n() != null) {
                return new Attribute(name, Long.valueOf(value.n()));
            }
            return new Attribute(name, value.b() != null ? value.b().asByteArray() : value.bool());
        }
    }

    BareRequests(DynamoDbClient client, List<SdkRequest> requests) {
        for (SdkRequest request : requests) {
            if (request instanceof PutItemRequest put) {
                sends.add(put(client, put));
            } else if (request instanceof GetItemRequest get) {
                sends.add(() -> client.getItem(get.toBuilder().build()));
            } else if (request instanceof BatchGetItemRequest batch) {
                sends.add(() -> client.batchGetItem(batch.toBuilder().build()));
            } else {
                throw new IllegalArgumentException("There is no bare form of " + request.getClass());
            }
        }
    }

    /** Sends them all. */
    void once() throws Exception {
        for (CpuRounds.Work send : sends) {
            send.once();
        }
    }

    private static CpuRounds.Work put(DynamoDbClient client, PutItemRequest put) {
        List<Attribute> item = attributes(put.item());
        List<Attribute> values = attributes(put.expressionAttributeValues());
        Map<String, String> names = put.expressionAttributeNames();
        return () -> {
            PutItemRequest.Builder request = PutItemRequest.builder()
                    .tableName(put.tableName())
                    .item(made(item))
                    .conditionExpression(put.conditionExpression())
                    .expressionAttributeNames(new HashMap<>(names))
                    .returnValuesOnConditionCheckFailure(put.returnValuesOnConditionCheckFailure());
            if (!values.isEmpty()) {
                request.expressionAttributeValues(made(values));
            }
            try {
                client.putItem(request.build());
            } catch (ConditionalCheckFailedException refused) {
                if (!refused.hasItem()) {
                    throw refused;
                }
            }
        };
    }

    private static List<Attribute> attributes(Map<String, AttributeValue> item) {
        return item.entrySet().stream()
                .map(entry -> Attribute.of(entry.getKey(), entry.getValue()))
                .collect(Collectors.toList());
    }

    private static Map<String, AttributeValue> made(List<Attribute> attributes) {
        Map<String, AttributeValue> item = new HashMap<>();
        for (Attribute attribute : attributes) {
            item.put(attribute.name(), attribute.made());
        }
        return item;
    }
}
