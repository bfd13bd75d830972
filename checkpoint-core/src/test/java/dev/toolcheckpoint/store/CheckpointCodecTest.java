package dev.toolcheckpoint.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.ErrorCode;
import dev.toolcheckpoint.protocol.ProtocolException;
import dev.toolcheckpoint.protocol.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CheckpointCodecTest {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Map<String, Checkpoint> RECORDS = RecordsOfEveryState.all();

    static Stream<String> names() {
        return RECORDS.keySet().stream();
    }

    @ParameterizedTest
    @MethodSource("names")
    void decode_ofEncodedRecord_isTheRecord(String name) {
        Checkpoint record = record(name);
        String document = CheckpointCodec.encode(record);
        Checkpoint decoded = CheckpointCodec.decode(document, RecordsOfEveryState.inline(record));
        assertThat(decoded).isEqualTo(record);
        assertThat(CheckpointCodec.encode(decoded)).isEqualTo(document);
        assertThat(document).matches("\\p{ASCII}+").doesNotContain("\n");
    }

    @Test
    void records_coverEveryStatus() {
        assertThat(RECORDS.values().stream().map(Checkpoint::status).collect(Collectors.toSet()))
                .containsExactlyInAnyOrder(Status.values());
    }

    @Test
    void encode_ofInlinePayload_leavesItsBytesOut() {
        assertThat(document("completed"))
                .contains("\"payload\":{\"kind\":\"INLINE\",\"reference\":null}")
                .doesNotContain("ok");
    }

    @ParameterizedTest
    @MethodSource("names")
    void decode_withoutOneField_namesIt(String name) throws Exception {
        for (List<String> path : paths(JSON.readTree(document(name)))) {
            if (!path.equals(List.of("schemaVersion"))) {
                assertRefused(name, changed(name, path, null, true), path.get(path.size() - 1) + " is there");
            }
        }
    }

    @ParameterizedTest
    @MethodSource("names")
    void decode_withOneMoreField_isRefused(String name) throws Exception {
        ObjectNode tree = (ObjectNode) JSON.readTree(document(name));
        for (List<String> path : paths(tree)) {
            JsonNode value = tree.at("/" + String.join("/", path));
            if (value instanceof ObjectNode object) {
                object.put("extra", 1);
                assertRefused(name, tree.toString(), "has only known fields, found \"extra\"");
                object.remove("extra");
            }
        }
    }

    @ParameterizedTest
    @MethodSource("names")
    void decode_withOneFieldOfAnotherType_isRefused(String name) throws Exception {
        for (List<String> path : paths(JSON.readTree(document(name)))) {
            if (path.equals(List.of("schemaVersion"))) {
                continue; // Another number there is another schema.
            }
            for (String wrong : List.of("[]", "1.5", "1e3", "-1", "99999999999999999999")) {
                assertRefused(name, changed(name, path, wrong, false), path.get(path.size() - 1));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("names")
    void decode_ofCutDocument_isRefused(String name) {
        String document = document(name);
        for (int length = 0; length < document.length(); length++) {
            assertRefused(name, document.substring(0, length), "");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            executing  | "revision":2                        | "revision":2,"revision":2       | revision is there once
            executing  | "revision":2                        | "revision":0                    | revision is at least 1
            executing  | "revision":2                        | "revision":"2"                  | revision is a whole number
            executing  | "revision":2                        | "revision":2.0                  | revision is a whole number
            executing  | "revision":2                        | "revision":02                   | well-formed JSON
            executing  | "revision":2                        | "revision":NaN                  | well-formed JSON
            executing  | "status":"EXECUTING"                | "status":"executing"            | status is one of
            executing  | "status":"EXECUTING"                | "status":"RUNNING"              | status is one of
            executing  | "status":"EXECUTING"                | "status":"READY"                | READY has no execution
            executing  | "status":"EXECUTING"                | "status":null                   | status is a string
            executing  | "kind":"MANUAL"                     | "kind":"IDEMPOTENT"             | recovery.retryFor
            executing  | "retryFor":null                     | "retryFor":5                    | manual recovery has no window
            executing  | "namespace":"tenant"                | "namespace":"a#b"               | namespace must not contain
            executing  | "callId":"call-1"                   | "callId":""                     | callId must have 1 to 512
            executing  | "writeId":"w2"                      | "writeId":""                    | writeId has 1 to 512
            executing  | "epoch":1                           | "epoch":0                       | epoch is at least 1
            executing  | "epoch":1                           | "epoch":2                       | manual recovery has one attempt
            executing  | "leaseUntil":1800000030123          | "leaseUntil":1800000000123      | the lease ends after its claim
            executing  | "createdAt":1800000000123           | "createdAt":253402300800000     | createdAt is a whole number from 0
            executing in a window | "retryFor":600000        | "retryFor":0                    | retryFor must be 1 ms
            executing in a window | "retryFor":600000        | "retryFor":9223372036854775807  | retryFor must be 1 ms
            executing in a window | "retryFor":600000        | "retryFor":600001               | firstAcquiredAt + retryFor
            executing in a window | "maxAttempts":null       | "maxAttempts":0                 | maxAttempts must be at least 1
            executing in a window | "maxAttempts":null       | "maxAttempts":2147483648        | maxAttempts is a whole number
            uncertain  | "code":"LEASE_EXPIRED"              | "code":"EXPIRED"                | uncertainty.code is one of
            completed  | "kind":"SUCCESS"                    | "kind":"FINE"                   | outcome.kind is one of
            completed  | "retryableAsNewCall":false          | "retryableAsNewCall":0          | retryableAsNewCall is true or false
            completed  | "retryableAsNewCall":false          | "retryableAsNewCall":true       | only an error is retryable
            completed  | "size":11                           | "size":12                       | the payload has the outcome's size
            completed  | "kind":"INLINE"                     | "kind":"FORGOTTEN"              | only an inline payload has bytes
            completed  | "kind":"INLINE"                     | "kind":"STORED"                 | a stored payload has payload.reference
            completed  | "kind":"INLINE","reference":null    | "kind":"INLINE","reference":"x" | only a stored payload has
            completed  | "digest":"sha256:                   | "digest":"md5:                  | the outcome's digest
            delivering | "idempotent":true                   | "idempotent":"true"             | delivery.idempotent is true or false
            delivering | "attempts":1                        | "attempts":0                    | delivery attempts are at least 1
            settled, absent | "kind":"ABSENT"                | "kind":"LOST"                   | settlement.kind is one of
            """)
    void decode_ofBrokenDocument_namesTheRule(String name, String valid, String broken, String rule) {
        String document = document(name);
        assertThat(document).contains(valid);
        assertRefused(name, document.replace(valid, broken), rule);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", " x", "]", "null"})
    void decode_withTextAfterTheDocument_isRefused(String trailing) {
        assertRefused("executing", document("executing") + trailing, "");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "null", "[]", "\"text\"", "{}", "{\"schemaVersion\":\"1\"}", "{\"schemaVersion\":1.0}"})
    void decode_ofAnotherDocument_isRefused(String document) {
        assertRefused("executing", document, "");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"schemaVersion\":2,\"anything\":{\"a\":[1]}}",
                "{\"anything\":{\"schemaVersion\":1},\"schemaVersion\":0}",
                "{\"schemaVersion\":123456789012345678901234567890}"
            })
    void decode_ofAnotherSchema_isUnsupportedWhateverElseItHolds(String document) {
        ProtocolException refused = refused(document, null);
        assertThat(refused.code()).isEqualTo(ErrorCode.UNSUPPORTED_SCHEMA);
    }

    @Test
    void decode_withFieldsInAnotherOrder_isTheRecord() throws Exception {
        ObjectNode tree = (ObjectNode) JSON.readTree(document("executing"));
        JsonNode version = Objects.requireNonNull(tree.remove("schemaVersion"));
        tree.set("schemaVersion", version);
        assertThat(CheckpointCodec.decode(tree.toString(), null)).isEqualTo(record("executing"));
    }

    @Test
    void decode_withoutInlineBytes_isRefused() {
        assertThat(refused(document("completed"), null))
                .hasMessageContaining("an inline payload has its bytes beside the document");
    }

    @Test
    void decode_ofBytesThatNothingRefersTo_isRefused() {
        assertThat(refused(document("executing"), new byte[0])).hasMessageContaining("only an inline payload");
    }

    @Test
    void decode_ofHugeDocument_isRefused() {
        assertRefused("executing", document("executing") + " ".repeat(300_000), "at most 262144 bytes");
    }

    @Test
    void decode_ofBrokenDocument_neverQuotesIt() {
        String secret = "hunter2";
        for (String document : List.of(
                document("executing").replace("\"EXECUTING\"", "\"" + secret + "\""),
                document("executing").replace("\"EXECUTING\"", secret),
                document("executing").replace("\"status\"", "\"a " + secret + "\""),
                secret)) {
            ProtocolException refused = refused(document, null);
            assertThat(refused.getMessage()).doesNotContain(secret);
            assertThat(refused.getCause()).isNull();
        }
    }

    @Test
    void encode_ofRecordThatBreaksAnInvariant_isRefused() {
        Checkpoint executing = record("executing");
        Checkpoint broken = new Checkpoint(
                1,
                executing.binding(),
                executing.recovery(),
                0,
                "w",
                Status.READY,
                null,
                null,
                null,
                null,
                null,
                null,
                executing.createdAt(),
                executing.updatedAt(),
                null,
                null);
        assertThatThrownBy(() -> CheckpointCodec.encode(broken))
                .isInstanceOfSatisfying(
                        ProtocolException.class,
                        refused -> assertThat(refused.code()).isEqualTo(ErrorCode.INVALID_CHECKPOINT));
    }

    private static void assertRefused(String name, String document, String rule) {
        ProtocolException refused = refused(document, RecordsOfEveryState.inline(record(name)));
        assertThat(refused.code()).as(document).isEqualTo(ErrorCode.INVALID_CHECKPOINT);
        assertThat(refused).hasMessageContaining(rule);
        assertThat(refused.effectMayHaveHappened()).isTrue();
    }

    private static ProtocolException refused(String document, byte @Nullable [] inline) {
        return Objects.requireNonNull(
                catchThrowableOfType(ProtocolException.class, () -> CheckpointCodec.decode(document, inline)),
                document);
    }

    private static Checkpoint record(String name) {
        return Objects.requireNonNull(RECORDS.get(name), name);
    }

    private static String document(String name) {
        return CheckpointCodec.encode(record(name));
    }

    /** Where every field of the tree is. */
    private static List<List<String>> paths(JsonNode tree) {
        List<List<String>> paths = new ArrayList<>();
        tree.properties().forEach(field -> {
            paths.add(List.of(field.getKey()));
            for (List<String> below : paths(field.getValue())) {
                List<String> path = new ArrayList<>(List.of(field.getKey()));
                path.addAll(below);
                paths.add(path);
            }
        });
        return paths;
    }

    private static String changed(String name, List<String> path, @Nullable String value, boolean removed)
            throws Exception {
        ObjectNode tree = (ObjectNode) JSON.readTree(document(name));
        ObjectNode parent = tree;
        for (String step : path.subList(0, path.size() - 1)) {
            parent = (ObjectNode) parent.get(step);
        }
        String last = path.get(path.size() - 1);
        if (removed) {
            parent.remove(last);
            return tree.toString();
        }
        parent.put(last, "@@");
        return tree.toString().replace("\"@@\"", String.valueOf(value));
    }
}
