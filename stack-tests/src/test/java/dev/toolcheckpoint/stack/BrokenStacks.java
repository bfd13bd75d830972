package dev.toolcheckpoint.stack;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The template, broken in one place each: the rule that must notice, the place, and what stands there instead (nothing: removed). */
record BrokenStacks(String rule, String pointer, @Nullable String value) {

    private static final String TABLE = "/Resources/CheckpointTable/Properties";
    private static final String BUCKET = "/Resources/PayloadBucket/Properties";
    private static final String QUEUE = "/Resources/CallQueue/Properties";
    private static final String TOOL = "/Resources/ToolFunction/Properties";
    private static final String MAPPING = TOOL + "/Events/Queue/Properties";
    private static final String TOOL_POLICY = "/Resources/ToolRole/Properties/Policies/0/PolicyDocument/Statement";
    private static final String TENANT_POLICY = "/Resources/TenantRole/Properties/Policies/0/PolicyDocument/Statement";
    private static final String RECONCILER_POLICY =
            "/Resources/ReconcilerRole/Properties/Policies/0/PolicyDocument/Statement";

    /** Of the stack, then of its runs. */
    static List<BrokenStacks> all() {
        return Stream.concat(STACK.stream(), BrokenRunStacks.ALL.stream()).toList();
    }

    private static final List<BrokenStacks> STACK = List.of(
            change("table-on-demand", TABLE + "/BillingMode", "'PROVISIONED'"),
            change("table-keys", TABLE + "/KeySchema/1/AttributeName", "'attention'"),
            change("attention-index", TABLE + "/GlobalSecondaryIndexes/0/Projection/ProjectionType", "'ALL'"),
            change("ttl", TABLE + "/TimeToLiveSpecification/AttributeName", "'ttl'"),
            change("ttl", TABLE + "/TimeToLiveSpecification/Enabled", "false"),
            remove("pitr", TABLE + "/PointInTimeRecoverySpecification"),
            change("deletion-protection", TABLE + "/DeletionProtectionEnabled", "false"),
            remove("table-encryption", TABLE + "/SSESpecification/KMSMasterKeyId"),
            remove("retain", "/Resources/CheckpointTable/DeletionPolicy"),
            change("retain", "/Resources/PayloadBucket/UpdateReplacePolicy", "'Delete'"),
            change("key-rotation", "/Resources/CheckpointKey/Properties/EnableKeyRotation", "false"),
            change("public-access-blocked", BUCKET + "/PublicAccessBlockConfiguration/BlockPublicPolicy", "false"),
            remove("bucket-encryption", BUCKET + "/BucketEncryption"),
            change("lifecycle-from-retention", BUCKET + "/LifecycleConfiguration/Rules/1/ExpirationInDays", "30"),
            change("lifecycle-from-retention", BUCKET + "/LifecycleConfiguration/Rules/3/Prefix", "'r'"),
            remove("lifecycle-from-retention", BUCKET + "/LifecycleConfiguration/Rules/16/Prefix"),
            change("lifecycle-from-retention", BUCKET + "/LifecycleConfiguration/Rules/0/ExpirationInDays", "49"),
            change("kept-sums", "/Mappings/Kept/35/Objects", "42"),
            change("kept-sums", "/Mappings/Kept/90/ReplayWindow", "'P14D'"),
            change("kept-sums", "/Mappings/Kept/35/Retention", "'P28D'"),
            change("visibility-from-timeout", QUEUE + "/VisibilityTimeout", "30"),
            change("visibility-sums", "/Mappings/Times/25/Visibility", "150"),
            change("redrive", QUEUE + "/RedrivePolicy/maxReceiveCount", "1"),
            remove("redrive", QUEUE + "/RedrivePolicy"),
            change("queues-encrypted", "/Resources/DeadLetterQueue/Properties/SqsManagedSseEnabled", "false"),
            change(
                    "dead-letters-outlive-calls",
                    "/Resources/DeadLetterQueue/Properties/MessageRetentionPeriod",
                    "345600"),
            change("timeout-from-parameter", TOOL + "/Timeout", "25"),
            remove("snap-start", TOOL + "/SnapStart"),
            remove("alias-follows-every-property", TOOL + "/AutoPublishAliasAllProperties"),
            change(
                    "reconciler-without-snap-start",
                    "/Resources/ReconcilerFunction/Properties/SnapStart",
                    "{'ApplyOn':'PublishedVersions'}"),
            change("runtime", "/Parameters/Runtime/Default", "'java8.al2'"),
            change("architecture", "/Globals/Function/Architectures", "['x86_64']"),
            change("one-zip", TOOL + "/CodeUri", "'lambda-handlers'"),
            remove("configuration", "/Globals/Function/Environment/Variables/TOOL_CHECKPOINT_RETENTION"),
            change("sources", TOOL + "/Environment/Variables/TOOL_CHECKPOINT_SOURCES", "'eventbridge'"),
            change("sources", QUEUE + "/MessageRetentionPeriod", "86400"),
            remove("batch-item-failures", MAPPING + "/FunctionResponseTypes"),
            change("batching-window", MAPPING + "/MaximumBatchingWindowInSeconds", "60"),
            remove("maximum-concurrency", MAPPING + "/ScalingConfig"),
            remove("failed-events-kept", TOOL + "/EventInvokeConfig/DestinationConfig"),
            remove("http-authorised", "/Resources/HttpApi/Properties/Auth"),
            remove("schedule", "/Resources/ReconcilerFunction/Properties/Events/Schedule"),
            change("no-wildcards", TOOL_POLICY + "/1/Action", "['dynamodb:*']"),
            change("no-wildcards", RECONCILER_POLICY + "/3/Resource", "'*'"),
            change(
                    "own-role-each",
                    "/Resources/ReconcilerFunction/Properties/Role",
                    "{'Fn::GetAtt':['ToolRole','Arn']}"),
            change("tool-reads-no-listing", TOOL_POLICY + "/2/Action", "['dynamodb:Scan']"),
            change(
                    "tenant-reads-no-listing",
                    TENANT_POLICY + "/0/Resource",
                    "{'Fn::Sub':'${CheckpointTable.Arn}/index/attention'}"),
            change(
                    "tenant-own-keys",
                    TENANT_POLICY + "/0/Condition",
                    "{'ForAnyValue:StringLike':{'dynamodb:LeadingKeys':['x#*']}}"),
            remove("tenant-own-keys", TENANT_POLICY + "/0/Condition/Null"),
            remove("tool-own-keys", TOOL_POLICY + "/1/Condition"),
            change("envelope-key", TOOL_POLICY + "/4/Action", "['kms:Decrypt']"),
            remove("table-key", RECONCILER_POLICY + "/5/Condition/StringEquals/kms:ViaService"),
            change("reconciler-lists", RECONCILER_POLICY + "/2/Resource", "{'Fn::GetAtt':['CheckpointTable','Arn']}"),
            remove("alarm-UncertainAlarm", "/Resources/UncertainAlarm"),
            change("alarm-StaleCompletionAlarm", "/Resources/StaleCompletionAlarm/Properties/Threshold", "100"),
            remove("alarm-KmsErrorAlarm", "/Resources/KmsErrorAlarm/Properties/AlarmActions"),
            change("alarm-WriteThrottleAlarm", "/Resources/WriteThrottleAlarm/Properties/MetricName", "'Writes'"),
            remove("alarm-ReadThrottleAlarm", "/Resources/ReadThrottleAlarm"),
            remove("alarm-FunctionThrottleAlarm", "/Resources/FunctionThrottleAlarm"),
            change(
                    "alarm-FailedEventAlarm",
                    "/Resources/FailedEventAlarm/Properties/ComparisonOperator",
                    "'LessThanThreshold'"),
            remove("alarm-IndexThrottleAlarm", "/Resources/IndexThrottleAlarm/Properties/Dimensions"),
            change("alarm-ReconcilerAlarm", "/Resources/ReconcilerAlarm/Properties/Threshold", "5"),
            change("alarm-DeadLetterAlarm", "/Resources/DeadLetterAlarm/Properties/Namespace", "'SQS'"));

    /** The template with this change. */
    JsonNode in(JsonNode template) throws IOException {
        JsonNode copy = template.deepCopy();
        JsonPointer place = JsonPointer.compile(pointer);
        JsonNode parent = copy.at(place.head());
        JsonNode replacement = value == null ? null : SamTools.JSON.readTree(value.replace('\'', '"'));
        if (replacement == null && parent.at(place.last()).isMissingNode()) {
            throw new IllegalArgumentException("There is nothing at " + pointer + ".");
        }
        if (parent instanceof ArrayNode list) {
            list.set(place.last().getMatchingIndex(), replacement);
        } else if (replacement == null) {
            ((ObjectNode) parent).remove(place.last().getMatchingProperty());
        } else {
            ((ObjectNode) parent).set(place.last().getMatchingProperty(), replacement);
        }
        return copy;
    }

    @Override
    public String toString() {
        return rule + ": " + pointer + " = " + value;
    }

    static BrokenStacks change(String rule, String pointer, String value) {
        return new BrokenStacks(rule, pointer, value);
    }

    static BrokenStacks remove(String rule, String pointer) {
        return new BrokenStacks(rule, pointer, null);
    }
}
