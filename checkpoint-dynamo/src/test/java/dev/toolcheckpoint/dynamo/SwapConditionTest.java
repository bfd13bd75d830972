package dev.toolcheckpoint.dynamo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolcheckpoint.fixture.Workers;
import dev.toolcheckpoint.protocol.Status;
import dev.toolcheckpoint.protocol.Transition;
import dev.toolcheckpoint.store.WriteResult;
import dev.toolcheckpoint.testing.aws.AwsEndpoint;
import dev.toolcheckpoint.testing.aws.LocalAws;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A late packet meets a record that differs from the one it was sent for in revision or write id alone. */
@LocalAws
class SwapConditionTest {

    private final TestTable table;
    private final Workers workers;
    private final Map<String, AttributeValue> claimed;
    private final Transition late;

    SwapConditionTest(AwsEndpoint aws) {
        table = new TestTable(aws);
        workers = new DynamoWorkers(table, Sealing.CLEAR, Workers.RECEIPT).get();
        workers.given(Status.EXECUTING, Workers.MANUAL);
        claimed = table.item(Workers.KEY);
        workers.journal.renew(workers.held(), Workers.LEASE.plusSeconds(9));
        late = workers.sent.transitions().get(0);
    }

    @AfterEach
    void close() {
        table.close();
    }

    @Test
    void sameRecord_isSwapped() {
        put(claimed);
        assertThat(workers.store.compareAndSwap(late, null)).isInstanceOf(WriteResult.Stored.class);
    }

    @Test
    void sameRevisionOfARecordThatWasMadeAgain_isRefused() {
        assertRefused(with(Names.WRITE_ID, AttributeValue.fromS("made-again-1")));
    }

    @Test
    void sameWriteIdAtAnotherRevision_isRefused() {
        assertRefused(with(Names.REVISION, AttributeValue.fromN("5")));
    }

    private void assertRefused(Map<String, AttributeValue> there) {
        put(there);
        assertThat(workers.store.compareAndSwap(late, null)).isInstanceOf(WriteResult.Refused.class);
        assertThat(table.item(Workers.KEY)).isEqualTo(there);
    }

    private Map<String, AttributeValue> with(String name, AttributeValue value) {
        Map<String, AttributeValue> changed = new HashMap<>(claimed);
        changed.put(name, value);
        return changed;
    }

    private void put(Map<String, AttributeValue> item) {
        table.hands.putItem(request -> request.tableName(table.name).item(item));
    }
}
