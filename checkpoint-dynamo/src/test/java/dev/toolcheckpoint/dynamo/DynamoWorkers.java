package dev.toolcheckpoint.dynamo;

import dev.toolcheckpoint.fixture.Workers;
import dev.toolcheckpoint.protocol.Receipt;
import dev.toolcheckpoint.testing.VirtualClock;
import dev.toolcheckpoint.testing.aws.AwsEndpoint;
import java.util.function.Supplier;

/** Workers over a table. */
record DynamoWorkers(TestTable table, Sealing sealing, Receipt receipt) implements Supplier<Workers> {

    /** Over tables of their own, in clear: two records of equal calls are equal. */
    static Supplier<Workers> clear(AwsEndpoint aws) {
        return () -> owning(new TestTable(aws), Sealing.CLEAR);
    }

    /** Over tables of their own. */
    static Supplier<Workers> encrypted(AwsEndpoint aws) {
        return () -> owning(new TestTable(aws), Sealing.ENCRYPTED);
    }

    private static Workers owning(TestTable table, Sealing sealing) {
        return new DynamoWorkers(table, sealing, Workers.RECEIPT).get(table);
    }

    /** The table stays open. */
    @Override
    public Workers get() {
        return get(() -> {});
    }

    private Workers get(AutoCloseable owned) {
        VirtualClock clock = new VirtualClock();
        DynamoCheckpointStore store = table.store()
                .clock(clock)
                .cipher(sealing.cipher(clock))
                .owning(owned)
                .build();
        return new Workers(store, clock, key -> table.delete(ItemKeys.partition(key), ItemKeys.CONTROL), receipt);
    }
}
