package dev.toolcheckpoint.sqlite;

import dev.toolcheckpoint.store.CheckpointStore;
import dev.toolcheckpoint.testing.model.JournalModelContract;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** The journal over a SQLite file does what the model says. All histories share one file. */
class SqliteJournalModelTest extends JournalModelContract {

    @TempDir
    private Path folder;

    @Override
    protected CheckpointStore open() {
        return SqliteCheckpointStore.builder(folder.resolve("journal.db"))
                // What is tested here are answers, not what a loss of power leaves.
                .onOpen(session -> {
                    session.execute("PRAGMA synchronous = OFF");
                    return true;
                })
                .open();
    }
}
