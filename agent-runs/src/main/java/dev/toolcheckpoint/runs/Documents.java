package dev.toolcheckpoint.runs;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.ser.std.StdScalarSerializer;
import dev.toolcheckpoint.protocol.ProtocolException;
import dev.toolcheckpoint.runs.store.Cell;
import dev.toolcheckpoint.runs.store.ItemKey;
import dev.toolcheckpoint.runs.store.RunItem;
import java.io.IOException;
import java.time.Instant;

/** The documents of cells: strict JSON with a schema version, times in milliseconds. */
final class Documents {

    /** Raised by every new field; readers are deployed before writers. */
    static final int SCHEMA = 1;

    private static final String VERSION_FIELD = "v";

    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .addModule(new SimpleModule()
                    .addSerializer(Instant.class, new Millis())
                    .addDeserializer(Instant.class, new FromMillis()))
            .defaultPropertyInclusion(
                    JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.ALWAYS))
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private Documents() {}

    /** The document's text. */
    static byte[] encode(Object document) {
        ObjectNode tree = MAPPER.valueToTree(document);
        tree.put(VERSION_FIELD, SCHEMA);
        try {
            return MAPPER.writeValueAsBytes(tree);
        } catch (JsonProcessingException unlikely) {
            throw new IllegalStateException("A tree is always written.", unlikely);
        }
    }

    /** A document that people may see, with a fence of its own. */
    static Cell open(String version, Object document) {
        return open(version, version, document);
    }

    /** A document that people may see. */
    static Cell open(String version, String fence, Object document) {
        return Cell.open(version, fence, encode(document));
    }

    /** A document that a store that encrypts keeps encrypted. */
    static Cell secret(String version, Object document) {
        return Cell.secret(version, encode(document));
    }

    /**
     * Reads a cell's document.
     *
     * @throws ProtocolException {@code INVALID_CHECKPOINT} or {@code UNSUPPORTED_SCHEMA}; the cell stays as it is
     */
    static <T> T decode(RunItem item, String name, Class<T> type) {
        Cell cell = item.cell(name);
        if (cell == null) {
            throw ProtocolException.invalidCheckpoint("The item " + item.key() + " has no part \"" + name
                    + "\". It is left as it is; restore it from a copy.");
        }
        return decode(item.key(), cell.body(), type);
    }

    static <T> T decode(ItemKey key, byte[] body, Class<T> type) {
        JsonNode tree = tree(key, body);
        JsonNode version = tree.path(VERSION_FIELD);
        if (!version.isInt() || version.intValue() != SCHEMA) {
            throw ProtocolException.unsupportedSchema(
                    version.isMissingNode() ? "none (item " + key + ")" : version.asText() + " (item " + key + ")");
        }
        ((ObjectNode) tree).remove(VERSION_FIELD);
        try {
            return MAPPER.treeToValue(tree, type);
        } catch (JsonProcessingException | IllegalArgumentException broken) {
            throw invalid(key, broken);
        }
    }

    private static JsonNode tree(ItemKey key, byte[] body) {
        try {
            JsonNode tree = MAPPER.readTree(body);
            if (tree instanceof ObjectNode) {
                return tree;
            }
        } catch (IOException broken) {
            throw invalid(key, broken);
        }
        throw ProtocolException.invalidCheckpoint("The item " + key + " holds no JSON object. It is left as it is.");
    }

    private static ProtocolException invalid(ItemKey key, Exception cause) {
        // The cause quotes what it read, which may be secret.
        return ProtocolException.invalidCheckpoint("The item " + key + " does not read as what it should be ("
                + cause.getClass().getSimpleName() + "). It is left as it is; restore it from a copy.");
    }

    static JsonNode toTree(String json) {
        try {
            return MAPPER.readTree(json);
        } catch (JsonProcessingException unlikely) {
            throw new IllegalArgumentException("The text is no JSON.", unlikely);
        }
    }

    static ObjectMapper mapper() {
        return MAPPER;
    }

    private static final class Millis extends StdScalarSerializer<Instant> {
        private static final long serialVersionUID = 1L;

        Millis() {
            super(Instant.class);
        }

        @Override
        public void serialize(Instant value, JsonGenerator out, SerializerProvider provider) throws IOException {
            out.writeNumber(value.toEpochMilli());
        }
    }

    private static final class FromMillis extends StdScalarDeserializer<Instant> {
        private static final long serialVersionUID = 1L;

        FromMillis() {
            super(Instant.class);
        }

        @Override
        public Instant deserialize(JsonParser in, DeserializationContext context) throws IOException {
            return Instant.ofEpochMilli(in.getLongValue());
        }
    }
}
