package dev.toolcheckpoint.dynamo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.toolcheckpoint.dynamo.crypto.KmsEnvelopeCipher;
import dev.toolcheckpoint.dynamo.crypto.KmsEnvelopeCipherBuilder;
import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.protocol.Binding;
import dev.toolcheckpoint.protocol.CheckpointException;
import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.protocol.ErrorCode;
import dev.toolcheckpoint.protocol.Retention;
import dev.toolcheckpoint.testing.VirtualClock;
import dev.toolcheckpoint.testing.aws.AwsEndpoint;
import dev.toolcheckpoint.testing.aws.LocalAws;
import dev.toolcheckpoint.testing.aws.StrictKms;
import dev.toolcheckpoint.tool.TimeBudget;
import dev.toolcheckpoint.tool.Tool;
import dev.toolcheckpoint.tool.ToolCall;
import dev.toolcheckpoint.tool.ToolOutcome;
import dev.toolcheckpoint.tool.ToolRunner;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** What can't be read is an error with its code; the tool does not run, and the table stays as it is, byte for byte. */
@LocalAws
class DynamoUnreadableTest {

    private static final String NAMESPACE = "orders";
    private static final TimeBudget TIME = TimeBudget.ofLease(Duration.ofSeconds(30));
    private static final int INLINE = 200;
    private static final int CHUNKED = 900_000;

    private final TestTable table;
    private final StrictKms kms = StrictKms.in(Region.US_EAST_1);
    private final String key = kms.newKey();
    private final VirtualClock clock = new VirtualClock();
    private int runs;

    DynamoUnreadableTest(AwsEndpoint aws) {
        table = new TestTable(aws);
    }

    @BeforeEach
    void makeCalls() {
        for (int size : new int[] {INLINE, CHUNKED}) {
            for (String name : new String[] {"first", "second"}) {
                assertThat(runner(cipher -> cipher).run(tool(size), call(name, size), TIME))
                        .isInstanceOf(ToolOutcome.Executed.class);
            }
        }
        runs = 0;
    }

    @AfterEach
    void close() {
        table.close();
    }

    // Keys

    @ParameterizedTest
    @ValueSource(ints = {INLINE, CHUNKED})
    void recordsKey_disabled_isUnreadable(int size) {
        String next = kms.newKey();
        kms.setEnabled(key, false);

        assertFails(ErrorCode.PAYLOAD_UNREADABLE, "first", size, runner(cipher -> cipher.key(next)));
    }

    @Test
    void configuredKey_disabled_startsNothing() {
        kms.setEnabled(key, false);
        List<Map<String, AttributeValue>> before = table.items();

        assertThatExceptionOfType(CheckpointException.class)
                .isThrownBy(() -> runner(cipher -> cipher).run(tool(INLINE), call("fresh", INLINE), TIME))
                .satisfies(failure -> assertThat(failure.code()).isEqualTo(ErrorCode.KMS_UNAVAILABLE));

        assertThat(table.items()).containsExactlyInAnyOrderElementsOf(before);
        assertThat(runs).isZero();
    }

    @Test
    void recordsKey_ofAnAccountThatIsNotTrusted_isUnreadableAndNeverAsked() {
        String foreign = kms.newKey("999988887777");
        ToolRunner planted = runner(cipher -> cipher.key(foreign));
        planted.run(tool(INLINE), call("planted", INLINE), TIME);
        runs = 0;

        assertFails(ErrorCode.PAYLOAD_UNREADABLE, "planted", INLINE, runner(cipher -> cipher));
        assertThat(kms.calls("Decrypt")).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {INLINE, CHUNKED})
    void otherEncryptionContext_isUnreadable(int size) {
        assertFails(ErrorCode.PAYLOAD_UNREADABLE, "first", size, runner(cipher -> cipher.table("copy")));
        assertFails(ErrorCode.PAYLOAD_UNREADABLE, "first", size, runner(cipher -> cipher.app("other")));
    }

    // Ciphertext

    @ParameterizedTest
    @ValueSource(ints = {INLINE, CHUNKED})
    void headerAndDigest_ofAnotherRecord_areUnreadable(int size) {
        Map<String, AttributeValue> first = control("first", size);
        edit("second", size, item -> item.putAll(only(first, Names.PAYLOAD, Names.DIGEST)));

        assertFails(ErrorCode.PAYLOAD_UNREADABLE, "second", size);
    }

    @Test
    void wholeOutcome_ofAnotherRecord_isUnreadable() {
        Map<String, AttributeValue> first = control("first", CHUNKED);
        edit("second", CHUNKED, item -> item.putAll(only(first, Names.PAYLOAD, Names.DIGEST, Names.PLACE, Names.SIZE)));
        for (Map<String, AttributeValue> chunk : chunks("first")) {
            table.hands.putItem(request -> request.tableName(table.name).item(moved(chunk)));
        }

        assertFails(ErrorCode.PAYLOAD_UNREADABLE, "second", CHUNKED);
    }

    private Map<String, AttributeValue> moved(Map<String, AttributeValue> chunk) {
        Map<String, AttributeValue> copy = new HashMap<>(chunk);
        copy.put(Names.PK, AttributeValue.fromS(ItemKeys.partition(key("second", CHUNKED))));
        return copy;
    }

    @Test
    void aChunk_ofAnotherRecord_isUnreadable() {
        AttributeValue bytes = only(chunks("first").get(1), Names.DATA).getOrDefault(Names.DATA, empty());
        editChunk("second", 1, chunk -> chunk.put(Names.DATA, bytes));

        assertFails(ErrorCode.PAYLOAD_UNREADABLE, "second", CHUNKED);
    }

    @Test
    void chunks_inAnotherOrder_areUnreadable() {
        AttributeValue first = only(chunks("first").get(0), Names.DATA).getOrDefault(Names.DATA, empty());
        AttributeValue second = only(chunks("first").get(1), Names.DATA).getOrDefault(Names.DATA, empty());
        editChunk("first", 0, chunk -> chunk.put(Names.DATA, second));
        editChunk("first", 1, chunk -> chunk.put(Names.DATA, first));

        assertFails(ErrorCode.PAYLOAD_UNREADABLE, "first", CHUNKED);
    }

    @Test
    void aFlippedBit_anywhereInTheEnvelope_isUnreadable() {
        Map<String, AttributeValue> sound = control("first", INLINE);
        int length = bytes(sound, Names.PAYLOAD).length;
        // Bits of the version, of every field of the header, of the ciphertext and of the tag.
        for (int at = 0; at < length; at += 7) {
            int flipped = at;
            edit("first", INLINE, item -> item.put(Names.PAYLOAD, flip(bytes(sound, Names.PAYLOAD), flipped)));

            assertFails(ErrorCode.PAYLOAD_UNREADABLE, "first", INLINE);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void aFlippedBit_inAnyChunk_isUnreadable(int number) {
        editChunk("first", number, chunk -> chunk.put(Names.DATA, flip(bytes(chunk, Names.DATA), 17)));

        assertFails(ErrorCode.PAYLOAD_UNREADABLE, "first", CHUNKED);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void aTruncatedChunk_isUnreadable(int number) {
        editChunk("first", number, chunk -> {
            byte[] bytes = bytes(chunk, Names.DATA);
            chunk.put(Names.DATA, binary(Arrays.copyOf(bytes, bytes.length - 1)));
        });

        assertFails(ErrorCode.PAYLOAD_UNREADABLE, "first", CHUNKED);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void aMissingChunk_isUnreadableAndNeverAbsent(int number) {
        deleteChunk("first", number);

        assertThat(assertFails(ErrorCode.PAYLOAD_UNREADABLE, "first", CHUNKED))
                .contains("missing in part or whole", "The effect is done");
    }

    @Test
    void aMissingChunk_besideAnExpiredRecord_isKeptNoLonger() {
        deleteChunk("first", 1);
        clock.advance(Retention.DEFAULT.total());

        assertThat(assertFails(ErrorCode.PAYLOAD_UNREADABLE, "first", CHUNKED))
                .contains("kept no longer", "retention is over")
                .doesNotContain("missing");
    }

    // Items

    static Stream<Consumer<Map<String, AttributeValue>>> brokenItems() {
        return Stream.of(
                item -> item.put("note", AttributeValue.fromS("by hand")),
                item -> item.put(Names.STATUS, AttributeValue.fromS("READY")),
                item -> item.put(Names.STATUS, AttributeValue.fromS("UNCERTAIN")),
                item -> item.put(Names.EPOCH, AttributeValue.fromS("1")),
                item -> item.remove(Names.WRITE_ID),
                item -> item.put(Names.LEASE, AttributeValue.fromN("1")));
    }

    @ParameterizedTest
    @MethodSource("brokenItems")
    void aBrokenItem_isInvalid(Consumer<Map<String, AttributeValue>> hand) {
        edit("first", INLINE, hand);

        assertFails(ErrorCode.INVALID_CHECKPOINT, "first", INLINE);
    }

    @Test
    void anUnknownSchemaVersion_isUnsupported() {
        edit("first", INLINE, item -> item.put(Names.SCHEMA, AttributeValue.fromN("2")));

        assertFails(ErrorCode.UNSUPPORTED_SCHEMA, "first", INLINE);
    }

    // Tables

    @Test
    void aMissingTable_startsNothing() {
        assertStartsNothing(table.name + "-gone", ErrorCode.TABLE_MISSING);
    }

    @Test
    void aTableWithOtherKeys_startsNothing() {
        String other = table.name + "-other";
        table.hands.createTable(request -> request.tableName(other)
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .attributeDefinitions(
                        DynamoTables.attribute("id", ScalarAttributeType.S),
                        DynamoTables.attribute("at", ScalarAttributeType.N))
                .keySchema(DynamoTables.keys("id", "at")));

        assertStartsNothing(other, ErrorCode.TABLE_MISMATCH);
        assertThat(table.hands.scan(request -> request.tableName(other)).items())
                .isEmpty();
    }

    private void assertStartsNothing(String name, ErrorCode code) {
        DynamoCheckpointStore store = DynamoCheckpointStore.builder(name)
                .client(table.client)
                .cipher(cipher(builder -> builder))
                .build();
        assertThatExceptionOfType(CheckpointException.class)
                .isThrownBy(() -> ToolRunner.over(Journal.over(store)).run(tool(INLINE), call("first", INLINE), TIME))
                .satisfies(failure -> assertThat(failure.code()).isEqualTo(code));
        assertThat(runs).isZero();
    }

    // Hands

    private String assertFails(ErrorCode code, String name, int size) {
        return assertFails(code, name, size, runner(cipher -> cipher));
    }

    /** The message. */
    private String assertFails(ErrorCode code, String name, int size, ToolRunner runner) {
        List<Map<String, AttributeValue>> before = table.items();
        String[] message = {""};

        assertThatExceptionOfType(CheckpointException.class)
                .isThrownBy(() -> runner.run(tool(size), call(name, size), TIME))
                .satisfies(failure -> {
                    assertThat(failure.code()).isEqualTo(code);
                    message[0] = String.valueOf(failure.getMessage());
                });

        assertThat(table.items()).as("byte for byte").containsExactlyInAnyOrderElementsOf(before);
        assertThat(runs).as("the tool does not run").isZero();
        return message[0];
    }

    private KmsEnvelopeCipher cipher(UnaryOperator<KmsEnvelopeCipherBuilder> changed) {
        return changed.apply(KmsEnvelopeCipher.builder()
                        .client(kms)
                        .key(key)
                        .app("toolcheckpoint")
                        .table("calls")
                        .clock(clock))
                .build();
    }

    /** A process of its own, with no key in its cache. */
    private ToolRunner runner(UnaryOperator<KmsEnvelopeCipherBuilder> changed) {
        return ToolRunner.over(Journal.builder(
                        table.store().clock(clock).cipher(cipher(changed)).build())
                .clock(clock)
                .pause(clock::advance)
                .build());
    }

    private Tool<JsonNode, String> tool(int size) {
        return Tool.named("refund-order", JsonNode.class).handler((input, context) -> {
            runs++;
            byte[] bytes = new byte[size * 3 / 4];
            new Random(size).nextBytes(bytes);
            return Base64.getEncoder().encodeToString(bytes);
        });
    }

    private static ToolCall call(String name, int size) {
        return ToolCall.of(
                NAMESPACE,
                name + "-" + size,
                JsonNodeFactory.instance.objectNode().put("order", 7));
    }

    private static CheckpointKey key(String name, int size) {
        return new Binding(NAMESPACE, name + "-" + size, "refund-order", "1", "sha256:" + "0".repeat(64)).key();
    }

    private Map<String, AttributeValue> control(String name, int size) {
        return table.item(key(name, size));
    }

    private void edit(String name, int size, Consumer<Map<String, AttributeValue>> hand) {
        table.edit(key(name, size), hand);
    }

    private String chunkKey(String name, int number) {
        return ItemKeys.chunk(
                PayloadPlace.of(Raw.text(control(name, CHUNKED), Names.PLACE)).writeId(), number);
    }

    private List<Map<String, AttributeValue>> chunks(String name) {
        return Stream.of(0, 1)
                .map(number -> table.item(ItemKeys.partition(key(name, CHUNKED)), chunkKey(name, number)))
                .toList();
    }

    private void editChunk(String name, int number, Consumer<Map<String, AttributeValue>> hand) {
        String sort = chunkKey(name, number);
        assertThat(table.item(ItemKeys.partition(key(name, CHUNKED)), sort)).isNotEmpty();
        table.edit(ItemKeys.partition(key(name, CHUNKED)), sort, hand);
    }

    private void deleteChunk(String name, int number) {
        table.delete(ItemKeys.partition(key(name, CHUNKED)), chunkKey(name, number));
    }

    private static Map<String, AttributeValue> only(Map<String, AttributeValue> item, String... names) {
        Map<String, AttributeValue> some = new HashMap<>(item);
        some.keySet().retainAll(Set.of(names));
        return some;
    }

    private static byte[] bytes(Map<String, AttributeValue> item, String name) {
        return item.getOrDefault(name, empty()).b().asByteArray();
    }

    private static AttributeValue flip(byte[] bytes, int at) {
        bytes[at] ^= 4;
        return binary(bytes);
    }

    private static AttributeValue binary(byte[] bytes) {
        return AttributeValue.fromB(SdkBytes.fromByteArray(bytes));
    }

    private static AttributeValue empty() {
        return binary(new byte[0]);
    }
}
