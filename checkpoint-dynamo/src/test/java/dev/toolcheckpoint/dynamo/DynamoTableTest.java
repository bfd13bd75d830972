package dev.toolcheckpoint.dynamo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.toolcheckpoint.dynamo.crypto.PayloadCipher;
import dev.toolcheckpoint.protocol.ErrorCode;
import dev.toolcheckpoint.protocol.StoreException;
import dev.toolcheckpoint.testing.CallWalk;
import dev.toolcheckpoint.testing.aws.AwsEndpoint;
import dev.toolcheckpoint.testing.aws.LocalAws;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** The table is made as it must be, and a check finds what is not. */
@LocalAws
class DynamoTableTest {

    private final DynamoDbClient client;
    private final String name;

    DynamoTableTest(AwsEndpoint aws) {
        client = aws.dynamoDb().build();
        name = aws.uniqueName("calls");
    }

    @AfterEach
    void close() {
        client.close();
    }

    @Test
    void create_makesATableThatIsUsable() {
        DynamoTable.Report report = DynamoTable.of(client, name).create();

        assertThat(report.usable()).as("%s", report).isTrue();
        assertThat(report.tableId()).isNotBlank();
        DynamoCheckpointStore store = DynamoCheckpointStore.builder(name)
                .client(client)
                .cipher(PayloadCipher.none())
                .tableId(report.tableId())
                .build();
        CallWalk walk = CallWalk.of(store, DynamoCalls.intent("call").binding()).createClaimed();
        assertThat(store.find(walk.record().key())).contains(walk.record());
    }

    @Test
    void create_again_changesNothing() {
        DynamoTable table = DynamoTable.of(client, name);

        DynamoTable.Report first = table.create();
        DynamoTable.Report second = table.create("alias/another");

        assertThat(first.made()).isTrue();
        assertThat(second).isEqualTo(new DynamoTable.Report(first.tableId(), false, first.findings()));
    }

    @Test
    void check_missing_isAnError() {
        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> DynamoTable.of(client, name).check())
                .satisfies(failure -> assertThat(failure.code()).isEqualTo(ErrorCode.TABLE_MISSING));
    }

    @Test
    void check_otherKeysAndNoIndex_areErrors() {
        client.createTable(request -> request.tableName(name)
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .attributeDefinitions(
                        DynamoTables.attribute("id", ScalarAttributeType.S),
                        DynamoTables.attribute("at", ScalarAttributeType.N))
                .keySchema(DynamoTables.keys("id", "at")));

        DynamoTable.Report report = DynamoTable.of(client, name).check();

        assertThat(report.usable()).isFalse();
        assertThat(report.findings())
                .extracting(DynamoTable.Finding::subject)
                .contains("keys", "index", "ttl", "encryption", "deletion-protection");
        assertThat(report.findings().get(0).message())
                .contains("pk (HASH, S), sk (RANGE, S)", "id (HASH, S), at (RANGE, N)");
    }

    @Test
    void check_timeToLiveOnAnotherAttribute_isAnError() {
        DynamoTables.createWithoutTimeToLive(client, name);
        client.updateTimeToLive(request -> request.tableName(name)
                .timeToLiveSpecification(ttl -> ttl.enabled(true).attributeName("retain")));

        assertThat(DynamoTable.of(client, name).check().findings()).anySatisfy(finding -> {
            assertThat(finding.severity()).isEqualTo(DynamoTable.Severity.ERROR);
            assertThat(finding.message()).contains("must be on expiresAt, found retain");
        });
    }

    @Test
    void write_toATableWithOtherKeys_isAMismatch() {
        client.createTable(request -> request.tableName(name)
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .attributeDefinitions(
                        DynamoTables.attribute("id", ScalarAttributeType.S),
                        DynamoTables.attribute("at", ScalarAttributeType.N))
                .keySchema(DynamoTables.keys("id", "at")));
        DynamoCheckpointStore store = DynamoCheckpointStore.builder(name)
                .client(client)
                .cipher(PayloadCipher.none())
                .build();

        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() ->
                        CallWalk.of(store, DynamoCalls.intent("call").binding()).create())
                .satisfies(failure -> assertThat(failure.code()).isEqualTo(ErrorCode.TABLE_MISMATCH));
    }
}
