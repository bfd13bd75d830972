package dev.toolcheckpoint.stack;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What must hold of the stack: a deployment that goes through does not show it. */
final class StackRules {

    private static final int BATCHING_WINDOW = 5;
    private static final int CHUNK_DAYS = 7;
    private static final List<String> ROLES = List.of(
            "ToolRole",
            "ReconcilerRole",
            "TenantRole",
            "RunStarterRole",
            "RunWorkerRole",
            "RunApprovalRole",
            "RunTickRole");

    private StackRules() {}

    /** Which form of a template a rule can be seen in. */
    enum Form {
        PARSED,
        TRANSLATED
    }

    /**
     * One rule.
     *
     * @param name names it in messages and variants
     */
    record Rule(String name, Set<Form> forms, Predicate<Stack> holds) {}

    /** The names of the rules that a template breaks. */
    static List<String> broken(Stack stack, Form form) {
        return ALL.stream()
                .filter(rule -> rule.forms().contains(form) && !rule.holds().test(stack))
                .map(Rule::name)
                .toList();
    }

    static final List<Rule> ALL = Stream.of(
                    table(), key(), bucket(), queues(), function(), entrances(), roles(), alarms(), RunStackRules.all())
            .flatMap(List::stream)
            .toList();

    private static List<Rule> table() {
        String table = "CheckpointTable";
        return List.of(
                equal("table-on-demand", table, "/BillingMode", "'PAY_PER_REQUEST'"),
                equal(
                        "table-keys",
                        table,
                        "/KeySchema",
                        "[{'AttributeName':'pk','KeyType':'HASH'},{'AttributeName':'sk','KeyType':'RANGE'}]"),
                equal(
                        "attention-index",
                        table,
                        "/GlobalSecondaryIndexes",
                        "[{'IndexName':'attention','KeySchema':[{'AttributeName':'attention','KeyType':'HASH'},"
                                + "{'AttributeName':'attentionAt','KeyType':'RANGE'}],"
                                + "'Projection':{'ProjectionType':'KEYS_ONLY'}}]"),
                equal("ttl", table, "/TimeToLiveSpecification", "{'AttributeName':'expiresAt','Enabled':true}"),
                equal("pitr", table, "/PointInTimeRecoverySpecification/PointInTimeRecoveryEnabled", "true"),
                equal("deletion-protection", table, "/DeletionProtectionEnabled", "true"),
                equal(
                        "table-encryption",
                        table,
                        "/SSESpecification",
                        "{'SSEEnabled':true,'SSEType':'KMS','KMSMasterKeyId':{'Fn::GetAtt':['CheckpointKey','Arn']}}"),
                both(
                        "retain",
                        stack -> Stream.of(table, "CheckpointKey", "PayloadBucket")
                                .map(stack::resource)
                                .allMatch(kept ->
                                        kept.path("DeletionPolicy").asText().equals("Retain")
                                                && kept.path("UpdateReplacePolicy")
                                                        .asText()
                                                        .equals("Retain"))));
    }

    private static List<Rule> key() {
        return List.of(equal("key-rotation", "CheckpointKey", "/EnableKeyRotation", "true"));
    }

    private static List<Rule> bucket() {
        String bucket = "PayloadBucket";
        return List.of(
                equal(
                        "public-access-blocked",
                        bucket,
                        "/PublicAccessBlockConfiguration",
                        "{'BlockPublicAcls':true,'BlockPublicPolicy':true,'IgnorePublicAcls':true,'RestrictPublicBuckets':true}"),
                equal(
                        "bucket-encryption",
                        bucket,
                        "/BucketEncryption/ServerSideEncryptionConfiguration/0/ServerSideEncryptionByDefault",
                        "{'SSEAlgorithm':'aws:kms','KMSMasterKeyID':{'Fn::GetAtt':['CheckpointKey','Arn']}}"),
                both("lifecycle-from-retention", StackRules::objectsOfCallsExpire),
                both("kept-sums", StackRules::keptAddsUp));
    }

    private static List<Rule> queues() {
        return List.of(
                equal(
                        "visibility-from-timeout",
                        "CallQueue",
                        "/VisibilityTimeout",
                        "{'Fn::FindInMap':['Times',{'Ref':'ToolTimeout'},'Visibility']}"),
                both("visibility-sums", StackRules::timesAddUp),
                both(
                        "redrive",
                        stack -> stack.property("CallQueue", "/RedrivePolicy/maxReceiveCount")
                                                .asInt()
                                        >= 5
                                && reads(
                                        stack.property("CallQueue", "/RedrivePolicy/deadLetterTargetArn"),
                                        "{'Fn::GetAtt':['DeadLetterQueue','Arn']}")),
                both(
                        "queues-encrypted",
                        stack -> stack.ofType("AWS::SQS::Queue").stream()
                                .allMatch(queue -> queue.getValue()
                                        .path("Properties")
                                        .path("SqsManagedSseEnabled")
                                        .asBoolean())),
                both(
                        "dead-letters-outlive-calls",
                        stack -> seconds(stack, "DeadLetterQueue") > seconds(stack, "CallQueue")));
    }

    private static List<Rule> function() {
        String tool = "ToolFunction";
        return List.of(
                equal(
                        "timeout-from-parameter",
                        tool,
                        "/Timeout",
                        "{'Fn::FindInMap':['Times',{'Ref':'ToolTimeout'},'Timeout']}"),
                equal("snap-start", tool, "/SnapStart", "{'ApplyOn':'PublishedVersions'}"),
                parsed(
                        "alias",
                        stack -> stack.property(tool, "/AutoPublishAlias")
                                .asText()
                                .equals("live")),
                parsed(
                        "alias-follows-every-property",
                        stack -> stack.property(tool, "/AutoPublishAliasAllProperties")
                                .asBoolean()),
                translated(
                        "alias",
                        stack -> reads(
                                stack.property("ToolFunctionAliaslive", "/FunctionName"), "{'Ref':'ToolFunction'}")),
                both(
                        "reconciler-without-snap-start",
                        stack -> stack.property("ReconcilerFunction", "/SnapStart")
                                        .isMissingNode()
                                && !stack.resource("ReconcilerFunction").isMissingNode()),
                parsed("runtime", StackRules::runtimes),
                parsed(
                        "architecture",
                        stack -> reads(stack.template().at("/Globals/Function/Architectures"), "['arm64']")),
                // Each function's own: sam build does not correct the path in Globals.
                parsed(
                        "one-zip",
                        stack -> stack.ofType("AWS::Serverless::Function").stream()
                                .allMatch(each -> each.getValue()
                                        .at("/Properties/CodeUri")
                                        .asText()
                                        .equals("lambda-handlers/target/functions.zip"))),
                translated("configuration", stack -> configured(stack, tool)),
                parsed("sources", StackRules::sourcesMatchQueues));
    }

    private static List<Rule> entrances() {
        String queue = "/Events/Queue/Properties";
        return List.of(
                parsed(
                        "batch-item-failures",
                        stack -> reads(
                                stack.property("ToolFunction", queue + "/FunctionResponseTypes"),
                                "['ReportBatchItemFailures']")),
                translated(
                        "batch-item-failures",
                        stack -> reads(
                                stack.property("ToolFunctionQueue", "/FunctionResponseTypes"),
                                "['ReportBatchItemFailures']")),
                parsed(
                        "batching-window",
                        stack -> stack.property("ToolFunction", queue + "/MaximumBatchingWindowInSeconds")
                                        .asInt()
                                == BATCHING_WINDOW),
                parsed(
                        "maximum-concurrency",
                        stack -> reads(
                                stack.property("ToolFunction", queue + "/ScalingConfig"),
                                "{'MaximumConcurrency':{'Ref':'MaximumConcurrency'}}")),
                translated(
                        "queue-on-alias",
                        stack -> reads(
                                stack.property("ToolFunctionQueue", "/FunctionName"),
                                "{'Ref':'ToolFunctionAliaslive'}")),
                translated(
                        "bus-on-alias",
                        stack -> reads(
                                stack.property("ToolFunctionBus", "/Targets/0/Arn"),
                                "{'Ref':'ToolFunctionAliaslive'}")),
                translated(
                        "failed-events-kept",
                        stack -> stack.property("ToolFunctionEventInvokeConfig", "/Qualifier")
                                        .asText()
                                        .equals("live")
                                && reads(
                                        stack.property(
                                                "ToolFunctionEventInvokeConfig",
                                                "/DestinationConfig/OnFailure/Destination"),
                                        "{'Fn::GetAtt':['FailedEventQueue','Arn']}")
                                && stack.property("ToolFunctionEventInvokeConfig", "/MaximumEventAgeInSeconds")
                                                .asInt()
                                        == 21_600),
                parsed(
                        "http-authorised",
                        stack -> stack.property("HttpApi", "/Auth/DefaultAuthorizer")
                                .asText()
                                .equals("AWS_IAM")),
                parsed(
                        "schedule",
                        stack -> stack.property("ReconcilerFunction", "/Events/Schedule/Properties/ScheduleExpression")
                                .asText()
                                .startsWith("rate(")));
    }

    private static List<Rule> roles() {
        return List.of(
                both(
                        "no-wildcards",
                        stack -> ROLES.stream()
                                .flatMap(role -> stack.statements(role).stream())
                                .allMatch(statement -> Stack.texts(statement.path("Action")).stream()
                                                .noneMatch(action -> action.contains("*"))
                                        && !statement.path("Resource").asText().equals("*"))),
                both(
                        "own-role-each",
                        stack -> reads(stack.property("ToolFunction", "/Role"), "{'Fn::GetAtt':['ToolRole','Arn']}")
                                && reads(
                                        stack.property("ReconcilerFunction", "/Role"),
                                        "{'Fn::GetAtt':['ReconcilerRole','Arn']}")),
                both("tool-reads-no-listing", stack -> listsNothing(stack, "ToolRole")),
                both("tenant-reads-no-listing", stack -> listsNothing(stack, "TenantRole")),
                both(
                        "tenant-own-keys",
                        stack -> confined(stack, "TenantRole", "CheckpointsOfTheNamespace", "TenantNamespace")),
                both("tool-own-keys", stack -> confined(stack, "ToolRole", "Checkpoints", "Namespace")),
                both(
                        "envelope-key",
                        stack -> ROLES.stream()
                                .allMatch(role -> Stack.texts(stack.statement(role, "Envelope")
                                                        .path("Action"))
                                                .containsAll(List.of("kms:GenerateDataKey", "kms:Decrypt"))
                                        && stack.statement(role, "Envelope")
                                                .at("/Condition/StringEquals/kms:EncryptionContext:app")
                                                .asText()
                                                .equals("toolcheckpoint"))),
                both(
                        "table-key",
                        stack -> ROLES.stream()
                                .allMatch(role -> stack.statements(role).stream()
                                        .anyMatch(statement -> statement
                                                        .at("/Condition/StringEquals")
                                                        .has("kms:ViaService")
                                                && Stack.texts(statement.path("Action"))
                                                        .containsAll(List.of(
                                                                "kms:Encrypt", "kms:Decrypt", "kms:DescribeKey"))))),
                both(
                        "reconciler-lists",
                        stack -> stack.actions("ReconcilerRole").contains("dynamodb:Query")
                                && stack.statement("ReconcilerRole", "Attention")
                                        .at("/Resource")
                                        .toString()
                                        .contains("/index/attention")));
    }

    private static List<Rule> alarms() {
        String ours = "ToolCheckpoint";
        return List.of(
                alarm("UncertainAlarm", ours, "UncertainRecords", null),
                alarm("StaleCompletionAlarm", ours, "StaleCompletions", null),
                alarm("KmsErrorAlarm", ours, "KmsErrors", null),
                alarm("DeadLetterAlarm", "AWS/SQS", "ApproximateNumberOfMessagesVisible", "DeadLetterQueue"),
                alarm("FailedEventAlarm", "AWS/SQS", "ApproximateNumberOfMessagesVisible", "FailedEventQueue"),
                alarm("WriteThrottleAlarm", "AWS/DynamoDB", "WriteThrottleEvents", "CheckpointTable"),
                alarm("IndexThrottleAlarm", "AWS/DynamoDB", "WriteThrottleEvents", "CheckpointTable"),
                alarm("ReadThrottleAlarm", "AWS/DynamoDB", "ReadThrottleEvents", "CheckpointTable"),
                alarm("FunctionThrottleAlarm", "AWS/Lambda", "Throttles", "ToolFunction"),
                alarm("ReconcilerAlarm", "AWS/Lambda", "Errors", "ReconcilerFunction"));
    }

    /** Raised by the first of them, and somebody is told. */
    static Rule alarm(String name, String namespace, String metric, @Nullable String of) {
        return alarm(name, namespace, metric, of, 0);
    }

    /** The same for what is beyond a bound. */
    static Rule alarm(String name, String namespace, String metric, @Nullable String of, int threshold) {
        return both("alarm-" + name, stack -> {
            JsonNode alarm = stack.resource(name).path("Properties");
            return alarm.path("Namespace").asText().equals(namespace)
                    && alarm.path("MetricName").asText().equals(metric)
                    && alarm.path("Threshold").asInt(-1) == threshold
                    && alarm.path("ComparisonOperator").asText().equals("GreaterThanThreshold")
                    && (of == null
                            || alarm.path("Dimensions").path(0).toString().contains(of))
                    && reads(alarm.path("AlarmActions"), "[{'Ref':'AlarmTopic'}]");
        });
    }

    /** Objects of calls begin with each hexadecimal digit, and nothing else expires: those of runs never do. */
    private static boolean objectsOfCallsExpire(Stack stack) {
        StringBuilder prefixes = new StringBuilder();
        for (JsonNode rule : stack.property("PayloadBucket", "/LifecycleConfiguration/Rules")) {
            if (rule.has("ExpirationInDays")) {
                if (!reads(rule.path("ExpirationInDays"), "{'Fn::FindInMap':['Kept',{'Ref':'Retention'},'Objects']}")
                        || rule.path("Prefix").asText().length() != 1) {
                    return false;
                }
                prefixes.append(rule.path("Prefix").asText());
            }
        }
        return prefixes.toString().equals("0123456789abcdef");
    }

    private static boolean keptAddsUp(Stack stack) {
        JsonNode kept = stack.template().at("/Mappings/Kept");
        long replays = Math.max(seconds(stack, "CallQueue"), seconds(stack, "DeadLetterQueue")) * 2;
        return !kept.isEmpty()
                && kept.properties().stream().allMatch(entry -> {
                    JsonNode row = entry.getValue();
                    Duration retention = Duration.parse(row.path("Retention").asText());
                    Duration window = Duration.parse(row.path("ReplayWindow").asText());
                    return entry.getKey().equals(Long.toString(retention.toDays()))
                            && retention.compareTo(window) > 0
                            && window.toSeconds() >= replays
                            && row.path("Objects").asLong() > retention.toDays() + CHUNK_DAYS;
                });
    }

    private static boolean timesAddUp(Stack stack) {
        JsonNode times = stack.template().at("/Mappings/Times");
        return !times.isEmpty()
                && times.properties().stream().allMatch(entry -> {
                    int timeout = entry.getValue().path("Timeout").asInt();
                    return entry.getKey().equals(Integer.toString(timeout))
                            && entry.getValue().path("Visibility").asInt() == 6 * timeout + BATCHING_WINDOW;
                });
    }

    private static boolean runtimes(Stack stack) {
        JsonNode runtime = stack.template().at("/Parameters/Runtime");
        return runtime.path("Default").asText().equals("java25")
                && reads(runtime.path("AllowedValues"), "['java25','java21','java17.al2023']")
                && reads(stack.template().at("/Globals/Function/Runtime"), "{'Ref':'Runtime'}");
    }

    static boolean configured(Stack stack, String function) {
        JsonNode variables = stack.property(function, "/Environment/Variables");
        return reads(variables.path("TOOL_CHECKPOINT_TABLE"), "{'Ref':'CheckpointTable'}")
                && reads(variables.path("TOOL_CHECKPOINT_KMS_KEY"), "{'Fn::GetAtt':['CheckpointKey','Arn']}")
                && reads(variables.path("TOOL_CHECKPOINT_BUCKET"), "{'Ref':'PayloadBucket'}")
                && variables.path("TOOL_CHECKPOINT_REPLAY_WINDOW").has("Fn::FindInMap")
                && variables.path("TOOL_CHECKPOINT_RETENTION").has("Fn::FindInMap");
    }

    private static boolean sourcesMatchQueues(Stack stack) {
        String sources = stack.property("ToolFunction", "/Environment/Variables/TOOL_CHECKPOINT_SOURCES")
                .asText();
        return sources.contains("sqs " + days(stack, "CallQueue") + " " + days(stack, "DeadLetterQueue") + " 1")
                && sources.contains("eventbridge");
    }

    private static String days(Stack stack, String queue) {
        return "P" + seconds(stack, queue) / 86_400 + "D";
    }

    static long seconds(Stack stack, String queue) {
        return stack.property(queue, "/MessageRetentionPeriod").asLong();
    }

    static boolean listsNothing(Stack stack, String role) {
        return !stack.statements(role).isEmpty()
                && stack.actions(role).stream()
                        .noneMatch(action -> action.equals("dynamodb:Scan") || action.equals("dynamodb:Query"))
                && !stack.property(role, "/Policies").toString().contains("/index/");
    }

    static boolean confined(Stack stack, String role, String sid, String namespace) {
        JsonNode statement = stack.statement(role, sid);
        return reads(
                        statement.at("/Condition/ForAllValues:StringLike/dynamodb:LeadingKeys"),
                        "[{'Fn::Sub':'${" + namespace + "}#*'}]")
                // Without a key in the request the condition above holds.
                && reads(statement.at("/Condition/Null/dynamodb:LeadingKeys"), "'false'")
                && stack.statements(role).stream()
                                .filter(other ->
                                        Stack.texts(other.path("Action")).contains("dynamodb:PutItem"))
                                .count()
                        == 1;
    }

    static Rule equal(String name, String resource, String pointer, String expected) {
        return both(name, stack -> reads(stack.property(resource, pointer), expected));
    }

    static Rule both(String name, Predicate<Stack> holds) {
        return new Rule(name, Set.of(Form.PARSED, Form.TRANSLATED), holds);
    }

    static Rule parsed(String name, Predicate<Stack> holds) {
        return new Rule(name, Set.of(Form.PARSED), holds);
    }

    static Rule translated(String name, Predicate<Stack> holds) {
        return new Rule(name, Set.of(Form.TRANSLATED), holds);
    }

    static boolean reads(JsonNode found, String expected) {
        try {
            return found.equals(SamTools.JSON.readTree(expected.replace('\'', '"')));
        } catch (IOException malformed) {
            throw new IllegalArgumentException(expected, malformed);
        }
    }
}
