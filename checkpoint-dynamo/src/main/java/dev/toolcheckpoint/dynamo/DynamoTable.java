package dev.toolcheckpoint.dynamo;

import dev.toolcheckpoint.protocol.StoreException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.waiters.Waiter;
import software.amazon.awssdk.core.waiters.WaiterAcceptor;
import software.amazon.awssdk.core.waiters.WaiterResponse;
import software.amazon.awssdk.retries.api.BackoffStrategy;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.ContinuousBackupsUnavailableException;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ResourceInUseException;
import software.amazon.awssdk.services.dynamodb.model.SSESpecification;
import software.amazon.awssdk.services.dynamodb.model.SSEType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.UpdateContinuousBackupsResponse;

/**
 * Makes the table of a journal, and checks one that is there. Thread-safe; the client stays the caller's.
 *
 * <p>A table that was restored from a backup has lost its time to live, its point-in-time recovery and its deletion protection:
 * {@link #check} finds that.
 */
public final class DynamoTable implements AutoCloseable {

    /** What a {@link Finding} may be about, in the order of a check. */
    public static final List<String> SUBJECTS =
            List.of("id", "keys", "index", "ttl", "pitr", "encryption", "deletion-protection");

    /** Making a table is more work than writing an item. */
    private static final Duration ATTEMPT = Duration.ofSeconds(20);

    private static final Duration RECOVERY_PAUSE = Duration.ofSeconds(2);
    private static final int RECOVERY_ATTEMPTS = 60;

    private final DynamoDbClient client;
    private final boolean owned;
    private final String table;
    private final @Nullable String expectedId;
    private final Failures failures;

    private DynamoTable(DynamoDbClient client, boolean owned, String table, @Nullable String expectedId) {
        this.client = client;
        this.owned = owned;
        this.table = table;
        this.expectedId = expectedId;
        this.failures = new Failures(table);
    }

    /** The table of this name, which need not exist yet. */
    public static DynamoTable of(DynamoDbClient client, String table) {
        return new DynamoTable(client, false, table, null);
    }

    /**
     * The table of this name, with a client of its own that {@link #close} closes.
     *
     * @param options those of {@link DynamoStoreProvider}; endpoint and table id count
     * @throws dev.toolcheckpoint.protocol.ConfigurationException when the table has no name, an option is unknown or malformed, or
     *     no Region is set
     */
    public static DynamoTable open(String table, Map<String, String> options) {
        ProviderOptions settings = new ProviderOptions(table, options);
        URI endpoint = settings.endpoint();
        return new DynamoTable(
                ProviderOptions.made(() -> Clients.dynamoDb(endpoint, ATTEMPT, new IdleConnections())),
                true,
                table,
                settings.tableId());
    }

    /** Closes the client, unless it is the caller's. */
    @Override
    public void close() {
        if (owned) {
            client.close();
        }
    }

    /**
     * What is wrong with a table.
     *
     * @param severity whether a journal can work with it
     * @param subject {@code id}, {@code keys}, {@code ttl}, {@code index}, {@code pitr}, {@code encryption} or {@code deletion-protection}
     * @param message what was expected, what was found, and what follows from it
     */
    public record Finding(Severity severity, String subject, String message) {}

    /** How bad a finding is. */
    public enum Severity {
        /** A journal can't work with this table, or would forget what it must keep. */
        ERROR,
        /** It works, with less protection than it should have. */
        WARNING
    }

    /**
     * What a check found.
     *
     * @param tableId the id to pin the table with
     * @param made whether it was made just now
     * @param findings empty when everything is as it should be
     */
    public record Report(String tableId, boolean made, List<Finding> findings) {

        /** Copies the list. */
        public Report {
            findings = List.copyOf(findings);
        }

        /** Whether a journal can work with it. */
        public boolean usable() {
            return findings.stream().noneMatch(finding -> finding.severity() == Severity.ERROR);
        }
    }

    /**
     * Makes the table: on-demand, encrypted with the account's KMS key for DynamoDB, with time to live, point-in-time recovery,
     * deletion protection and the attention index; waits until it is active, then checks it. A table that is there already is only
     * checked, never changed.
     *
     * @throws StoreException when a request fails; {@link #check} says what is still missing
     */
    public Report create() {
        return create(
                SSESpecification.builder().enabled(true).sseType(SSEType.KMS).build());
    }

    /**
     * The same, encrypted with a key of the caller's.
     *
     * @param kmsKey the KMS key's id, ARN or alias
     */
    public Report create(String kmsKey) {
        return create(SSESpecification.builder()
                .enabled(true)
                .sseType(SSEType.KMS)
                .kmsMasterKeyId(kmsKey)
                .build());
    }

    private Report create(SSESpecification encryption) {
        boolean made = failures.write(() -> {
            try {
                client.createTable(request -> request.tableName(table)
                        .billingMode(BillingMode.PAY_PER_REQUEST)
                        .attributeDefinitions(
                                attribute(Names.PK, ScalarAttributeType.S),
                                attribute(Names.SK, ScalarAttributeType.S),
                                attribute(Names.ATTENTION, ScalarAttributeType.S),
                                attribute(Names.ATTENTION_AT, ScalarAttributeType.N))
                        .keySchema(keys(Names.PK, Names.SK))
                        .globalSecondaryIndexes(GlobalSecondaryIndex.builder()
                                .indexName(Names.ATTENTION_INDEX)
                                .keySchema(keys(Names.ATTENTION, Names.ATTENTION_AT))
                                .projection(projection -> projection.projectionType(ProjectionType.KEYS_ONLY))
                                .build())
                        .sseSpecification(encryption)
                        .deletionProtectionEnabled(true));
                return true;
            } catch (ResourceInUseException there) {
                return false;
            }
        });
        failures.read(() -> client.waiter().waitUntilTableExists(request -> request.tableName(table)));
        if (made) {
            failures.write(() -> client.updateTimeToLive(request -> request.tableName(table)
                    .timeToLiveSpecification(ttl -> ttl.enabled(true).attributeName(Names.EXPIRES_AT))));
            failures.write(this::enableRecovery);
        }
        return check(made);
    }

    /** DynamoDB refuses for some seconds after a table was made. */
    private WaiterResponse<UpdateContinuousBackupsResponse> enableRecovery() {
        Waiter<UpdateContinuousBackupsResponse> waiter = Waiter.builder(UpdateContinuousBackupsResponse.class)
                .addAcceptor(WaiterAcceptor.retryOnExceptionAcceptor(
                        ContinuousBackupsUnavailableException.class::isInstance))
                .addAcceptor(WaiterAcceptor.successOnResponseAcceptor(enabled -> true))
                .overrideConfiguration(settings -> settings.maxAttempts(RECOVERY_ATTEMPTS)
                        .backoffStrategyV2(BackoffStrategy.fixedDelayWithoutJitter(RECOVERY_PAUSE)))
                .build();
        try {
            return waiter.run(() -> client.updateContinuousBackups(request -> request.tableName(table)
                    .pointInTimeRecoverySpecification(pitr -> pitr.pointInTimeRecoveryEnabled(true))));
        } catch (SdkClientException wrapped) {
            // A waiter hides what it did not expect.
            throw wrapped.getCause() instanceof AwsServiceException refused ? refused : wrapped;
        }
    }

    /**
     * Looks at everything a journal depends on. Changes nothing.
     *
     * @throws StoreException {@code TABLE_MISSING} when there is no such table
     */
    public Report check() {
        return check(false);
    }

    private Report check(boolean made) {
        return new TableCheck(client, table, expectedId, failures).report(made);
    }

    private static List<KeySchemaElement> keys(String hash, String range) {
        return List.of(
                KeySchemaElement.builder()
                        .attributeName(hash)
                        .keyType(KeyType.HASH)
                        .build(),
                KeySchemaElement.builder()
                        .attributeName(range)
                        .keyType(KeyType.RANGE)
                        .build());
    }

    private static AttributeDefinition attribute(String name, ScalarAttributeType type) {
        return AttributeDefinition.builder()
                .attributeName(name)
                .attributeType(type)
                .build();
    }
}
