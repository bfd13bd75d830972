package dev.toolcheckpoint.bench.dynamo;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * What somebody without a library starts from: a function that makes one unconditional put and answers. It reads no JSON, and its
 * class path has the SDK only.
 */
public final class BarePutHandler implements RequestStreamHandler {

    static final String TABLE = "BARE_TABLE";

    private final String table = System.getenv(TABLE);
    private final DynamoDbClient client = DynamoDbClient.builder()
            .httpClientBuilder(UrlConnectionHttpClient.builder())
            .build();

    /** For Lambda. */
    public BarePutHandler() {}

    @Override
    public void handleRequest(InputStream input, OutputStream output, Context context) throws IOException {
        String event = new String(input.readAllBytes(), StandardCharsets.UTF_8);
        client.putItem(request -> request.tableName(table)
                .item(Map.of(
                        "pk", AttributeValue.fromS("bare#" + context.getAwsRequestId()),
                        "sk", AttributeValue.fromS("BARE"),
                        "event", AttributeValue.fromS(event))));
        output.write("{\"stored\":true}".getBytes(StandardCharsets.UTF_8));
    }
}
