package dev.toolcheckpoint.cli.runs;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolcheckpoint.cli.io.Json;
import dev.toolcheckpoint.runs.Run;
import dev.toolcheckpoint.runs.RunDetails;
import dev.toolcheckpoint.runs.Step;
import dev.toolcheckpoint.runs.TriggerEnvelope;
import dev.toolcheckpoint.runs.WaitPoint;
import org.jspecify.annotations.Nullable;

/** A run as a JSON document. */
final class RunDocument {

    private RunDocument() {}

    /** A run of a listing. */
    static ObjectNode of(Run run) {
        ObjectNode document = Json.object()
                .put("namespace", run.key().namespace())
                .put("run", run.key().id())
                .put("agent", run.agent())
                .put("status", run.status().name())
                .put("source", run.source())
                .put("triggerId", run.triggerId())
                .put("concurrencyKey", run.concurrencyKey())
                .put("thread", run.thread());
        if (run.error() == null) {
            document.putNull("error");
        } else {
            document.putObject("error")
                    .put("code", run.error().code().name())
                    .put("message", run.error().message());
        }
        document.putObject("usage")
                .put("inputTokens", run.usage().inputTokens())
                .put("outputTokens", run.usage().outputTokens());
        putClaim(document, run.claim());
        document.put("cancelRequested", run.cancelRequested())
                .put("stepsUsed", run.stepsUsed())
                .put("attempts", run.attempts())
                .put("revision", run.revision());
        Json.putTime(document, "createdAt", run.createdAt());
        Json.putTime(document, "updatedAt", run.updatedAt());
        Json.putTime(document, "startedAt", run.startedAt());
        Json.putTime(document, "finishedAt", run.finishedAt());
        return document;
    }

    private static void putClaim(ObjectNode document, Run.@Nullable Claim claim) {
        if (claim == null) {
            document.putNull("claim");
            return;
        }
        ObjectNode claimed =
                document.putObject("claim").put("owner", claim.owner()).put("epoch", claim.epoch());
        Json.putTime(claimed, "expiresAt", claim.expiresAt());
    }

    /** All of a run. */
    static ObjectNode of(RunDetails details, boolean showPayload) {
        Run run = details.run();
        ObjectNode document = of(run);
        ArrayNode waiting = document.putArray("waiting");
        run.waiting().forEach(wait -> waiting.add(wait(wait, showPayload)));
        document.set("trigger", trigger(details.trigger(), showPayload));
        ArrayNode steps = document.putArray("steps");
        details.steps().forEach(step -> steps.add(step(step, showPayload)));
        if (showPayload) {
            document.put("output", run.output());
            ObjectNode state = document.putObject("state");
            details.state().forEach(state::set);
        }
        return document;
    }

    private static ObjectNode trigger(TriggerEnvelope trigger, boolean showPayload) {
        ObjectNode document = Json.object().put("trigger", trigger.trigger());
        Json.putTime(document, "receivedAt", trigger.receivedAt());
        if (showPayload) {
            document.set("payload", trigger.payload());
            ObjectNode keys = document.putObject("keys");
            trigger.keys().forEach(keys::put);
        }
        return document;
    }

    private static ObjectNode wait(WaitPoint wait, boolean showPayload) {
        ObjectNode document = Json.kind(wait.kind().name().toLowerCase(java.util.Locale.ROOT))
                .put("approvalId", wait.approvalId())
                .put("step", wait.stepIndex())
                .put("position", wait.position())
                .put("tool", wait.toolName())
                .put("toolRevision", wait.toolRevision())
                .put("inputFingerprint", wait.inputFingerprint())
                .put("callId", wait.callId());
        Json.putTime(document, "expiresAt", wait.expiresAt());
        Json.putTime(document, "notifiedAt", wait.notifiedAt());
        WaitPoint.Decision decision = wait.decision();
        if (decision == null) {
            document.putNull("decision");
        } else {
            document.set("decision", decision(decision));
        }
        if (showPayload) {
            document.set("input", wait.input());
        }
        return document;
    }

    static ObjectNode decision(WaitPoint.Decision decision) {
        ObjectNode document = Json.object()
                .put("answer", decision.answer().name())
                .put("by", decision.by())
                .put("reason", decision.reason());
        Json.putTime(document, "at", decision.at());
        return document;
    }

    private static ObjectNode step(Step step, boolean showPayload) {
        ObjectNode document = Json.object()
                .put("step", step.index())
                .put("position", step.position())
                .put("kind", step.kind().name())
                .put("name", step.name())
                .put("error", step.error());
        Json.putTime(document, "startedAt", step.startedAt());
        Json.putTime(document, "finishedAt", step.finishedAt());
        if (showPayload) {
            document.put("input", step.input()).put("output", step.output());
        }
        return document;
    }
}
