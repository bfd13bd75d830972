package dev.toolcheckpoint.langgraph4j.kills;

import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.store.CheckpointStore;
import dev.toolcheckpoint.store.CheckpointStores;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Map;

/** Runs the graph in a process of its own, stops at one point, says so, and waits to be killed. */
final class DeskChild {

    private DeskChild() {}

    /** Arguments: the folder, the protection, and where to stop. */
    public static void main(String[] arguments) {
        Path folder = Path.of(arguments[0]);
        try (CheckpointStore store = CheckpointStores.open("sqlite:" + folder.resolve("journal.db"), Map.of())) {
            Desk.graph(
                            folder,
                            Desk.Protection.valueOf(arguments[1]),
                            Journal.over(store),
                            here -> stopAt(arguments[2], here))
                    .start(Desk.THREAD, Desk.ORDER);
        }
        System.out.println("ended without reaching " + arguments[2]);
    }

    private static void stopAt(String point, String here) {
        if (!point.equals(here)) {
            return;
        }
        System.out.println("at " + here);
        try {
            // Nobody writes to it: this waits for the end of the process.
            System.in.transferTo(OutputStream.nullOutputStream());
        } catch (IOException closed) {
            throw new UncheckedIOException(closed);
        }
    }
}
