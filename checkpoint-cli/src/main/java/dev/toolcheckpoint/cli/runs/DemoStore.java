package dev.toolcheckpoint.cli.runs;

import dev.toolcheckpoint.journal.IdSource;
import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.lambda.samples.FileLedger;
import dev.toolcheckpoint.orderdesk.OrderDesk;
import dev.toolcheckpoint.orderdesk.Place;
import dev.toolcheckpoint.orderdesk.ScriptedDeskModel;
import dev.toolcheckpoint.runs.Runs;
import dev.toolcheckpoint.runs.store.RunStore;
import dev.toolcheckpoint.runs.store.RunStores;
import dev.toolcheckpoint.store.CheckpointStore;
import dev.toolcheckpoint.store.CheckpointStores;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;

/**
 * The demo's store, on a clock that may be ahead: the demo does not wait until a dead worker's claim is over, it sets its clocks on.
 */
final class DemoStore implements AutoCloseable {

    static final String NAMESPACE = "demo";

    private final Path folder;
    private final Clock clock;
    private final CheckpointStore checkpoints;
    private final RunStore store;
    private final Journal journal;

    DemoStore(Path folder, Duration ahead) {
        this.folder = folder;
        this.clock = Clock.offset(Clock.systemUTC(), ahead);
        String name = "sqlite:" + folder.resolve("runs.db");
        this.checkpoints = CheckpointStores.open(name, Map.of());
        this.store = RunStores.open(name, Map.of());
        this.journal = Journal.builder(checkpoints).clock(clock).build();
    }

    static Path ledger(Path folder) {
        return folder.resolve("ledger.jsonl");
    }

    Clock clock() {
        return clock;
    }

    Journal journal() {
        return journal;
    }

    /** Runs with the sample agent. */
    Runs.Builder runs(Place.Visitor visitor) {
        return Runs.builder(store, journal)
                .agents(OrderDesk.agent(
                        new ScriptedDeskModel(IdSource.secureRandom()), new FileLedger(ledger(folder)), visitor))
                .notifier(request -> true);
    }

    @Override
    public void close() {
        try (checkpoints) {
            store.close();
        }
    }
}
