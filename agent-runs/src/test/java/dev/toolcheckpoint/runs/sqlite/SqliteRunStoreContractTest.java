package dev.toolcheckpoint.runs.sqlite;

import dev.toolcheckpoint.runs.kit.RunStoreContract;
import dev.toolcheckpoint.runs.store.RunStore;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** The SQLite store of runs passes the kit. */
class SqliteRunStoreContractTest extends RunStoreContract {

    @TempDir
    private Path folder;

    @Override
    protected RunStore open() {
        return SqliteRunStore.open(folder.resolve("calls.db"));
    }
}
