package dev.toolcheckpoint.dynamo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.toolcheckpoint.dynamo.crypto.PayloadCipher;
import dev.toolcheckpoint.journal.Begin;
import dev.toolcheckpoint.journal.Complete;
import dev.toolcheckpoint.journal.Lease;
import dev.toolcheckpoint.protocol.CheckpointException;
import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.protocol.CompletionUnconfirmedException;
import dev.toolcheckpoint.protocol.ErrorCode;
import dev.toolcheckpoint.protocol.Receipt;
import dev.toolcheckpoint.protocol.Status;
import dev.toolcheckpoint.protocol.StoreException;
import dev.toolcheckpoint.testing.aws.AwsEndpoint;
import dev.toolcheckpoint.testing.aws.Fault;
import dev.toolcheckpoint.testing.aws.LocalAws;
import java.time.Instant;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Faults on the wire and hands in the table: one effect, a typed error, and a record that nobody touched. */
@LocalAws
class DynamoFaultsTest {

    private final TestTable table;
    private final DynamoCalls calls;

    DynamoFaultsTest(AwsEndpoint aws) {
        table = new TestTable(aws);
        calls = new DynamoCalls(table);
    }

    @AfterEach
    void close() {
        table.close();
    }

    /** The writes are enumerated from the wire: one that is added can't be forgotten. */
    @ParameterizedTest
    @ValueSource(ints = {200, 64_000, 900_000})
    void lostResponse_ofAnyWrite_isOneEffectAndAtMostTwoExtraRequests(int size) {
        calls.call("sound", size);
        int writes = (int) table.http.wire().exchanges().stream()
                .filter(exchange -> exchange.request().write())
                .count();
        assertThat(writes).isGreaterThanOrEqualTo(2);

        for (int write = 1; write <= writes; write++) {
            for (Fault fault : new Fault[] {Fault.DROP_RESPONSE, Fault.TIME_OUT_AFTER, Fault.SERVER_ERROR_AFTER}) {
                String callId = fault + "-" + write;
                table.http.wire().clear();
                table.http.faults().onWrites().nth(write, fault);

                byte[] bytes = calls.call(callId, size).bytes();

                table.http.faults().heal();
                assertThat(table.http.wire().requests()).as(callId).isLessThanOrEqualTo(writes + 2);
                assertThat(calls.replayed(callId)).as(callId).isEqualTo(bytes);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(value = Fault.class)
    void fault_atCompletion_meansWhatItSays(Fault fault) {
        Lease lease = calls.begin("call");
        table.http.faults().on("PutItem").always(fault);

        assertThatExceptionOfType(CompletionUnconfirmedException.class)
                .isThrownBy(() -> calls.journal.complete(lease, DynamoCalls.receipt(200)))
                .satisfies(failure -> {
                    boolean refused = fault == Fault.THROTTLE || fault == Fault.TRANSACTION_CONFLICT;
                    assertThat(failure.getCause())
                            .isInstanceOfSatisfying(
                                    StoreException.class,
                                    cause -> assertThat(cause.ambiguous()).isEqualTo(!refused));
                });

        table.http.faults().heal();
        assertThat(calls.journal.complete(lease, DynamoCalls.receipt(200)))
                .isInstanceOf(fault.applied() ? Complete.Replayed.class : Complete.Completed.class);
    }

    @Test
    void throttledForFiveSecondsAtCompletion_isStoredWithinTheTimeOrCarriedByTheError() {
        Lease lease = calls.begin("call");
        Instant throttledUntil = calls.clock.instant().plusSeconds(5);
        table.http
                .faults()
                .on(request -> request.write() && calls.clock.instant().isBefore(throttledUntil))
                .always(Fault.THROTTLE);
        Receipt receipt = DynamoCalls.receipt(200);
        Instant tooEarly = throttledUntil.minusSeconds(3);

        assertThatExceptionOfType(CompletionUnconfirmedException.class)
                .isThrownBy(() -> calls.journal.complete(lease, receipt, tooEarly))
                .satisfies(failure -> assertThat(failure.receipt()).isEqualTo(receipt));
        assertThat(calls.clock.instant()).isBefore(tooEarly);

        Instant late = throttledUntil.plusMillis(300);
        assertThat(calls.journal.complete(lease, receipt, late)).isInstanceOf(Complete.Completed.class);
        assertThat(calls.clock.instant()).isBetween(throttledUntil, late);
    }

    @Test
    void tornWrite_betweenChunksAndControlItem_leavesTheAttemptAsItWas() {
        Lease lease = calls.begin("call");
        // The process dies after the chunks: its control item is never sent.
        table.http.faults().on("PutItem").nth(4, Fault.DROP_REQUEST);
        for (int send = 5; send <= 40; send++) {
            table.http.faults().on("PutItem").nth(send, Fault.DROP_REQUEST);
        }
        assertThatExceptionOfType(CompletionUnconfirmedException.class)
                .isThrownBy(() -> calls.journal.complete(lease, DynamoCalls.receipt(900_000)));
        table.http.faults().heal();

        assertThat(Raw.text(table.item(lease.key()), Names.STATUS))
                .as("nothing points to a body that is not all there")
                .isEqualTo(Status.EXECUTING.name());
        assertThat(calls.journal.begin(DynamoCalls.intent("call"), DynamoCalls.LEASE))
                .isInstanceOf(Begin.Busy.class);
        Receipt receipt = DynamoCalls.receipt(900_000);
        assertThat(calls.journal.complete(lease, receipt)).isInstanceOf(Complete.Completed.class);
        assertThat(calls.replayed("call")).isEqualTo(receipt.bytes());
    }

    @Test
    void ciphertextOfAnotherRecord_doesNotOpen() {
        calls.call("first", 200);
        calls.call("second", 200);
        CheckpointKey second = DynamoCalls.intent("second").key();
        Map<String, AttributeValue> first =
                table.item(DynamoCalls.intent("first").key());
        table.edit(second, item -> {
            item.put(Names.PAYLOAD, attribute(first, Names.PAYLOAD));
            item.put(Names.DIGEST, attribute(first, Names.DIGEST));
        });

        assertFails(ErrorCode.PAYLOAD_UNREADABLE, "second");
    }

    @Test
    void handEditedStatus_isInvalidInEveryDirection() {
        calls.call("done", 200);
        calls.begin("open");
        for (String status : new String[] {"READY", "EXECUTING", "UNCERTAIN", "DELIVERING", "DELIVERED", "DONE"}) {
            assertRefused(
                    "done", ErrorCode.INVALID_CHECKPOINT, item -> item.put(Names.STATUS, AttributeValue.fromS(status)));
        }
        for (String status : new String[] {"READY", "UNCERTAIN", "COMPLETED", "DELIVERING", "DELIVERED", "DONE"}) {
            assertRefused(
                    "open", ErrorCode.INVALID_CHECKPOINT, item -> item.put(Names.STATUS, AttributeValue.fromS(status)));
        }
    }

    @Test
    void itemsOfAnotherShape_areRefused() {
        calls.call("done", 200);
        assertRefused("done", ErrorCode.INVALID_CHECKPOINT, item -> item.put("note", AttributeValue.fromS("x")));
        assertRefused("done", ErrorCode.INVALID_CHECKPOINT, item -> item.put(Names.EPOCH, AttributeValue.fromS("1")));
        assertRefused("done", ErrorCode.INVALID_CHECKPOINT, item -> item.put(Names.EPOCH, AttributeValue.fromN("1.5")));
        assertRefused("done", ErrorCode.INVALID_CHECKPOINT, item -> item.put(Names.TOOL, AttributeValue.fromN("1")));
        assertRefused("done", ErrorCode.INVALID_CHECKPOINT, item -> item.put(Names.CALL_ID, AttributeValue.fromS("x")));
        assertRefused(
                "done", ErrorCode.INVALID_CHECKPOINT, item -> item.put(Names.PLACE, AttributeValue.fromS("shelf")));
        assertRefused(
                "done", ErrorCode.INVALID_CHECKPOINT, item -> item.put(Names.EXPIRES_AT, AttributeValue.fromN("1")));
        assertRefused(
                "done", ErrorCode.INVALID_CHECKPOINT, item -> item.put(Names.UNSURE_TEXT, AttributeValue.fromS("x")));
        assertRefused("done", ErrorCode.INVALID_CHECKPOINT, item -> item.remove(Names.PAYLOAD));
        assertRefused("done", ErrorCode.UNSUPPORTED_SCHEMA, item -> item.put(Names.SCHEMA, AttributeValue.fromN("2")));
        assertRefused("done", ErrorCode.PAYLOAD_UNREADABLE, DynamoFaultsTest::flipPayload);
    }

    @Test
    void missingTable_isAnErrorAndNotAnEmptyJournal() {
        DynamoCheckpointStore store = DynamoCheckpointStore.builder(table.name + "-gone")
                .client(table.client)
                .cipher(PayloadCipher.none())
                .build();

        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> store.find(DynamoCalls.intent("call").key()))
                .satisfies(failure -> assertThat(failure.code()).isEqualTo(ErrorCode.TABLE_MISSING));
    }

    @Test
    void pinnedTable_ofAnotherId_isAMismatch() {
        String id = DynamoTable.of(table.client, table.name).check().tableId();
        CheckpointKey key = DynamoCalls.intent("call").key();

        assertThat(table.store().tableId(id).build().find(key)).isEmpty();
        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> table.store().tableId("another").build().find(key))
                .satisfies(failure -> assertThat(failure.code()).isEqualTo(ErrorCode.TABLE_MISMATCH));
    }

    /** R31: what was checked before a snapshot is checked again after it; the table may be another one by then. */
    @Test
    void pinnedTable_afterASnapshot_isCheckedAgain() {
        DynamoTable tool = DynamoTable.of(table.client, table.name);
        CheckpointKey key = DynamoCalls.intent("call").key();
        DynamoCheckpointStore store =
                table.store().tableId(tool.check().tableId()).build();
        assertThat(store.find(key)).isEmpty();
        table.client.deleteTable(request -> request.tableName(table.name));
        tool.create();
        assertThat(store.find(key)).as("once a process").isEmpty();

        store.beforeSnapshot();

        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> store.find(key))
                .satisfies(failure -> assertThat(failure.code()).isEqualTo(ErrorCode.TABLE_MISMATCH));
    }

    private void assertRefused(String callId, ErrorCode code, Consumer<Map<String, AttributeValue>> change) {
        CheckpointKey key = DynamoCalls.intent(callId).key();
        Map<String, AttributeValue> before = table.item(key);
        table.edit(key, change);
        Map<String, AttributeValue> edited = table.item(key);

        assertFails(code, callId);

        assertThat(table.item(key))
                .as("nobody touches a record that can't be read")
                .isEqualTo(edited);
        table.hands.putItem(request -> request.tableName(table.name).item(before));
    }

    private void assertFails(ErrorCode code, String callId) {
        assertThatExceptionOfType(CheckpointException.class)
                .isThrownBy(() -> calls.journal.begin(DynamoCalls.intent(callId), DynamoCalls.LEASE))
                .satisfies(failure -> assertThat(failure.code()).isEqualTo(code));
    }

    private static void flipPayload(Map<String, AttributeValue> item) {
        byte[] bytes = attribute(item, Names.PAYLOAD).b().asByteArray();
        bytes[bytes.length - 1] ^= 1;
        item.put(Names.PAYLOAD, AttributeValue.fromB(SdkBytes.fromByteArray(bytes)));
    }

    private static AttributeValue attribute(Map<String, AttributeValue> item, String name) {
        return item.getOrDefault(name, AttributeValue.fromNul(true));
    }
}
