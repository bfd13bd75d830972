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
import dev.toolcheckpoint.store.ObjectReader.OutOfOrderException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads a record's document. */
final class CheckpointReader {

    /** More than the largest record has, every unit of it escaped. */
    private static final int MAX_DOCUMENT = 262_144;

    private static final byte[] KNOWN_SCHEMA =
            ("{\"schemaVersion\":" + Checkpoint.SCHEMA_VERSION + ",").getBytes(StandardCharsets.US_ASCII);

    private static final Map<String, Status> STATUSES = Fields.byName(Status.values());

    private final byte[] document;
    private final byte @Nullable [] inline;

    private CheckpointReader(byte[] document, byte @Nullable [] inline) {
        this.document = document;
        this.inline = inline;
    }

    static Checkpoint read(byte[] document, byte @Nullable [] inline) {
        if (document.length > MAX_DOCUMENT) {
            throw ObjectReader.broken("the document has at most " + MAX_DOCUMENT + " bytes");
        }
        // What begins like this is UTF-8 without a mark: the parser would detect other encodings, too.
        if (document.length < 2 || document[0] != '{' || document[1] == 0) {
            throw ObjectReader.broken("the document is a JSON object");
        }
        try {
            return new CheckpointReader(document, inline).record();
        } catch (JsonProcessingException malformed) {
            // Its message quotes the text, so neither the message nor the exception goes on.
            throw ObjectReader.broken(
                    "the document is well-formed JSON within the limits, without repeated fields (it is"
                            + " not near byte " + malformed.getLocation().getByteOffset() + ")");
        } catch (IOException impossible) {
            throw ObjectReader.broken("the document is UTF-8");
        } catch (ProtocolException refused) {
            // A value that could not be constructed came out of a store, not from a caller.
            throw refused.code() == ErrorCode.INVALID_ARGUMENT
                    ? ObjectReader.broken("its values are allowed: " + refused.getMessage())
                    : refused;
        }
    }

    private Checkpoint record() throws IOException {
        if (!Arrays.equals(
                document, 0, Math.min(KNOWN_SCHEMA.length, document.length), KNOWN_SCHEMA, 0, KNOWN_SCHEMA.length)) {
            requireKnownSchema();
        }
        try {
            return read(document);
        } catch (OutOfOrderException first) {
            // Fields in another order are the same document; only nobody who is in a hurry writes them so.
            try {
                return read(Fields.inOrder(document));
            } catch (OutOfOrderException missing) {
                throw ObjectReader.broken(String.valueOf(missing.getMessage()));
            }
        }
    }

    /** A later version may change every other field, so it is looked for before anything else is judged. */
    private void requireKnownSchema() throws IOException {
        try (JsonParser parser = Fields.FACTORY.createParser(document)) {
            parser.nextToken();
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

    private Checkpoint read(byte[] ordered) throws IOException, OutOfOrderException {
        try (JsonParser parser = Fields.FACTORY.createParser(ordered)) {
            parser.nextToken();
            PartReader parts = new PartReader(parser, inline);
            Checkpoint record = read(parser, parts);
            if (parser.nextToken() != null) {
                throw ObjectReader.broken("nothing follows the document");
            }
            if (parts.inlineLeft()) {
                throw ObjectReader.broken("only an inline payload has bytes beside the document");
            }
            return Invariants.validate(record);
        }
    }

    private static Checkpoint read(JsonParser parser, PartReader parts) throws IOException, OutOfOrderException {
        ObjectReader in = new ObjectReader(parser, Fields.RECORD);
        int schemaVersion = (int) in.number("schemaVersion", Integer.MAX_VALUE);
        in.present("binding");
        Binding binding = parts.binding();
        in.present("recovery");
        Recovery recovery = parts.recovery();
        long revision = in.number("revision", Long.MAX_VALUE);
        String writeId = in.text("writeId");
        Status status = in.oneOf("status", STATUSES);
        Execution execution = in.present("execution") ? parts.execution() : null;
        Instant firstAcquiredAt = in.optionalTime("firstAcquiredAt");
        Instant retryStartBefore = in.optionalTime("retryStartBefore");
        Uncertainty uncertainty = in.present("uncertainty") ? parts.uncertainty() : null;
        Outcome outcome = in.present("outcome") ? parts.outcome() : null;
        Delivery delivery = in.present("delivery") ? parts.delivery() : null;
        Instant createdAt = in.time("createdAt");
        Instant updatedAt = in.time("updatedAt");
        Instant expiresAt = in.optionalTime("expiresAt");
        Instant retainUntil = in.optionalTime("retainUntil");
        in.end();
        return new Checkpoint(
                schemaVersion,
                binding,
                recovery,
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
}
