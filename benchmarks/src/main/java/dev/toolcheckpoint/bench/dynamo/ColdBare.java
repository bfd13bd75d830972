package dev.toolcheckpoint.bench.dynamo;

import java.util.Map;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.kms.KmsClient;
import software.amazon.awssdk.services.kms.model.DataKeySpec;

/** The bare SDK: one request to KMS and one conditional put. */
final class ColdBare {

    private ColdBare() {}

    static void run(String table, String key, String callId) {
        KmsClient kms = KmsClient.builder()
                .httpClientBuilder(UrlConnectionHttpClient.builder())
                .build();
        kms.generateDataKey(
                request -> request.keyId(key).keySpec(DataKeySpec.AES_256).encryptionContext(Map.of("table", table)));
        DynamoDbClient client = DynamoDbClient.builder()
                .httpClientBuilder(UrlConnectionHttpClient.builder())
                .build();
        client.putItem(request -> request.tableName(table)
                .item(Map.of(
                        "pk", AttributeValue.fromS("bare#" + callId),
                        "sk", AttributeValue.fromS("BARE"),
                        "result", AttributeValue.fromB(SdkBytes.fromByteArray(ColdProgram.result()))))
                .conditionExpression("attribute_not_exists(#pk)")
                .expressionAttributeNames(Map.of("#pk", "pk")));
    }
}
