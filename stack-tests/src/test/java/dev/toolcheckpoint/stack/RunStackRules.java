package dev.toolcheckpoint.stack;

import static dev.toolcheckpoint.stack.StackRules.alarm;
import static dev.toolcheckpoint.stack.StackRules.both;
import static dev.toolcheckpoint.stack.StackRules.equal;
import static dev.toolcheckpoint.stack.StackRules.parsed;
import static dev.toolcheckpoint.stack.StackRules.reads;
import static dev.toolcheckpoint.stack.StackRules.translated;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolcheckpoint.stack.StackRules.Rule;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** What must hold of the part of the stack that runs agents. */
final class RunStackRules {

    private static final List<String> PARTS = List.of("RunStarter", "RunWorker", "RunApproval", "RunTick");
    private static final String WORKER = "RunWorkerFunction";
    private static final String QUEUE = "RunQueue";

    private RunStackRules() {}

    static List<Rule> all() {
        return Stream.of(queue(), functions(), entrances(), roles(), alarms())
                .flatMap(List::stream)
                .toList();
    }

    private static List<Rule> queue() {
        return List.of(
                equal(
                        "run-visibility-from-timeout",
                        QUEUE,
                        "/VisibilityTimeout",
                        "{'Fn::FindInMap':['RunTimes',{'Ref':'RunTimeout'},'Visibility']}"),
                both("run-times", RunStackRules::timesAddUp),
                both(
                        "run-redrive",
                        stack -> stack.property(QUEUE, "/RedrivePolicy/maxReceiveCount")
                                                .asInt()
                                        >= 5
                                && reads(
                                        stack.property(QUEUE, "/RedrivePolicy/deadLetterTargetArn"),
                                        "{'Fn::GetAtt':['RunDeadLetterQueue','Arn']}")),
                both(
                        "run-dead-letters-outlive-messages",
                        stack -> StackRules.seconds(stack, "RunDeadLetterQueue") > StackRules.seconds(stack, QUEUE)),
                // A FIFO queue drops what it takes for a repeat.
                both(
                        "run-queues-are-standard",
                        stack -> Stream.of(QUEUE, "ApprovalQueue")
                                .allMatch(queue -> !stack.resource(queue).isMissingNode()
                                        && stack.property(queue, "/FifoQueue").isMissingNode())));
    }

    /** Each time-out leaves time beyond the reserve, and a message is hidden for six of them. */
    private static boolean timesAddUp(Stack stack) {
        JsonNode times = stack.template().at("/Mappings/RunTimes");
        String reserve = stack.property(WORKER, "/Environment/Variables/TOOL_CHECKPOINT_STEP_RESERVE")
                .asText();
        return !times.isEmpty()
                && times.properties().stream().allMatch(entry -> {
                    int timeout = entry.getValue().path("Timeout").asInt();
                    return entry.getKey().equals(Integer.toString(timeout))
                            && timeout > 2 * Duration.parse(reserve).toSeconds()
                            && timeout <= 900
                            && entry.getValue().path("Visibility").asInt() == 6 * timeout;
                });
    }

    private static List<Rule> functions() {
        return List.of(
                equal(
                        "run-timeout-from-parameter",
                        WORKER,
                        "/Timeout",
                        "{'Fn::FindInMap':['RunTimes',{'Ref':'RunTimeout'},'Timeout']}"),
                both(
                        "run-functions-within-http",
                        stack -> Stream.of("RunStarterFunction", "RunApprovalFunction")
                                .allMatch(
                                        each -> stack.property(each, "/Timeout").asInt(31) < 30)),
                translated(
                        "run-configuration",
                        stack -> PARTS.stream().allMatch(part -> configured(stack, part + "Function"))),
                both(
                        "run-approvals-configured",
                        stack -> Stream.of(WORKER, "RunTickFunction")
                                .allMatch(each -> reads(
                                        stack.property(each, "/Environment/Variables/TOOL_CHECKPOINT_APPROVAL_QUEUE"),
                                        "{'Ref':'ApprovalQueue'}"))),
                both(
                        "run-functions-without-snap-start",
                        stack -> PARTS.stream()
                                .allMatch(part -> stack.property(part + "Function", "/SnapStart")
                                        .isMissingNode())));
    }

    private static boolean configured(Stack stack, String function) {
        JsonNode variables = stack.property(function, "/Environment/Variables");
        return StackRules.configured(stack, function)
                && reads(variables.path("TOOL_CHECKPOINT_NAMESPACE"), "{'Ref':'Namespace'}")
                && reads(variables.path("TOOL_CHECKPOINT_RUN_QUEUE"), "{'Ref':'RunQueue'}")
                && variables
                        .path("TOOL_CHECKPOINT_RUNS")
                        .equals(stack.property(WORKER, "/Environment/Variables/TOOL_CHECKPOINT_RUNS"))
                && variables.path("TOOL_CHECKPOINT_RUNS").isTextual();
    }

    private static List<Rule> entrances() {
        String mapping = "/Events/Queue/Properties";
        return List.of(
                parsed(
                        "run-batch-item-failures",
                        stack -> reads(
                                stack.property(WORKER, mapping + "/FunctionResponseTypes"),
                                "['ReportBatchItemFailures']")),
                translated(
                        "run-batch-item-failures",
                        stack -> reads(
                                stack.property("RunWorkerFunctionQueue", "/FunctionResponseTypes"),
                                "['ReportBatchItemFailures']")),
                parsed(
                        "run-batch-of-one",
                        stack -> stack.property(WORKER, mapping + "/BatchSize").asInt() == 1),
                parsed(
                        "run-maximum-concurrency",
                        stack -> reads(
                                stack.property(WORKER, mapping + "/ScalingConfig"),
                                "{'MaximumConcurrency':{'Ref':'MaximumConcurrency'}}")),
                parsed(
                        "run-routes",
                        stack -> route(stack, "RunStarterFunction", "Http", "POST", "/runs")
                                && route(stack, "RunApprovalFunction", "Decide", "POST", "/approvals")
                                && route(stack, "RunApprovalFunction", "DecideByLink", "POST", "/approvals/{token}")
                                && route(stack, "RunApprovalFunction", "Page", "GET", "/approvals/{token}")),
                translated(
                        "run-failed-events-kept",
                        stack -> reads(
                                        stack.property(
                                                "RunStarterFunctionEventInvokeConfig",
                                                "/DestinationConfig/OnFailure/Destination"),
                                        "{'Fn::GetAtt':['FailedEventQueue','Arn']}")
                                && reads(
                                        stack.property("RunStarterFunctionBus", "/Targets/0/DeadLetterConfig/Arn"),
                                        "{'Fn::GetAtt':['FailedEventQueue','Arn']}")),
                parsed(
                        "run-tick-schedule",
                        stack -> stack.property("RunTickFunction", "/Events/Schedule/Properties/ScheduleExpression")
                                .asText()
                                .equals("rate(1 minute)")));
    }

    /** On the API whose callers sign, with no exception. */
    private static boolean route(Stack stack, String function, String event, String method, String path) {
        JsonNode properties = stack.property(function, "/Events/" + event + "/Properties");
        return reads(properties.path("ApiId"), "{'Ref':'HttpApi'}")
                && properties.path("Method").asText().equals(method)
                && properties.path("Path").asText().equals(path)
                && !properties.has("Auth");
    }

    private static List<Rule> roles() {
        return List.of(
                both(
                        "run-own-role-each",
                        stack -> PARTS.stream()
                                .allMatch(part -> reads(
                                        stack.property(part + "Function", "/Role"),
                                        "{'Fn::GetAtt':['" + part + "Role','Arn']}"))),
                both(
                        "run-own-keys",
                        stack -> PARTS.stream()
                                .allMatch(part -> StackRules.confined(stack, part + "Role", "Runs", "Namespace"))),
                both(
                        "run-transactions",
                        stack -> PARTS.stream()
                                .allMatch(
                                        part -> stack.actions(part + "Role").contains("dynamodb:ConditionCheckItem"))),
                both(
                        "run-loads-own-keys",
                        stack -> Stream.of("RunWorkerRole", "RunTickRole")
                                .allMatch(role -> reads(
                                        stack.statement(role, "WholeRuns")
                                                .at("/Condition/ForAllValues:StringLike/dynamodb:LeadingKeys"),
                                        "[{'Fn::Sub':'${Namespace}#*'}]"))),
                both(
                        "run-starter-and-approval-list-nothing",
                        stack -> StackRules.listsNothing(stack, "RunStarterRole")
                                && StackRules.listsNothing(stack, "RunApprovalRole")),
                both(
                        "run-only-tick-lists-what-is-due",
                        stack -> stack.property("RunTickRole", "/Policies")
                                        .toString()
                                        .contains("/index/attention")
                                && !stack.property("RunWorkerRole", "/Policies")
                                        .toString()
                                        .contains("/index/")),
                both(
                        "run-hand-over",
                        stack -> PARTS.stream()
                                .allMatch(part -> reads(
                                        stack.statement(part + "Role", "HandOver")
                                                .path("Resource"),
                                        "{'Fn::GetAtt':['RunQueue','Arn']}"))),
                both("run-tokens-stay-with-few", RunStackRules::tokensStayWithFew));
    }

    /** Whoever reads the queue of approvals may decide; no function of the stack reads it, and only two write it. */
    private static boolean tokensStayWithFew(Stack stack) {
        return Stream.concat(PARTS.stream().map(part -> part + "Role"), Stream.of("ToolRole", "ReconcilerRole"))
                .allMatch(role -> {
                    List<JsonNode> about = stack.statements(role).stream()
                            .filter(statement ->
                                    statement.path("Resource").toString().contains("ApprovalQueue"))
                            .toList();
                    boolean writes = role.equals("RunWorkerRole") || role.equals("RunTickRole");
                    return writes
                            ? about.size() == 1
                                    && Stack.texts(about.get(0).path("Action")).equals(List.of("sqs:SendMessage"))
                            : about.isEmpty();
                });
    }

    private static List<Rule> alarms() {
        String ours = "ToolCheckpoint";
        return List.of(
                alarm("RunDeadLetterAlarm", "AWS/SQS", "ApproximateNumberOfMessagesVisible", "RunDeadLetterQueue"),
                alarm("BrokenRunAlarm", ours, "RunsBroken", null),
                alarm("IdleRunAlarm", ours, "OldestIdleRun", null, 900),
                alarm("RunTickAlarm", "AWS/Lambda", "Errors", "RunTickFunction"));
    }
}
