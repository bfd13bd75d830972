package dev.toolcheckpoint.dynamo;

import dev.toolcheckpoint.protocol.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.PointInTimeRecoveryStatus;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ResourceInUseException;
import software.amazon.awssdk.services.dynamodb.model.SSEDescription;
import software.amazon.awssdk.services.dynamodb.model.SSEType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveDescription;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveStatus;

/**
 * Makes the table of a journal, and checks one that is there. Thread-safe; the client stays the caller's.
 *
 * <p>A table that was restored from a backup has lost its time to live, its point-in-time recovery and its deletion protection:
 * {@link #check} finds that.
 */
public final class DynamoTable {

    private final DynamoDbClient client;
    private final String table;
    private final Failures failures;

    private DynamoTable(DynamoDbClient client, String table) {
        this.client = client;
        this.table = table;
        this.failures = new Failures(table);
    }

    /** The table of this name, which need not exist yet. */
    public static DynamoTable of(DynamoDbClient client, String table) {
        return new DynamoTable(client, table);
    }

    /**
     * What is wrong with a table.
     *
     * @param severity whether a journal can work with it
     * @param subject {@code keys}, {@code ttl}, {@code index}, {@code pitr}, {@code encryption} or {@code deletion-protection}
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
     * @param findings empty when everything is as it should be
     */
    public record Report(String tableId, List<Finding> findings) {

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
                        .sseSpecification(sse -> sse.enabled(true).sseType(SSEType.KMS))
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
            failures.write(() -> client.updateContinuousBackups(request -> request.tableName(table)
                    .pointInTimeRecoverySpecification(pitr -> pitr.pointInTimeRecoveryEnabled(true))));
        }
        return check();
    }

    /**
     * Looks at everything a journal depends on. Changes nothing.
     *
     * @throws StoreException {@code TABLE_MISSING} when there is no such table
     */
    public Report check() {
        TableDescription found = failures.read(() -> client.describeTable(request -> request.tableName(table)))
                .table();
        List<Finding> findings = new ArrayList<>();
        keys(findings, found);
        index(findings, found);
        timeToLive(findings);
        recovery(findings);
        SSEDescription sse = found.sseDescription();
        if (sse == null || sse.sseType() != SSEType.KMS) {
            warn(
                    findings,
                    "encryption",
                    "The table is encrypted with a key that DynamoDB owns, not with one in AWS KMS"
                            + " whose use can be seen and stopped. Enable SSE with KMS.");
        }
        if (!Boolean.TRUE.equals(found.deletionProtectionEnabled())) {
            warn(
                    findings,
                    "deletion-protection",
                    "The table can be deleted by one request, and with it the memory of"
                            + " every call that was done. Enable deletion protection.");
        }
        return new Report(String.valueOf(found.tableId()), findings);
    }

    private static void keys(List<Finding> findings, TableDescription found) {
        String expected = Names.PK + " (HASH, S), " + Names.SK + " (RANGE, S)";
        String actual = described(found.keySchema(), found.attributeDefinitions());
        if (!actual.equals(expected)) {
            error(
                    findings,
                    "keys",
                    "The table's keys must be " + expected + ", found " + actual
                            + ". Keys can't be changed: make another table.");
        }
    }

    private static void index(List<Finding> findings, TableDescription found) {
        String expected = Names.ATTENTION + " (HASH, S), " + Names.ATTENTION_AT + " (RANGE, N)";
        for (GlobalSecondaryIndexDescription index : found.globalSecondaryIndexes()) {
            if (index.indexName().equals(Names.ATTENTION_INDEX)) {
                String actual = described(index.keySchema(), found.attributeDefinitions());
                if (!actual.equals(expected)) {
                    error(
                            findings,
                            "index",
                            "The index " + Names.ATTENTION_INDEX + " must have the keys " + expected + ", found "
                                    + actual + ". Delete it and make it again.");
                }
                return;
            }
        }
        error(
                findings,
                "index",
                "The index " + Names.ATTENTION_INDEX + " with the keys " + expected
                        + " is missing: nobody would find what is uncertain. Add it, keys only.");
    }

    private void timeToLive(List<Finding> findings) {
        TimeToLiveDescription ttl = failures.read(() -> client.describeTimeToLive(request -> request.tableName(table)))
                .timeToLiveDescription();
        boolean on = ttl != null
                && (ttl.timeToLiveStatus() == TimeToLiveStatus.ENABLED
                        || ttl.timeToLiveStatus() == TimeToLiveStatus.ENABLING);
        if (!on) {
            warn(
                    findings,
                    "ttl",
                    "Time to live is off, so finished records are never removed. Enable it on " + Names.EXPIRES_AT
                            + ".");
        } else if (ttl != null && !Names.EXPIRES_AT.equals(ttl.attributeName())) {
            error(
                    findings,
                    "ttl",
                    "Time to live must be on " + Names.EXPIRES_AT + ", found " + ttl.attributeName()
                            + ". DynamoDB would remove the wrong items: disable it, wait an hour, enable it on "
                            + Names.EXPIRES_AT + ".");
        }
    }

    private void recovery(List<Finding> findings) {
        try {
            PointInTimeRecoveryStatus status = client.describeContinuousBackups(request -> request.tableName(table))
                    .continuousBackupsDescription()
                    .pointInTimeRecoveryDescription()
                    .pointInTimeRecoveryStatus();
            if (status != PointInTimeRecoveryStatus.ENABLED) {
                warn(findings, "pitr", "Point-in-time recovery is off: a mistake can't be undone. Enable it.");
            }
        } catch (AwsServiceException unknown) {
            // Some stand-ins don't know the request.
            warn(findings, "pitr", "Point-in-time recovery could not be looked at.");
        } catch (SdkException failure) {
            throw failures.of(failure, false);
        }
    }

    private static String described(List<KeySchemaElement> keys, List<AttributeDefinition> attributes) {
        return keys.stream()
                .map(key -> key.attributeName() + " (" + key.keyType() + ", " + type(key, attributes) + ")")
                .collect(Collectors.joining(", "));
    }

    private static @Nullable ScalarAttributeType type(KeySchemaElement key, List<AttributeDefinition> attributes) {
        for (AttributeDefinition attribute : attributes) {
            if (attribute.attributeName().equals(key.attributeName())) {
                return attribute.attributeType();
            }
        }
        return null;
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

    private static void error(List<Finding> findings, String subject, String message) {
        findings.add(new Finding(Severity.ERROR, subject, message));
    }

    private static void warn(List<Finding> findings, String subject, String message) {
        findings.add(new Finding(Severity.WARNING, subject, message));
    }
}
