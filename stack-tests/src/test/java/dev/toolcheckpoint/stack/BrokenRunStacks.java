package dev.toolcheckpoint.stack;

import static dev.toolcheckpoint.stack.BrokenStacks.change;
import static dev.toolcheckpoint.stack.BrokenStacks.remove;

import java.util.List;

/** The template, broken in one place each of the part that runs agents. */
final class BrokenRunStacks {

    private static final String QUEUE = "/Resources/RunQueue/Properties";
    private static final String WORKER = "/Resources/RunWorkerFunction/Properties";
    private static final String MAPPING = WORKER + "/Events/Queue/Properties";
    private static final String STARTER = "/Resources/RunStarterFunction/Properties";
    private static final String APPROVAL = "/Resources/RunApprovalFunction/Properties";
    private static final String TICK = "/Resources/RunTickFunction/Properties";
    private static final String POLICY = "/Resources/RunsPolicy/Properties/PolicyDocument/Statement";
    private static final String VARIABLES = "/Environment/Variables/TOOL_CHECKPOINT_";

    static final List<BrokenStacks> ALL = List.of(
            change("run-visibility-from-timeout", QUEUE + "/VisibilityTimeout", "300"),
            change("run-times", "/Mappings/RunTimes/300/Visibility", "300"),
            change("run-times", WORKER + VARIABLES + "STEP_RESERVE", "'PT2M'"),
            change("run-redrive", QUEUE + "/RedrivePolicy/maxReceiveCount", "3"),
            change(
                    "run-redrive",
                    QUEUE + "/RedrivePolicy/deadLetterTargetArn",
                    "{'Fn::GetAtt':['DeadLetterQueue','Arn']}"),
            change(
                    "run-dead-letters-outlive-messages",
                    "/Resources/RunDeadLetterQueue/Properties/MessageRetentionPeriod",
                    "86400"),
            change("run-queues-are-standard", QUEUE + "/FifoQueue", "true"),
            change("queues-encrypted", "/Resources/ApprovalQueue/Properties/SqsManagedSseEnabled", "false"),
            change("run-timeout-from-parameter", WORKER + "/Timeout", "300"),
            change("run-functions-within-http", APPROVAL + "/Timeout", "60"),
            remove("run-configuration", TICK + VARIABLES + "RUN_QUEUE"),
            change("run-configuration", STARTER + VARIABLES + "RUNS", "'com.acme.Others'"),
            remove("run-approvals-configured", TICK + VARIABLES + "APPROVAL_QUEUE"),
            change("run-functions-without-snap-start", TICK + "/SnapStart", "{'ApplyOn':'PublishedVersions'}"),
            remove("run-batch-item-failures", MAPPING + "/FunctionResponseTypes"),
            change("run-batch-of-one", MAPPING + "/BatchSize", "10"),
            remove("run-maximum-concurrency", MAPPING + "/ScalingConfig"),
            change("run-routes", APPROVAL + "/Events/Page/Properties/Method", "'ANY'"),
            change("run-routes", APPROVAL + "/Events/Decide/Properties/Auth", "{'Authorizer':'NONE'}"),
            remove("run-failed-events-kept", STARTER + "/EventInvokeConfig/DestinationConfig"),
            remove("run-failed-events-kept", STARTER + "/Events/Bus/Properties/DeadLetterConfig"),
            change("run-tick-schedule", TICK + "/Events/Schedule/Properties/ScheduleExpression", "'rate(1 day)'"),
            change("run-own-role-each", STARTER + "/Role", "{'Fn::GetAtt':['RunWorkerRole','Arn']}"),
            remove("run-own-keys", POLICY + "/0/Condition"),
            change("run-transactions", POLICY + "/0/Action", "['dynamodb:GetItem','dynamodb:PutItem']"),
            remove("run-loads-own-keys", statement("RunTickRole", 1) + "/Condition"),
            change("run-starter-and-approval-list-nothing", POLICY + "/1/Action", "['dynamodb:Query']"),
            change(
                    "run-only-tick-lists-what-is-due",
                    statement("RunWorkerRole", 1) + "/Resource",
                    "{'Fn::Sub':'${CheckpointTable.Arn}/index/attention'}"),
            change(
                    "run-only-tick-lists-what-is-due",
                    statement("RunTickRole", 2) + "/Resource",
                    "{'Fn::GetAtt':['CheckpointTable','Arn']}"),
            change("run-hand-over", POLICY + "/6/Resource", "{'Fn::GetAtt':['CallQueue','Arn']}"),
            change(
                    "run-tokens-stay-with-few",
                    statement("RunStarterRole", 1) + "/Resource",
                    "{'Fn::GetAtt':['ApprovalQueue','Arn']}"),
            change(
                    "run-tokens-stay-with-few",
                    statement("RunWorkerRole", 3) + "/Action",
                    "['sqs:SendMessage','sqs:ReceiveMessage']"),
            change("no-wildcards", POLICY + "/6/Action", "'sqs:*'"),
            change("envelope-key", POLICY + "/4/Action", "['kms:Decrypt']"),
            remove("table-key", POLICY + "/5/Condition/StringEquals/kms:ViaService"),
            remove("alarm-RunDeadLetterAlarm", "/Resources/RunDeadLetterAlarm/Properties/Dimensions"),
            change("alarm-BrokenRunAlarm", "/Resources/BrokenRunAlarm/Properties/MetricName", "'RunsBorken'"),
            change("alarm-IdleRunAlarm", "/Resources/IdleRunAlarm/Properties/Threshold", "90000"),
            remove("alarm-RunTickAlarm", "/Resources/RunTickAlarm/Properties/AlarmActions"));

    private BrokenRunStacks() {}

    private static String statement(String role, int index) {
        return "/Resources/" + role + "/Properties/Policies/0/PolicyDocument/Statement/" + index;
    }
}
