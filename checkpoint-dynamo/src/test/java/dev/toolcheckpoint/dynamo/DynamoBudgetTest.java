package dev.toolcheckpoint.dynamo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolcheckpoint.journal.Begin;
import dev.toolcheckpoint.journal.ClaimDelivery;
import dev.toolcheckpoint.testing.aws.AwsEndpoint;
import dev.toolcheckpoint.testing.aws.ItemSizes;
import dev.toolcheckpoint.testing.aws.LocalAws;
import dev.toolcheckpoint.testing.aws.WireExchange;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
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
    void takeover_isTwoPuts() {
        calls.begin("call");
        calls.clock.advance(Duration.ofSeconds(60));
        table.http.wire().clear();

        calls.begin("call");

        // The index moves: it deletes and puts. The refused creation is not reported, but costs a unit, too.
        assertCost(Map.of("PutItem", 2), 1 + 2);
    }

    @Test
    void delivery_isTwoPutsMore() {
        calls.call("call", 200);
        table.http.wire().clear();

        ClaimDelivery claim =
                calls.journal.claimDelivery(DynamoCalls.intent("call").key(), DynamoCalls.LEASE, true);
        calls.journal.completeDelivery(DynamoCalls.intent("call").key(), ((ClaimDelivery.Claimed) claim).deliveryId());

        // The journal finds the record before each of the two, because it was handed a key and not a record.
        assertThat(table.http.wire().counts()).isEqualTo(Map.of("GetItem", 2, "PutItem", 2));
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
