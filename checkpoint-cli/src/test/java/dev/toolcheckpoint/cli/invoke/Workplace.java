package dev.toolcheckpoint.cli.invoke;

import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.store.CheckpointStore;
import dev.toolcheckpoint.store.CheckpointStores;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A store and a ledger of their own in a folder, and the sample event over them. */
record Workplace(Path folder) {

    private static final String CALL_ID = "order-4711:refund-1";

    static Workplace in(Path folder, String name) throws IOException {
        return new Workplace(Files.createDirectories(folder.resolve(name)));
    }

    String[] refund(String... further) {
        return arguments(Invocation.REFUND, further);
    }

    String[] arguments(Path event, String... further) {
        List<String> arguments = new ArrayList<>(List.of(event.toString(), "--store", store(), "--ledger"));
        arguments.add(folder.resolve("ledger.jsonl").toString());
        arguments.addAll(List.of(further));
        return arguments.toArray(new String[0]);
    }

    /** The sample event with another amount. */
    Path changedEvent() throws IOException {
        return Files.writeString(
                folder.resolve("changed.json"),
                Files.readString(Invocation.REFUND).replace("25.00", "250.00"));
    }

    String store() {
        return "sqlite:" + folder.resolve("calls.db");
    }

    long ledgerLines(String type) throws IOException {
        Path ledger = folder.resolve("ledger.jsonl");
        return Files.exists(ledger)
                ? Files.readAllLines(ledger).stream()
                        .filter(line -> line.contains("{\"type\":\"" + type + "\""))
                        .count()
                : 0;
    }

    Optional<Checkpoint> record() {
        try (CheckpointStore store = CheckpointStores.open(store(), Map.of())) {
            return store.find(CheckpointKey.of("local", CALL_ID));
        }
    }
}
