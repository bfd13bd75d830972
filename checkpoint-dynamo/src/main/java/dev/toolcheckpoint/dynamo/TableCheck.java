package dev.toolcheckpoint.dynamo;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.PointInTimeRecoveryStatus;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.SSEDescription;
import software.amazon.awssdk.services.dynamodb.model.SSEType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveDescription;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveStatus;

/** Looks at everything of a table that a journal depends on. Changes nothing. */
final class TableCheck {

    private final DynamoDbClient client;
    private final String table;
    private final @Nullable String expectedId;
    private final Failures failures;

    TableCheck(DynamoDbClient client, String table, @Nullable String expectedId, Failures failures) {
        this.client = client;
        this.table = table;
        this.expectedId = expectedId;
        this.failures = failures;
    }

    DynamoTable.Report report(boolean made) {
        TableDescription found = failures.read(() -> client.describeTable(request -> request.tableName(table)))
                .table();
        List<DynamoTable.Finding> findings = new ArrayList<>();
        if (expectedId != null && !expectedId.equals(found.tableId())) {
            error(findings, "id", TableIdentity.otherId(table, String.valueOf(found.tableId()), expectedId));
        }
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
        return new DynamoTable.Report(String.valueOf(found.tableId()), made, findings);
    }

    private static void keys(List<DynamoTable.Finding> findings, TableDescription found) {
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

    private static void index(List<DynamoTable.Finding> findings, TableDescription found) {
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
                } else if (index.projection() != null
                        && index.projection().projectionType() != ProjectionType.KEYS_ONLY) {
                    warn(
                            findings,
                            "index",
                            "The index " + Names.ATTENTION_INDEX + " copies "
                                    + index.projection().projectionTypeAsString()
                                    + ", of which only the keys are read: each call pays for the rest. Make it again, keys only.");
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

    private void timeToLive(List<DynamoTable.Finding> findings) {
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

    private void recovery(List<DynamoTable.Finding> findings) {
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
            String code = unknown.awsErrorDetails() == null
                    ? "status " + unknown.statusCode()
                    : unknown.awsErrorDetails().errorCode();
            warn(findings, "pitr", "Point-in-time recovery could not be looked at (" + code + ").");
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

    private static void error(List<DynamoTable.Finding> findings, String subject, String message) {
        findings.add(new DynamoTable.Finding(DynamoTable.Severity.ERROR, subject, message));
    }

    private static void warn(List<DynamoTable.Finding> findings, String subject, String message) {
        findings.add(new DynamoTable.Finding(DynamoTable.Severity.WARNING, subject, message));
    }
}
