package dev.toolcheckpoint.cli.inspect;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolcheckpoint.cli.io.Json;
import dev.toolcheckpoint.cli.io.Outcomes;
import dev.toolcheckpoint.protocol.Binding;
import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.Delivery;
import dev.toolcheckpoint.protocol.Evidence;
import dev.toolcheckpoint.protocol.Execution;
import dev.toolcheckpoint.protocol.Outcome;
import dev.toolcheckpoint.protocol.Recovery;
import dev.toolcheckpoint.protocol.Uncertainty;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A record as a document. What it does not have is {@code null}, so the members are always the same. */
final class CheckpointDocument {

    private CheckpointDocument() {}

    /**
     * The document.
     *
     * @param shown the outcome with its payload at hand, when the payload may be shown
     */
    static ObjectNode of(Checkpoint record, @Nullable Outcome shown) {
        ObjectNode document = Json.object().put("id", record.key().id());
        document.set("binding", binding(record.binding()));
        document.set("recovery", recovery(record));
        document.put("status", record.status().name()).put("revision", record.revision());
        document.set("execution", execution(record));
        document.set("uncertainty", uncertainty(record.uncertainty()));
        document.set("outcome", outcome(record.outcome(), shown));
        document.set("delivery", delivery(record.delivery()));
        Json.putTime(document, "createdAt", record.createdAt());
        Json.putTime(document, "updatedAt", record.updatedAt());
        Json.putTime(document, "expiresAt", record.expiresAt());
        return document;
    }

    private static ObjectNode binding(Binding binding) {
        return Json.object()
                .put("namespace", binding.namespace())
                .put("callId", binding.callId())
                .put("toolName", binding.toolName())
                .put("toolRevision", binding.toolRevision())
                .put("inputFingerprint", binding.inputFingerprint());
    }

    private static ObjectNode recovery(Checkpoint record) {
        if (!(record.recovery() instanceof Recovery.Idempotent idempotent)) {
            return Json.kind("manual");
        }
        ObjectNode document =
                Json.kind("idempotent").put("retryForMs", idempotent.retryFor().toMillis());
        document.put("maxAttempts", idempotent.maxAttempts());
        Json.putTime(document, "retryStartBefore", record.retryStartBefore());
        return document;
    }

    private static @Nullable ObjectNode execution(Checkpoint record) {
        Execution execution = record.execution();
        if (execution == null) {
            return null;
        }
        ObjectNode document =
                Json.object().put("attemptId", execution.attemptId()).put("epoch", execution.epoch());
        Json.putTime(document, "firstAcquiredAt", record.firstAcquiredAt());
        Json.putTime(document, "claimedAt", execution.claimedAt());
        Json.putTime(document, "leaseUntil", execution.leaseUntil());
        Json.putTime(document, "abandonedAt", execution.abandonedAt());
        return document;
    }

    private static @Nullable ObjectNode uncertainty(@Nullable Uncertainty uncertainty) {
        if (uncertainty == null) {
            return null;
        }
        ObjectNode document = Json.object()
                .put("code", uncertainty.code().name())
                .put("reason", uncertainty.text())
                .put("by", uncertainty.by());
        Json.putTime(document, "since", uncertainty.at());
        return document;
    }

    private static @Nullable ObjectNode outcome(@Nullable Outcome stored, @Nullable Outcome shown) {
        if (stored == null) {
            return null;
        }
        ObjectNode document = shown != null
                ? Outcomes.document(shown)
                : Json.kind(stored.kind().name().toLowerCase(Locale.ROOT));
        if (stored.forgotten()) {
            document.put("forgotten", true);
        }
        document.put("mediaType", stored.mediaType()).put("size", stored.size()).put("digest", stored.digest());
        Json.putTime(document, "completedAt", stored.completedAt());
        document.set("settlement", evidence(stored.settlement()));
        return document;
    }

    private static @Nullable ObjectNode delivery(@Nullable Delivery delivery) {
        if (delivery == null) {
            return null;
        }
        ObjectNode document = Json.object()
                .put("deliveryId", delivery.deliveryId())
                .put("idempotent", delivery.idempotent())
                .put("attempts", delivery.attempts());
        Json.putTime(document, "claimedAt", delivery.claimedAt());
        Json.putTime(document, "leaseUntil", delivery.leaseUntil());
        Json.putTime(document, "deliveredAt", delivery.deliveredAt());
        document.put("undeliverable", delivery.undeliverable());
        document.set("settlement", evidence(delivery.settlement()));
        return document;
    }

    private static @Nullable ObjectNode evidence(@Nullable Evidence evidence) {
        return evidence == null
                ? null
                : Json.kind(evidence instanceof Evidence.Happened ? "happened" : "absent")
                        .put("evidence", evidence.text())
                        .put("by", evidence.by());
    }
}
