package dev.toolcheckpoint.sqlite;

import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.store.CheckpointStore;
import dev.toolcheckpoint.testing.CheckpointStoreContract;
import dev.toolcheckpoint.testing.Corruption;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;

/** The SQLite store passes the kit, with every corruption that a hand-made UPDATE can cause. */
class SqliteStoreContractTest extends CheckpointStoreContract {

    @TempDir
    private Path folder;

    @Override
    protected CheckpointStore open() {
        return SqliteCheckpointStore.open(file());
    }

    @Override
    protected Set<Corruption> possibleCorruptions() {
        return EnumSet.allOf(Corruption.class);
    }

    @Override
    protected boolean corrupt(CheckpointKey key, Corruption corruption) {
        String change = switch (corruption) {
            case BROKEN_INVARIANT -> "document = json_set(document, '$.execution.epoch', 0)";
            case UNSUPPORTED_SCHEMA -> "document = json_set(document, '$.schemaVersion', 2)";
            case UNKNOWN_FIELD -> "document = json_set(document, '$.note', 'by hand')";
            case MISSING_FIELD -> "document = json_remove(document, '$.updatedAt')";
            case WRONG_TYPE -> "document = json_set(document, '$.revision', 'one')";
            case UNDECODABLE -> "document = 'no record at all'";
            case PAYLOAD_MISSING -> "payload = NULL";
            case PAYLOAD_DAMAGED -> "payload = CAST(replace(hex(payload), '0', '1') AS BLOB)";
        };
        try {
            Database.run(file(), "UPDATE checkpoints SET " + change + where(key));
            return true;
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
    }

    @Override
    protected Object rawForm(CheckpointKey key) {
        try {
            return Database.text(
                    file(),
                    "SELECT revision || write_id || status || document || hex(payload) FROM checkpoints" + where(key));
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
    }

    @Override
    protected int largestPayload() {
        return 10_000_000;
    }

    private Path file() {
        return folder.resolve("calls.db");
    }

    private static String where(CheckpointKey key) {
        return " WHERE id = '" + key.id() + "'";
    }
}
