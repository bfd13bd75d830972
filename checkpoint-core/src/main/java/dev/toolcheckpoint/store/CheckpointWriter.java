package dev.toolcheckpoint.store;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.toolcheckpoint.protocol.Binding;
import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.Delivery;
import dev.toolcheckpoint.protocol.Evidence;
import dev.toolcheckpoint.protocol.Execution;
import dev.toolcheckpoint.protocol.Invariants;
import dev.toolcheckpoint.protocol.Outcome;
import dev.toolcheckpoint.protocol.Payload;
import dev.toolcheckpoint.protocol.ProtocolException;
import dev.toolcheckpoint.protocol.Recovery;
import dev.toolcheckpoint.protocol.Uncertainty;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Writes a record's document, field by field in the order of {@link Fields}. */
final class CheckpointWriter {

    private static final int USUAL_LENGTH = 1_536;

    private final JsonGenerator out;

    private CheckpointWriter(JsonGenerator out) {
        this.out = out;
    }

    static String write(Checkpoint record) {
        Invariants.validate(record);
        StringWriter text = new StringWriter(USUAL_LENGTH);
        try (JsonGenerator out = Fields.FACTORY.createGenerator(text)) {
            new CheckpointWriter(out).record(record);
        } catch (IOException impossible) {
            // A StringWriter has no I/O.
            throw new UncheckedIOException(impossible);
        }
        return text.toString();
    }

    private void record(Checkpoint record) throws IOException {
        out.writeStartObject();
        out.writeNumberField("schemaVersion", record.schemaVersion());
        binding(record.binding());
        recovery(record.recovery());
        out.writeNumberField("revision", record.revision());
        out.writeStringField("writeId", record.writeId());
        out.writeStringField("status", record.status().name());
        execution(record.execution());
        time("firstAcquiredAt", record.firstAcquiredAt());
        time("retryStartBefore", record.retryStartBefore());
        uncertainty(record.uncertainty());
        outcome(record.outcome());
        delivery(record.delivery());
        time("createdAt", record.createdAt());
        time("updatedAt", record.updatedAt());
        time("expiresAt", record.expiresAt());
        time("retainUntil", record.retainUntil());
        out.writeEndObject();
    }

    private void binding(Binding binding) throws IOException {
        out.writeObjectFieldStart("binding");
        out.writeStringField("namespace", binding.namespace());
        out.writeStringField("callId", binding.callId());
        out.writeStringField("toolName", binding.toolName());
        out.writeStringField("toolRevision", binding.toolRevision());
        out.writeStringField("inputFingerprint", binding.inputFingerprint());
        out.writeEndObject();
    }

    private void recovery(Recovery recovery) throws IOException {
        out.writeObjectFieldStart("recovery");
        if (recovery instanceof Recovery.Idempotent idempotent) {
            out.writeStringField("kind", Fields.IDEMPOTENT);
            out.writeNumberField("retryFor", idempotent.retryFor().toMillis());
            number("maxAttempts", idempotent.maxAttempts());
        } else {
            out.writeStringField("kind", Fields.MANUAL);
            out.writeNullField("retryFor");
            out.writeNullField("maxAttempts");
        }
        out.writeEndObject();
    }

    private void execution(@Nullable Execution execution) throws IOException {
        if (startObject("execution", execution) && execution != null) {
            out.writeStringField("attemptId", execution.attemptId());
            out.writeNumberField("epoch", execution.epoch());
            time("claimedAt", execution.claimedAt());
            time("leaseUntil", execution.leaseUntil());
            time("abandonedAt", execution.abandonedAt());
            out.writeEndObject();
        }
    }

    private void uncertainty(@Nullable Uncertainty uncertainty) throws IOException {
        if (startObject("uncertainty", uncertainty) && uncertainty != null) {
            out.writeStringField("code", uncertainty.code().name());
            out.writeStringField("text", uncertainty.text());
            time("at", uncertainty.at());
            out.writeStringField("by", uncertainty.by());
            out.writeEndObject();
        }
    }

    private void outcome(@Nullable Outcome outcome) throws IOException {
        if (startObject("outcome", outcome) && outcome != null) {
            out.writeStringField("kind", outcome.kind().name());
            out.writeBooleanField("retryableAsNewCall", outcome.retryableAsNewCall());
            out.writeStringField("mediaType", outcome.mediaType());
            out.writeNumberField("size", outcome.size());
            out.writeStringField("digest", outcome.digest());
            payload(outcome.payload());
            time("completedAt", outcome.completedAt());
            evidence(outcome.settlement());
            out.writeEndObject();
        }
    }

    private void payload(Payload payload) throws IOException {
        out.writeObjectFieldStart("payload");
        if (payload instanceof Payload.Stored stored) {
            out.writeStringField("kind", Fields.STORED);
            out.writeStringField("reference", stored.reference());
        } else {
            out.writeStringField("kind", payload instanceof Payload.Inline ? Fields.INLINE : Fields.FORGOTTEN);
            out.writeNullField("reference");
        }
        out.writeEndObject();
    }

    private void delivery(@Nullable Delivery delivery) throws IOException {
        if (startObject("delivery", delivery) && delivery != null) {
            out.writeStringField("deliveryId", delivery.deliveryId());
            out.writeBooleanField("idempotent", delivery.idempotent());
            time("claimedAt", delivery.claimedAt());
            time("leaseUntil", delivery.leaseUntil());
            out.writeNumberField("attempts", delivery.attempts());
            time("deliveredAt", delivery.deliveredAt());
            out.writeStringField("undeliverable", delivery.undeliverable());
            evidence(delivery.settlement());
            out.writeEndObject();
        }
    }

    private void evidence(@Nullable Evidence evidence) throws IOException {
        if (startObject("settlement", evidence) && evidence != null) {
            out.writeStringField("kind", evidence instanceof Evidence.Happened ? Fields.HAPPENED : Fields.ABSENT);
            out.writeStringField("text", evidence.text());
            out.writeStringField("by", evidence.by());
            out.writeEndObject();
        }
    }

    private boolean startObject(String field, @Nullable Object value) throws IOException {
        if (value == null) {
            out.writeNullField(field);
            return false;
        }
        out.writeObjectFieldStart(field);
        return true;
    }

    private void time(String field, @Nullable Instant time) throws IOException {
        if (time == null) {
            out.writeNullField(field);
            return;
        }
        if (time.getEpochSecond() > CheckpointCodec.MAX_TIME / 1_000) {
            throw ProtocolException.invalidCheckpoint(field + " is after the year 9999, which a record can't hold.");
        }
        out.writeNumberField(field, time.toEpochMilli());
    }

    private void number(String field, @Nullable Integer value) throws IOException {
        if (value == null) {
            out.writeNullField(field);
        } else {
            out.writeNumberField(field, value);
        }
    }
}
