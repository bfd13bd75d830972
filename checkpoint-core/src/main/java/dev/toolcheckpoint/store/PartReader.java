package dev.toolcheckpoint.store;

import com.fasterxml.jackson.core.JsonParser;
import dev.toolcheckpoint.protocol.Binding;
import dev.toolcheckpoint.protocol.Delivery;
import dev.toolcheckpoint.protocol.Evidence;
import dev.toolcheckpoint.protocol.Execution;
import dev.toolcheckpoint.protocol.Outcome;
import dev.toolcheckpoint.protocol.Payload;
import dev.toolcheckpoint.protocol.Recovery;
import dev.toolcheckpoint.protocol.Uncertainty;
import dev.toolcheckpoint.store.ObjectReader.OutOfOrderException;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the parts of a record, each from the parser's current object. */
final class PartReader {

    private static final Map<String, Uncertainty.Code> CODES = Fields.byName(Uncertainty.Code.values());
    private static final Map<String, Outcome.Kind> KINDS = Fields.byName(Outcome.Kind.values());
    private static final Map<String, String> RECOVERIES = Fields.same(Fields.MANUAL, Fields.IDEMPOTENT);
    private static final Map<String, String> PAYLOADS = Fields.same(Fields.INLINE, Fields.STORED, Fields.FORGOTTEN);
    private static final Map<String, String> EVIDENCE = Fields.same(Fields.HAPPENED, Fields.ABSENT);

    private final JsonParser parser;
    private final byte @Nullable [] inline;
    private boolean inlineUsed;

    PartReader(JsonParser parser, byte @Nullable [] inline) {
        this.parser = parser;
        this.inline = inline;
    }

    /** Whether there are bytes that no inline payload asked for. */
    boolean inlineLeft() {
        return inline != null && !inlineUsed;
    }

    Binding binding() throws IOException, OutOfOrderException {
        ObjectReader in = new ObjectReader(parser, Fields.BINDING);
        String namespace = in.text("namespace");
        String callId = in.text("callId");
        String toolName = in.text("toolName");
        String toolRevision = in.text("toolRevision");
        String inputFingerprint = in.text("inputFingerprint");
        in.end();
        return new Binding(namespace, callId, toolName, toolRevision, inputFingerprint);
    }

    Recovery recovery() throws IOException, OutOfOrderException {
        ObjectReader in = new ObjectReader(parser, Fields.RECOVERY);
        String kind = in.oneOf("kind", RECOVERIES);
        Long retryFor = in.optionalNumber("retryFor", Long.MAX_VALUE);
        Long maxAttempts = in.optionalNumber("maxAttempts", Integer.MAX_VALUE);
        in.end();
        if (kind.equals(Fields.MANUAL)) {
            require(retryFor == null && maxAttempts == null, "manual recovery has no window or attempts");
            return Recovery.manual();
        }
        if (retryFor == null) {
            throw ObjectReader.broken("idempotent recovery has recovery.retryFor");
        }
        return new Recovery.Idempotent(
                Duration.ofMillis(retryFor), maxAttempts == null ? null : (Integer) maxAttempts.intValue());
    }

    Execution execution() throws IOException, OutOfOrderException {
        ObjectReader in = new ObjectReader(parser, Fields.EXECUTION);
        String attemptId = in.text("attemptId");
        long epoch = in.number("epoch", Long.MAX_VALUE);
        Instant claimedAt = in.time("claimedAt");
        Instant leaseUntil = in.time("leaseUntil");
        Instant abandonedAt = in.optionalTime("abandonedAt");
        in.end();
        return new Execution(attemptId, epoch, claimedAt, leaseUntil, abandonedAt);
    }

    Uncertainty uncertainty() throws IOException, OutOfOrderException {
        ObjectReader in = new ObjectReader(parser, Fields.UNCERTAINTY);
        Uncertainty.Code code = in.oneOf("code", CODES);
        String text = in.text("text");
        Instant at = in.time("at");
        String by = in.text("by");
        in.end();
        return new Uncertainty(code, text, at, by);
    }

    Outcome outcome() throws IOException, OutOfOrderException {
        ObjectReader in = new ObjectReader(parser, Fields.OUTCOME);
        Outcome.Kind kind = in.oneOf("kind", KINDS);
        boolean retryableAsNewCall = in.flag("retryableAsNewCall");
        String mediaType = in.text("mediaType");
        long size = in.number("size", Long.MAX_VALUE);
        String digest = in.text("digest");
        in.present("payload");
        Payload payload = payload();
        Instant completedAt = in.time("completedAt");
        Evidence settlement = in.present("settlement") ? evidence() : null;
        in.end();
        return new Outcome(kind, retryableAsNewCall, mediaType, size, digest, payload, completedAt, settlement);
    }

    private Payload payload() throws IOException, OutOfOrderException {
        ObjectReader in = new ObjectReader(parser, Fields.PAYLOAD);
        String kind = in.oneOf("kind", PAYLOADS);
        String reference = in.optionalText("reference");
        in.end();
        if (kind.equals(Fields.STORED)) {
            if (reference == null) {
                throw ObjectReader.broken("a stored payload has payload.reference");
            }
            return new Payload.Stored(reference);
        }
        require(reference == null, "only a stored payload has payload.reference");
        if (kind.equals(Fields.FORGOTTEN)) {
            return new Payload.Forgotten();
        }
        if (inline == null) {
            throw ObjectReader.broken("an inline payload has its bytes beside the document");
        }
        inlineUsed = true;
        return Payload.Inline.of(inline);
    }

    Delivery delivery() throws IOException, OutOfOrderException {
        ObjectReader in = new ObjectReader(parser, Fields.DELIVERY);
        String deliveryId = in.text("deliveryId");
        boolean idempotent = in.flag("idempotent");
        Instant claimedAt = in.time("claimedAt");
        Instant leaseUntil = in.time("leaseUntil");
        long attempts = in.number("attempts", Long.MAX_VALUE);
        Instant deliveredAt = in.optionalTime("deliveredAt");
        String undeliverable = in.optionalText("undeliverable");
        Evidence settlement = in.present("settlement") ? evidence() : null;
        in.end();
        return new Delivery(
                deliveryId, idempotent, claimedAt, leaseUntil, attempts, deliveredAt, undeliverable, settlement);
    }

    private Evidence evidence() throws IOException, OutOfOrderException {
        ObjectReader in = new ObjectReader(parser, Fields.EVIDENCE);
        String kind = in.oneOf("kind", EVIDENCE);
        String text = in.text("text");
        String by = in.text("by");
        in.end();
        return kind.equals(Fields.HAPPENED) ? Evidence.happened(text, by) : Evidence.absent(text, by);
    }

    private static void require(boolean holds, String rule) {
        if (!holds) {
            throw ObjectReader.broken(rule);
        }
    }
}
