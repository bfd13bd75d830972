package dev.toolcheckpoint.bench.dynamo;

import dev.toolcheckpoint.journal.Begin;
import dev.toolcheckpoint.journal.Complete;
import dev.toolcheckpoint.journal.Intent;
import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.protocol.Binding;
import dev.toolcheckpoint.protocol.Receipt;
import dev.toolcheckpoint.protocol.Recovery;
import dev.toolcheckpoint.store.CheckpointStore;
import dev.toolcheckpoint.store.CheckpointStores;
import java.util.Map;

/** Ours: an encrypted call, begun and completed, over a store opened by its name. */
final class ColdCheckpoint {

    private ColdCheckpoint() {}

    static void run(String table, String key, String callId) {
        CheckpointStore store = CheckpointStores.open("dynamo:" + table, Map.of("kms", key));
        Journal journal = Journal.over(store);
        Binding binding = new Binding("cold", callId, "refund-order", "1", "sha256:" + "ab".repeat(32));
        Begin begun = journal.begin(Intent.of(binding, Recovery.manual()), Journal.DEFAULT_LEASE);
        if (!(begun instanceof Begin.Acquired acquired)
                || !(journal.complete(acquired.lease(), Receipt.success("application/json", ColdProgram.result()))
                        instanceof Complete.Completed)) {
            throw new IllegalStateException("A fresh call must complete, found " + begun);
        }
    }
}
