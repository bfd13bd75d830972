package dev.toolcheckpoint.bench.dynamo;

import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The plain pattern, its two requests. */
final class ColdPlain {

    private ColdPlain() {}

    static void run(String table, String callId) {
        DynamoDbClient client = DynamoDbClient.builder()
                .httpClientBuilder(UrlConnectionHttpClient.builder())
                .build();
        new PlainPattern(client, table).call(callId, ColdProgram.result());
    }
}
