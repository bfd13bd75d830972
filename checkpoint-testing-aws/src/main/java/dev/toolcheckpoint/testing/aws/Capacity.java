package dev.toolcheckpoint.testing.aws;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;

/** Finds the consumed capacity in DynamoDB's answers. */
final class Capacity {

    private static final JsonMapper JSON = new JsonMapper();

    private Capacity() {}

    /** The sum of {@code CapacityUnits} in {@code ConsumedCapacity}, which is one object or a list of them. */
    static double of(WireRequest request, byte[] body) {
        if (!request.service().equals("dynamodb") || body.length == 0) {
            return 0;
        }
        try {
            JsonNode consumed = JSON.readTree(body).path("ConsumedCapacity");
            if (!consumed.isArray()) {
                return consumed.path("CapacityUnits").asDouble();
            }
            double sum = 0;
            for (JsonNode table : consumed) {
                sum += table.path("CapacityUnits").asDouble();
            }
            return sum;
        } catch (IOException notJson) {
            return 0;
        }
    }
}
