package dev.toolcheckpoint.runs;

import dev.toolcheckpoint.runs.sqlite.SqliteRunStore;
import dev.toolcheckpoint.runs.store.RunStore;
import dev.toolcheckpoint.sqlite.SqliteCheckpointStore;
import dev.toolcheckpoint.store.CheckpointStore;
import dev.toolcheckpoint.testing.Coverage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same histories as on the in-memory store, on a file that runs and journal share. */
class SqliteCrashHistoriesTest {

    @TempDir
    private Path folder;

    @Test
    void everyEffectHappensAtMostOnceAndNoStepIsLost() {
        CrashHistoriesTest.histories(50).check(history -> {
            Path file = file();
            try (CheckpointStore checkpoints = SqliteCheckpointStore.open(file);
                    RunStore runs = SqliteRunStore.open(file)) {
                CrashWorld world = new CrashWorld(runs, checkpoints, Coverage.requiring());
                history.forEach(world::play);
                world.finish();
            }
        });
    }

    private Path file() throws IOException {
        return Files.createTempDirectory(folder, "history").resolve("journal.db");
    }
}
