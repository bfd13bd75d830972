package dev.toolcheckpoint.stack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolcheckpoint.dynamo.DynamoTable;
import dev.toolcheckpoint.testing.aws.AwsEndpoint;
import dev.toolcheckpoint.testing.aws.LocalAws;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/** R40: the template's table is the code's, attribute by attribute. */
@LocalAws
class R40TableDefinitionTest {

    @Test
    void table_ofTheTemplate_isTheOneThatTheCodeMakes(AwsEndpoint aws) throws Exception {
        Stack stack = SamTools.find().template().parsed();
        String name = aws.uniqueName("defined");
        try (DynamoDbClient client = aws.dynamoDb().build()) {
            DynamoTable.of(client, name).create();
            TableDescription made =
                    client.describeTable(request -> request.tableName(name)).table();
            made.keySchema()
                    .forEach(key -> assertThat(stack.property("CheckpointTable", "/KeySchema")
                                    .toString())
                            .contains("{\"AttributeName\":\"" + key.attributeName() + "\",\"KeyType\":\""
                                    + key.keyType() + "\"}"));
            made.attributeDefinitions()
                    .forEach(attribute -> assertThat(stack.property("CheckpointTable", "/AttributeDefinitions")
                                    .toString())
                            .contains("{\"AttributeName\":\"" + attribute.attributeName() + "\",\"AttributeType\":\""
                                    + attribute.attributeType() + "\"}"));
            assertThat(made.globalSecondaryIndexes()).hasSize(1);
            made.globalSecondaryIndexes().forEach(index -> {
                assertThat(stack.property("CheckpointTable", "/GlobalSecondaryIndexes/0/IndexName")
                                .asText())
                        .isEqualTo(index.indexName());
                index.keySchema()
                        .forEach(key -> assertThat(
                                        stack.property("CheckpointTable", "/GlobalSecondaryIndexes/0/KeySchema")
                                                .toString())
                                .contains("\"" + key.attributeName() + "\""));
            });
            assertThat(stack.property("CheckpointTable", "/TimeToLiveSpecification/AttributeName")
                            .asText())
                    .isEqualTo(client.describeTimeToLive(request -> request.tableName(name))
                            .timeToLiveDescription()
                            .attributeName());
        }
    }
}
