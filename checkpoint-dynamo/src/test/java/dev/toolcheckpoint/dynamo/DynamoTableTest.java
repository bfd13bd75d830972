package dev.toolcheckpoint.dynamo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.toolcheckpoint.dynamo.crypto.PayloadCipher;
import dev.toolcheckpoint.protocol.ErrorCode;
import dev.toolcheckpoint.protocol.StoreException;
import dev.toolcheckpoint.store.ListQuery;
import dev.toolcheckpoint.testing.CallWalk;
import dev.toolcheckpoint.testing.aws.AwsEndpoint;
import dev.toolcheckpoint.testing.aws.FaultyHttpClient;
import dev.toolcheckpoint.testing.aws.LocalAws;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.ContinuousBackupsUnavailableException;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.UpdateContinuousBackupsRequest;

/** The table is made as it must be, and a check finds what is not. */
@LocalAws
class DynamoTableTest {

    private final DynamoDbClient client;
    private final AwsEndpoint aws;
    private final String name;

    DynamoTableTest(AwsEndpoint aws) {
        this.aws = aws;
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
    void create_asksForEverythingThatATableNeeds_andAgainWhileRecoveryIsNotReady() {
        FaultyHttpClient http = FaultyHttpClient.around(UrlConnectionHttpClient.create());
        AtomicInteger notReady = new AtomicInteger(1);
        try (DynamoDbClient counted = aws.dynamoDb(http)
                .overrideConfiguration(settings -> settings.addExecutionInterceptor(new NotReady(notReady)))
                .build()) {
            DynamoTable.of(counted, name).create("alias/calls");
        }

        assertThat(body(http, "CreateTable"))
                .contains(
                        "\"DeletionProtectionEnabled\":true",
                        "\"SSEType\":\"KMS\"",
                        "\"KMSMasterKeyId\":\"alias/calls\"",
                        "\"ProjectionType\":\"KEYS_ONLY\"",
                        "\"BillingMode\":\"PAY_PER_REQUEST\"");
        assertThat(body(http, "UpdateTimeToLive")).contains("\"AttributeName\":\"expiresAt\"", "\"Enabled\":true");
        assertThat(body(http, "UpdateContinuousBackups")).contains("\"PointInTimeRecoveryEnabled\":true");
        assertThat(notReady).hasValue(-1);
    }

    private static String body(FaultyHttpClient http, String operation) {
        return http.wire().exchanges().stream()
                .map(exchange -> exchange.request())
                .filter(request -> request.operation().equals(operation))
                .map(request -> request.bodyText())
                .collect(Collectors.joining("\n"));
    }

    /** DynamoDB, in the first seconds after a table was made. */
    private record NotReady(AtomicInteger times) implements ExecutionInterceptor {
        @Override
        public void beforeExecution(Context.BeforeExecution context, ExecutionAttributes attributes) {
            if (context.request() instanceof UpdateContinuousBackupsRequest && times.getAndDecrement() > 0) {
                throw ContinuousBackupsUnavailableException.builder()
                        .message("Backups are being enabled")
                        .statusCode(400)
                        .build();
            }
        }
    }

    @Test
    void create_again_asksForNoChange() {
        DynamoTable.of(client, name).create();
        FaultyHttpClient http = FaultyHttpClient.around(UrlConnectionHttpClient.create());
        try (DynamoDbClient counted = aws.dynamoDb(http).build()) {
            DynamoTable.of(counted, name).create();
        }

        assertThat(http.wire().counts())
                .doesNotContainKeys("UpdateTimeToLive", "UpdateContinuousBackups", "UpdateTable");
    }

    @Test
    void check_ofATableThatWasRestored_findsWhatItLost() {
        DynamoTables.createWithoutTimeToLive(client, name);

        assertThat(DynamoTable.of(client, name).check().findings())
                .extracting(DynamoTable.Finding::subject)
                .containsExactly("ttl", "pitr", "encryption", "deletion-protection");
    }

    @Test
    void list_ofATableWithOtherKeys_isAMismatchAndNoEmptyJournal() {
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
                .isThrownBy(() -> store.list(ListQuery.all()))
                .satisfies(failure -> assertThat(failure.code()).isEqualTo(ErrorCode.TABLE_MISMATCH));
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
