package dev.toolcheckpoint.dynamo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolcheckpoint.journal.Begin;
import dev.toolcheckpoint.journal.ClaimDelivery;
import dev.toolcheckpoint.journal.Complete;
import dev.toolcheckpoint.journal.Deliverable;
import dev.toolcheckpoint.journal.DeliveryEnd;
import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.journal.Lease;
import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.protocol.Payload;
import dev.toolcheckpoint.protocol.Receipt;
import dev.toolcheckpoint.testing.aws.AwsEndpoint;
import dev.toolcheckpoint.testing.aws.ItemSizes;
import dev.toolcheckpoint.testing.aws.LocalAws;
import dev.toolcheckpoint.testing.aws.WireExchange;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The budget of the design, counted on the wire: requests and write units; read units from stored sizes. */
@LocalAws
class DynamoBudgetTest {

    private final TestTable table;
    private final DynamoCalls calls;

    DynamoBudgetTest(AwsEndpoint aws) {
        table = new TestTable(aws);
        calls = new DynamoCalls(table);
    }

    @AfterEach
    void close() {
        table.close();
    }

    @Test
    void freshCall_200BytesEncrypted_isTwoPutsOfOneUnitEach() {
        calls.call("call", 200);

        assertCost(Map.of("PutItem", 2), 2 + 2);
        assertThat(ItemSizes.of(table.item(DynamoCalls.intent("call").key())))
                .as("the control item in bytes")
                .isLessThanOrEqualTo(1_024);
        assertThat(calls.kms.calls("GenerateDataKey")).isEqualTo(1);
    }

    @Test
    void freshCall_4096Bytes_isInline() {
        calls.call("call", 4_096);

        assertThat(table.http.wire().counts()).isEqualTo(Map.of("PutItem", 2));
        assertThat(table.item(DynamoCalls.intent("call").key())).doesNotContainKey(Names.PLACE);
        assertThat(writeUnits()).isEqualTo(1 + 5 + 2);
    }

    @Test
    void replay_inline_isOnePut() {
        byte[] bytes = calls.call("call", 200).bytes();
        table.http.wire().clear();

        assertThat(calls.replayed("call")).isEqualTo(bytes);

        assertThat(table.http.wire().counts()).isEqualTo(Map.of("PutItem", 1));
        assertThat(calls.kms.calls("Decrypt")).isZero();
    }

    @Test
    void busy_isOnePut() {
        calls.begin("call");
        table.http.wire().clear();

        assertThat(calls.journal.begin(DynamoCalls.intent("call"), DynamoCalls.LEASE))
                .isInstanceOf(Begin.Busy.class);

        assertThat(table.http.wire().counts()).isEqualTo(Map.of("PutItem", 1));
    }

    @Test
    void freshCall_64000Bytes_isThreePutsAndItsReplayTwoRequestsAndEightReadUnits() {
        byte[] bytes = calls.call("call", 64_000).bytes();
        assertCost(Map.of("PutItem", 3), 1 + 63 + 1 + 2);
        table.http.wire().clear();

        assertThat(calls.replayed("call")).isEqualTo(bytes);

        assertThat(table.http.wire().counts()).isEqualTo(Map.of("PutItem", 1, "BatchGetItem", 1));
        Map<String, AttributeValue> control =
                table.item(DynamoCalls.intent("call").key());
        assertThat(ItemSizes.writeUnits(ItemSizes.of(control))).isEqualTo(1);
        String writeId = PayloadPlace.of(Raw.text(control, Names.PLACE)).writeId();
        int chunk = ItemSizes.of(table.item(Raw.text(control, Names.PK), ItemKeys.chunk(writeId, 0)));
        assertThat(ItemSizes.readUnits(chunk)).isEqualTo(8);
    }

    @Test
    void takeover_isTwoPutsAndThreeUnitsWithItsCompletion() {
        calls.begin("call");
        calls.clock.advance(Duration.ofSeconds(60));
        table.http.wire().clear();

        Lease lease = calls.begin("call");
        assertThat(table.http.wire().counts()).isEqualTo(Map.of("PutItem", 2));
        calls.journal.complete(lease, DynamoCalls.receipt(200));

        // The index moves with the takeover, which deletes and puts, and loses the record with the completion. The
        // refused creation
        // costs what the larger of the two items does; DynamoDB charges it, but reports only writes that were made.
        double refused = ItemSizes.writeUnits(
                ItemSizes.of(table.item(DynamoCalls.intent("call").key())));
        assertThat(refused).isEqualTo(1);
        assertCost(Map.of("PutItem", 3), 3 - refused + 3);
    }

    /** The control item is put twice, and enters the index and leaves it. */
    @ParameterizedTest
    @CsvSource({"200, 2", "4096, 5", "64000, 1"})
    void delivery_afterACompletion_isTwoPutsMore(int size, int units) {
        Complete complete = calls.journal.complete(calls.begin("call"), DynamoCalls.receipt(size));
        Deliverable deliverable = ((Complete.Completed) complete).deliverable();
        table.http.wire().clear();

        deliver(calls.journal, deliverable, DynamoCalls.receipt(size));

        assertDelivery(units);
        assertThat(calls.kms.calls("Decrypt")).isZero();
    }

    @ParameterizedTest
    @CsvSource({"200, 2", "4096, 5", "64000, 1"})
    void delivery_afterAReplay_isTwoPutsMore(int size, int units) {
        calls.call("call", size);
        Begin begin = calls.journal.begin(DynamoCalls.intent("call"), DynamoCalls.LEASE);
        table.http.wire().clear();

        deliver(calls.journal, ((Begin.Replay) begin).deliverable(), DynamoCalls.receipt(size));

        assertDelivery(units);
    }

    @ParameterizedTest
    @CsvSource({"200, 1", "4096, 5", "64000, 1"})
    void delivery_inClear_isTwoPutsMore(int size, int units) {
        Journal clear = Journal.builder(table.store().clock(calls.clock).build())
                .clock(calls.clock)
                .build();
        Begin begin = clear.begin(DynamoCalls.intent("call"), DynamoCalls.LEASE);
        Complete complete = clear.complete(((Begin.Acquired) begin).lease(), DynamoCalls.receipt(size));
        table.http.wire().clear();

        deliver(clear, ((Complete.Completed) complete).deliverable(), DynamoCalls.receipt(size));

        assertDelivery(units);
    }

    @Test
    void delivery_fromAnOldAnswer_isOneRefusedPutMore() {
        Complete complete = calls.journal.complete(calls.begin("call"), DynamoCalls.receipt(200));
        Deliverable old = ((Complete.Completed) complete).deliverable();
        calls.journal.releaseDelivery(claim(calls.journal, old).lease());
        table.http.wire().clear();

        deliver(calls.journal, old, DynamoCalls.receipt(200));

        assertThat(table.http.wire().counts()).isEqualTo(Map.of("PutItem", 3));
    }

    @Test
    void delivery_byKey_readsBeforeEachStep() {
        calls.call("call", 200);
        table.http.wire().clear();

        CheckpointKey key = DynamoCalls.intent("call").key();
        ClaimDelivery claim = calls.journal.claimDelivery(key, DynamoCalls.LEASE, true);
        calls.journal.completeDelivery(key, ((ClaimDelivery.Claimed) claim).deliveryId());

        assertThat(table.http.wire().counts()).isEqualTo(Map.of("GetItem", 2, "PutItem", 2));
    }

    private static ClaimDelivery.Claimed claim(Journal journal, Deliverable deliverable) {
        ClaimDelivery claim = journal.claimDelivery(deliverable, DynamoCalls.LEASE, true);
        assertThat(claim).isInstanceOf(ClaimDelivery.Claimed.class);
        return (ClaimDelivery.Claimed) claim;
    }

    private static void deliver(Journal journal, Deliverable deliverable, Receipt receipt) {
        ClaimDelivery.Claimed claimed = claim(journal, deliverable);
        assertThat(claimed.outcome().payload()).isEqualTo(Payload.Inline.of(receipt.bytes()));
        assertThat(journal.completeDelivery(claimed.lease())).isEqualTo(DeliveryEnd.DONE);
    }

    private void assertDelivery(int units) {
        assertCost(Map.of("PutItem", 2), 2.0 * units + 2);
        assertThat(ItemSizes.writeUnits(
                        ItemSizes.of(table.item(DynamoCalls.intent("call").key()))))
                .as("units of the control item")
                .isEqualTo(units);
    }

    @Test
    void freshCalls_ofOneNamespace_haveOneDataKey() {
        for (int call = 0; call < 50; call++) {
            calls.call("call-" + call, 20);
        }
        assertThat(calls.kms.calls("GenerateDataKey")).isEqualTo(1);
    }

    private void assertCost(Map<String, Integer> requests, double units) {
        assertThat(table.http.wire().counts()).isEqualTo(requests);
        assertThat(writeUnits()).isEqualTo(units);
    }

    private double writeUnits() {
        List<WireExchange> all = table.http.wire().exchanges();
        return all.stream().mapToDouble(WireExchange::capacityUnits).sum();
    }
}
