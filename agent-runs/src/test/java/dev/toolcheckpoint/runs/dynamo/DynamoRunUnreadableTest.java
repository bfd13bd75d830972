package dev.toolcheckpoint.runs.dynamo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.toolcheckpoint.protocol.CheckpointException;
import dev.toolcheckpoint.protocol.ErrorCode;
import dev.toolcheckpoint.runs.store.Cell;
import dev.toolcheckpoint.runs.store.ItemKey;
import dev.toolcheckpoint.testing.aws.AwsEndpoint;
import dev.toolcheckpoint.testing.aws.LocalAws;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Somebody changed the table: a typed error, never an absent item, and never another's body. */
@LocalAws
class DynamoRunUnreadableTest {

    private static final ItemKey ONE = Made.key("STEP#1");
    private static final ItemKey TWO = Made.key("STEP#2");

    private final RunTable table;
    private final DynamoRunStore store;

    DynamoRunUnreadableTest(AwsEndpoint aws) {
        table = new RunTable(aws);
        store = table.encrypted().build();
    }

    @AfterEach
    void close() {
        table.close();
    }

    private Cell create(ItemKey key, int size) {
        Cell cell = Made.secret(size);
        assertThat(store.commit(Made.commit(Made.creation(key, cell)))).isTrue();
        return cell;
    }

    private void assertFails(ErrorCode code) {
        Map<String, AttributeValue> before = table.item(ONE);
        assertThat(catchThrowableOfType(CheckpointException.class, () -> store.find(ONE))
                        .code())
                .isEqualTo(code);
        assertThat(catchThrowableOfType(CheckpointException.class, () -> store.load("orders", "R#run-1"))
                        .code())
                .isEqualTo(code);
        assertThat(catchThrowableOfType(CheckpointException.class, () -> store.list("orders", "STEP#1", 10, null))
                        .code())
                .isEqualTo(code);
        assertThat(table.item(ONE)).isEqualTo(before);
    }

    private void editPayload(Consumer<Map<String, AttributeValue>> change) {
        table.edit(ONE, item -> {
            Map<String, AttributeValue> payload =
                    new HashMap<>(RunTable.value(item, "output").m());
            change.accept(payload);
            item.put("output", AttributeValue.fromM(payload));
        });
    }

    private static AttributeValue flipped(Map<String, AttributeValue> map, String name) {
        byte[] bytes = RunTable.value(map, name).b().asByteArray();
        bytes[bytes.length - 1] ^= 1;
        return AttributeValue.fromB(SdkBytes.fromByteArray(bytes));
    }

    @Test
    void flippedBit_ofAnInlineCell_isUnreadable() {
        create(ONE, 300);
        editPayload(payload -> payload.put("payload", flipped(payload, "payload")));

        assertFails(ErrorCode.PAYLOAD_UNREADABLE);
    }

    @Test
    void flippedBit_ofAChunk_isUnreadable() {
        create(ONE, 100_000);
        Map<String, AttributeValue> chunk = table.chunks().get(0);
        table.edit(chunk, edited -> edited.put("data", flipped(chunk, "data")));

        assertFails(ErrorCode.PAYLOAD_UNREADABLE);
    }

    @Test
    void missingChunk_isUnreadable() {
        create(ONE, 900_000);
        assertThat(table.chunks()).hasSize(3);
        table.delete(table.chunks().get(1));

        assertFails(ErrorCode.PAYLOAD_UNREADABLE);
    }

    @Test
    void ciphertextOfAnotherItem_isUnreadable() {
        create(ONE, 300);
        create(TWO, 300);
        AttributeValue others = RunTable.value(table.item(TWO), "output");
        table.edit(ONE, item -> item.put("output", others));

        assertFails(ErrorCode.PAYLOAD_UNREADABLE);
    }

    @Test
    void ciphertextOfAnotherCell_isUnreadable() {
        create(ONE, 300);
        table.edit(ONE, item -> {
            item.put("input", RunTable.value(item, "output"));
            item.put("inputVersion", RunTable.value(item, "outputVersion"));
        });

        assertFails(ErrorCode.PAYLOAD_UNREADABLE);
    }

    @Test
    void sealedCellThatIsSaidToBeOpen_isUnreadable() {
        create(ONE, 300);
        editPayload(payload -> payload.put("open", AttributeValue.fromBool(true)));

        assertFails(ErrorCode.PAYLOAD_UNREADABLE);
    }

    @Test
    void openPayloadThatIsSaidToBeSecret_isUnreadable() {
        Cell open = Cell.open(Made.id(), Made.id(), new byte[] {(byte) 0xff});
        assertThat(store.commit(Made.commit(Made.creation(ONE, open)))).isTrue();
        editPayload(payload -> payload.remove("open"));
        table.edit(ONE, item -> item.remove("outputFence"));

        assertFails(ErrorCode.PAYLOAD_UNREADABLE);
    }

    @Test
    void disabledKey_isUnreadable_andForeignKeyToo() {
        create(ONE, 300);
        table.kms.setEnabled(table.kmsKey, false);
        DynamoRunStore other =
                table.store().cipher(table.cipher(table.kms.newKey())).build();

        assertThat(catchThrowableOfType(CheckpointException.class, () -> other.find(ONE))
                        .code())
                .isEqualTo(ErrorCode.PAYLOAD_UNREADABLE);
        table.kms.setEnabled(table.kmsKey, true);
        assertThat(other.find(ONE)).isPresent();
        DynamoRunStore clear = table.store().build();
        assertThat(catchThrowableOfType(CheckpointException.class, () -> clear.find(ONE))
                        .code())
                .isEqualTo(ErrorCode.PAYLOAD_UNREADABLE);
    }

    @Test
    void message_namesNoByteOfTheBody() {
        Cell open = Made.open("{\"name\":\"Erika\"}");
        assertThat(store.commit(Made.commit(Made.creation(ONE, open)))).isTrue();
        table.edit(ONE, item -> item.remove("outputVersion"));

        CheckpointException failure = catchThrowableOfType(CheckpointException.class, () -> store.find(ONE));

        assertThat(failure.getMessage()).doesNotContain("Erika").contains("STEP#1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"schema", "writeId", "output", "outputVersion", "note", "attention", "size"})
    void changedAttribute_isInvalid(String what) {
        create(ONE, 300);
        switch (what) {
            case "note" -> table.edit(ONE, item -> item.put("note", AttributeValue.fromS("by hand")));
            case "attention" -> table.edit(ONE, item -> item.put("attentionAt", AttributeValue.fromN("1")));
            case "size" -> editPayload(payload -> payload.put("size", AttributeValue.fromS("300")));
            default -> table.edit(ONE, item -> item.remove(what));
        }

        assertFails(ErrorCode.INVALID_CHECKPOINT);
    }

    @Test
    void newerSchema_isUnsupported_andNeverWritten() {
        Cell cell = create(ONE, 300);
        table.edit(ONE, item -> item.put("schema", AttributeValue.fromN("2")));

        assertFails(ErrorCode.UNSUPPORTED_SCHEMA);
        assertThat(store.commit(Made.commit(Made.replacement(ONE, cell, Made.secret(10)))))
                .isFalse();
        assertFails(ErrorCode.UNSUPPORTED_SCHEMA);
    }
}
