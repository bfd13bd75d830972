package dev.toolcheckpoint.store;

import com.fasterxml.jackson.core.JsonParser;
import dev.toolcheckpoint.protocol.Delivery;
import dev.toolcheckpoint.protocol.Evidence;
import dev.toolcheckpoint.protocol.Execution;
import dev.toolcheckpoint.protocol.Outcome;
import dev.toolcheckpoint.protocol.Payload;
import dev.toolcheckpoint.protocol.Uncertainty;
import java.io.IOException;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the parts that a record has in some states only. */
final class PartReader {

    private static final Map<String, Uncertainty.Code> CODES = Fields.byName(Uncertainty.Code.values());
    private static final Map<String, Outcome.Kind> KINDS = Fields.byName(Outcome.Kind.values());
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

    Execution execution() throws IOException {
        ObjectReader in = new ObjectReader(parser, Fields.EXECUTION);
        String attemptId = "";
        long epoch = 0;
        Instant claimedAt = Instant.EPOCH;
        Instant leaseUntil = Instant.EPOCH;
        Instant abandonedAt = null;
        for (String field = in.next(); field != null; field = in.next()) {
            switch (field) {
                case "attemptId" -> attemptId = in.text();
                case "epoch" -> epoch = in.number(Long.MAX_VALUE);
                case "claimedAt" -> claimedAt = in.time();
                case "leaseUntil" -> leaseUntil = in.time();
                default -> abandonedAt = in.optionalTime();
            }
        }
        return new Execution(attemptId, epoch, claimedAt, leaseUntil, abandonedAt);
    }

    Uncertainty uncertainty() throws IOException {
        ObjectReader in = new ObjectReader(parser, Fields.UNCERTAINTY);
        Uncertainty.Code code = Uncertainty.Code.LEASE_EXPIRED;
        String text = "";
        Instant at = Instant.EPOCH;
        String by = "";
        for (String field = in.next(); field != null; field = in.next()) {
            switch (field) {
                case "code" -> code = in.oneOf(CODES);
                case "text" -> text = in.text();
                case "at" -> at = in.time();
                default -> by = in.text();
            }
        }
        return new Uncertainty(code, text, at, by);
    }

    Outcome outcome() throws IOException {
        ObjectReader in = new ObjectReader(parser, Fields.OUTCOME);
        Outcome.Kind kind = Outcome.Kind.SUCCESS;
        boolean retryableAsNewCall = false;
        String mediaType = "";
        long size = 0;
        String digest = "";
        Payload payload = null;
        Instant completedAt = Instant.EPOCH;
        Evidence settlement = null;
        for (String field = in.next(); field != null; field = in.next()) {
            switch (field) {
                case "kind" -> kind = in.oneOf(KINDS);
                case "retryableAsNewCall" -> retryableAsNewCall = in.flag();
                case "mediaType" -> mediaType = in.text();
                case "size" -> size = in.number(Long.MAX_VALUE);
                case "digest" -> digest = in.text();
                case "payload" -> payload = payload();
                case "completedAt" -> completedAt = in.time();
                default -> settlement = in.isNull() ? null : evidence();
            }
        }
        return new Outcome(
                kind,
                retryableAsNewCall,
                mediaType,
                size,
                digest,
                ObjectReader.present(payload),
                completedAt,
                settlement);
    }

    private Payload payload() throws IOException {
        ObjectReader in = new ObjectReader(parser, Fields.PAYLOAD);
        String kind = "";
        String reference = null;
        for (String field = in.next(); field != null; field = in.next()) {
            if (field.equals("kind")) {
                kind = in.oneOf(PAYLOADS);
            } else {
                reference = in.optionalText();
            }
        }
        if (kind.equals(Fields.STORED)) {
            if (reference == null) {
                throw ObjectReader.broken("a stored payload has payload.reference");
            }
            return new Payload.Stored(reference);
        }
        ObjectReader.require(reference == null, "only a stored payload has payload.reference");
        if (kind.equals(Fields.FORGOTTEN)) {
            return new Payload.Forgotten();
        }
        if (inline == null) {
            throw ObjectReader.broken("an inline payload has its bytes beside the document");
        }
        inlineUsed = true;
        return Payload.Inline.of(inline);
    }

    Delivery delivery() throws IOException {
        ObjectReader in = new ObjectReader(parser, Fields.DELIVERY);
        String deliveryId = "";
        boolean idempotent = false;
        Instant claimedAt = Instant.EPOCH;
        Instant leaseUntil = Instant.EPOCH;
        long attempts = 0;
        Instant deliveredAt = null;
        String undeliverable = null;
        Evidence settlement = null;
        for (String field = in.next(); field != null; field = in.next()) {
            switch (field) {
                case "deliveryId" -> deliveryId = in.text();
                case "idempotent" -> idempotent = in.flag();
                case "claimedAt" -> claimedAt = in.time();
                case "leaseUntil" -> leaseUntil = in.time();
                case "attempts" -> attempts = in.number(Long.MAX_VALUE);
                case "deliveredAt" -> deliveredAt = in.optionalTime();
                case "undeliverable" -> undeliverable = in.optionalText();
                default -> settlement = in.isNull() ? null : evidence();
            }
        }
        return new Delivery(
                deliveryId, idempotent, claimedAt, leaseUntil, attempts, deliveredAt, undeliverable, settlement);
    }

    private Evidence evidence() throws IOException {
        ObjectReader in = new ObjectReader(parser, Fields.EVIDENCE);
        String kind = "";
        String text = "";
        String by = "";
        for (String field = in.next(); field != null; field = in.next()) {
            switch (field) {
                case "kind" -> kind = in.oneOf(EVIDENCE);
                case "text" -> text = in.text();
                default -> by = in.text();
            }
        }
        return kind.equals(Fields.HAPPENED) ? Evidence.happened(text, by) : Evidence.absent(text, by);
    }
}
