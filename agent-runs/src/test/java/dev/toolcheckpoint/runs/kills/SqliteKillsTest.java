package dev.toolcheckpoint.runs.kills;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** SIGKILL at twelve points of a run with three tools, on SQLite. */
class SqliteKillsTest {

    @TempDir
    private Path folder;

    static List<String> points() {
        return KilledWorkers.POINTS;
    }

    @ParameterizedTest
    @MethodSource("points")
    void theRunCompletesWithEachEffectOnce(String point) throws IOException, InterruptedException {
        new KilledWorkers("sqlite:" + folder.resolve("journal.db"), "none", Map.of()).killAt(point, folder);
    }
}
