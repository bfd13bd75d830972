package dev.toolcheckpoint.store;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import dev.toolcheckpoint.protocol.Binding;
import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.Delivery;
import dev.toolcheckpoint.protocol.ErrorCode;
import dev.toolcheckpoint.protocol.Execution;
import dev.toolcheckpoint.protocol.Invariants;
import dev.toolcheckpoint.protocol.Outcome;
import dev.toolcheckpoint.protocol.ProtocolException;
import dev.toolcheckpoint.protocol.Recovery;
import dev.toolcheckpoint.protocol.Status;
import dev.toolcheckpoint.protocol.Uncertainty;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads a record's document. */
final class CheckpointReader {

    /** More than the largest record has, every unit of it escaped. */
    private static final int MAX_DOCUMENT = 262_144;

    private static final String KNOWN_SCHEMA = "{\"schemaVersion\":" + Checkpoint.SCHEMA_VERSION + ",";

    private static final Map<String, Status> STATUSES = Fields.byName(Status.values());
    private static final Map<String, String> RECOVERIES = Fields.same(Fields.MANUAL, Fields.IDEMPOTENT);

    private final JsonParser parser;
    private final PartReader parts;

    private CheckpointReader(JsonParser parser, byte @Nullable [] inline) {
        this.parser = parser;
        this.parts = new PartReader(parser, inline);
    }

    static Checkpoint read(String document, byte @Nullable [] inline) {
        if (document.length() > MAX_DOCUMENT) {
            throw ObjectReader.broken("the document has at most " + MAX_DOCUMENT + " characters");
        }
        try {
            if (!document.startsWith(KNOWN_SCHEMA)) {
                requireKnownSchema(document);
            }
            try (JsonParser parser = Fields.FACTORY.createParser(document)) {
                return new CheckpointReader(parser, inline).document();
            }
        } catch (JsonProcessingException malformed) {
            // Its message quotes the text, so neither the message nor the exception goes on.
            throw ObjectReader.broken("the document is well-formed JSON within the limits (it is not near character "
                    + malformed.getLocation().getCharOffset() + ")");
        } catch (IOException impossible) {
            throw ObjectReader.broken("the document can be read");
        } catch (ProtocolException refused) {
            // A value that could not be constructed came out of a store, not from a caller.
            throw refused.code() == ErrorCode.INVALID_ARGUMENT
                    ? ObjectReader.broken("its values are allowed: " + refused.getMessage())
                    : refused;
        }
    }

    /** A later version may change every other field, so it is looked for before anything else is judged. */
    private static void requireKnownSchema(String document) throws IOException {
        try (JsonParser parser = Fields.FACTORY.createParser(document)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw ObjectReader.broken("the document is a JSON object");
            }
            for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
                JsonToken value = parser.nextToken();
                if (!name.equals("schemaVersion")) {
                    parser.skipChildren();
                } else if (value != JsonToken.VALUE_NUMBER_INT) {
                    throw ObjectReader.broken("schemaVersion is a whole number");
                } else if (!parser.getText().equals(String.valueOf(Checkpoint.SCHEMA_VERSION))) {
                    throw ProtocolException.unsupportedSchema(parser.getText());
                } else {
                    return;
                }
            }
            throw ObjectReader.broken("schemaVersion is there");
        }
    }

    private Checkpoint document() throws IOException {
        parser.nextToken();
        Checkpoint record = record();
        if (parser.nextToken() != null) {
            throw ObjectReader.broken("nothing follows the document");
        }
        if (parts.inlineLeft()) {
            throw ObjectReader.broken("only an inline payload has bytes beside the document");
        }
        return Invariants.validate(record);
    }

    private Checkpoint record() throws IOException {
        ObjectReader in = new ObjectReader(parser, Fields.RECORD);
        int schemaVersion = 0;
        Binding binding = null;
        Recovery recovery = null;
        long revision = 0;
        String writeId = "";
        Status status = Status.READY;
        Execution execution = null;
        Instant firstAcquiredAt = null;
        Instant retryStartBefore = null;
        Uncertainty uncertainty = null;
        Outcome outcome = null;
        Delivery delivery = null;
        Instant createdAt = Instant.EPOCH;
        Instant updatedAt = Instant.EPOCH;
        Instant expiresAt = null;
        Instant retainUntil = null;
        for (String field = in.next(); field != null; field = in.next()) {
            switch (field) {
                case "schemaVersion" -> schemaVersion = (int) in.number(Integer.MAX_VALUE);
                case "binding" -> binding = binding();
                case "recovery" -> recovery = recovery();
                case "revision" -> revision = in.number(Long.MAX_VALUE);
                case "writeId" -> writeId = in.text();
                case "status" -> status = in.oneOf(STATUSES);
                case "execution" -> execution = in.isNull() ? null : parts.execution();
                case "firstAcquiredAt" -> firstAcquiredAt = in.optionalTime();
                case "retryStartBefore" -> retryStartBefore = in.optionalTime();
                case "uncertainty" -> uncertainty = in.isNull() ? null : parts.uncertainty();
                case "outcome" -> outcome = in.isNull() ? null : parts.outcome();
                case "delivery" -> delivery = in.isNull() ? null : parts.delivery();
                case "createdAt" -> createdAt = in.time();
                case "updatedAt" -> updatedAt = in.time();
                case "expiresAt" -> expiresAt = in.optionalTime();
                default -> retainUntil = in.optionalTime();
            }
        }
        return new Checkpoint(
                schemaVersion,
                ObjectReader.present(binding),
                ObjectReader.present(recovery),
                revision,
                writeId,
                status,
                execution,
                firstAcquiredAt,
                retryStartBefore,
                uncertainty,
                outcome,
                delivery,
                createdAt,
                updatedAt,
                expiresAt,
                retainUntil);
    }

    private Binding binding() throws IOException {
        ObjectReader in = new ObjectReader(parser, Fields.BINDING);
        String namespace = "";
        String callId = "";
        String toolName = "";
        String toolRevision = "";
        String inputFingerprint = "";
        for (String field = in.next(); field != null; field = in.next()) {
            switch (field) {
                case "namespace" -> namespace = in.text();
                case "callId" -> callId = in.text();
                case "toolName" -> toolName = in.text();
                case "toolRevision" -> toolRevision = in.text();
                default -> inputFingerprint = in.text();
            }
        }
        return new Binding(namespace, callId, toolName, toolRevision, inputFingerprint);
    }

    private Recovery recovery() throws IOException {
        ObjectReader in = new ObjectReader(parser, Fields.RECOVERY);
        String kind = "";
        Long retryFor = null;
        Integer maxAttempts = null;
        for (String field = in.next(); field != null; field = in.next()) {
            switch (field) {
                case "kind" -> kind = in.oneOf(RECOVERIES);
                case "retryFor" -> retryFor = in.isNull() ? null : (Long) in.number(Long.MAX_VALUE);
                default -> maxAttempts = in.isNull() ? null : (Integer) (int) in.number(Integer.MAX_VALUE);
            }
        }
        if (kind.equals(Fields.MANUAL)) {
            ObjectReader.require(retryFor == null && maxAttempts == null, "manual recovery has no window or attempts");
            return Recovery.manual();
        }
        if (retryFor == null) {
            throw ObjectReader.broken("idempotent recovery has recovery.retryFor");
        }
        return new Recovery.Idempotent(Duration.ofMillis(retryFor), maxAttempts);
    }
}
