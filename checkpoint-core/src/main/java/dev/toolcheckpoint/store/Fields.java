package dev.toolcheckpoint.store;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The shape of the document: the fields of each of its objects, in the order they are written.
 *
 * @param path what the object is called in messages
 * @param names its fields
 */
record Fields(String path, List<String> names) {

    /** Shared by reader and writer; building one costs more than a decode. */
    static final JsonFactory FACTORY = new JsonFactoryBuilder()
            // All text as ASCII: a lone surrogate has no UTF-8, and a store would replace it.
            .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(64)
                    .maxNumberLength(100)
                    .maxNameLength(1_000)
                    .maxStringLength(16_384)
                    .build())
            .build();

    static final String MANUAL = "MANUAL";
    static final String IDEMPOTENT = "IDEMPOTENT";
    static final String INLINE = "INLINE";
    static final String STORED = "STORED";
    static final String FORGOTTEN = "FORGOTTEN";
    static final String HAPPENED = "HAPPENED";
    static final String ABSENT = "ABSENT";

    static final Fields RECORD = of(
            "record",
            "schemaVersion",
            "binding",
            "recovery",
            "revision",
            "writeId",
            "status",
            "execution",
            "firstAcquiredAt",
            "retryStartBefore",
            "uncertainty",
            "outcome",
            "delivery",
            "createdAt",
            "updatedAt",
            "expiresAt",
            "retainUntil");
    static final Fields BINDING = of("binding", "namespace", "callId", "toolName", "toolRevision", "inputFingerprint");
    static final Fields RECOVERY = of("recovery", "kind", "retryFor", "maxAttempts");
    static final Fields EXECUTION = of("execution", "attemptId", "epoch", "claimedAt", "leaseUntil", "abandonedAt");
    static final Fields UNCERTAINTY = of("uncertainty", "code", "text", "at", "by");
    static final Fields OUTCOME = of(
            "outcome",
            "kind",
            "retryableAsNewCall",
            "mediaType",
            "size",
            "digest",
            "payload",
            "completedAt",
            "settlement");
    static final Fields PAYLOAD = of("payload", "kind", "reference");
    static final Fields DELIVERY = of(
            "delivery",
            "deliveryId",
            "idempotent",
            "claimedAt",
            "leaseUntil",
            "attempts",
            "deliveredAt",
            "undeliverable",
            "settlement");
    static final Fields EVIDENCE = of("settlement", "kind", "text", "by");

    /** The objects of the record, by the field that holds them. */
    private static final Map<String, Fields> PARTS = Map.of(
            "binding", BINDING,
            "recovery", RECOVERY,
            "execution", EXECUTION,
            "uncertainty", UNCERTAINTY,
            "outcome", OUTCOME,
            "payload", PAYLOAD,
            "delivery", DELIVERY,
            "settlement", EVIDENCE);

    private static final com.fasterxml.jackson.databind.ObjectReader TREES = new ObjectMapper(FACTORY)
            .reader()
            .with(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .with(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

    /** The same document with its known fields first, in order. */
    static byte[] inOrder(byte[] document) throws IOException {
        return RECORD.ordered(TREES.readTree(document)).toString().getBytes(StandardCharsets.UTF_8);
    }

    private JsonNode ordered(JsonNode value) {
        if (!(value instanceof ObjectNode object)) {
            return value;
        }
        ObjectNode ordered = object.objectNode();
        for (String name : names) {
            JsonNode field = object.get(name);
            if (field != null) {
                Fields part = PARTS.get(name);
                ordered.set(name, part == null ? field : part.ordered(field));
            }
        }
        object.properties().forEach(field -> ordered.putIfAbsent(field.getKey(), field.getValue()));
        return ordered;
    }

    private static Fields of(String path, String... names) {
        return new Fields(path, List.of(names));
    }

    /** The constants of an enum by name, in their order. */
    static <E extends Enum<E>> Map<String, E> byName(E[] values) {
        Map<String, E> names = new LinkedHashMap<>();
        for (E value : values) {
            names.put(value.name(), value);
        }
        return Collections.unmodifiableMap(names);
    }

    /** Each name for itself. */
    static Map<String, String> same(String... names) {
        Map<String, String> map = new LinkedHashMap<>();
        for (String name : names) {
            map.put(name, name);
        }
        return Collections.unmodifiableMap(map);
    }
}
