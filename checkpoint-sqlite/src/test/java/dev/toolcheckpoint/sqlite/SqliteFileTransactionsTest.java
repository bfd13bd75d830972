package dev.toolcheckpoint.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.toolcheckpoint.protocol.ConfigurationException;
import dev.toolcheckpoint.protocol.ProtocolException;
import dev.toolcheckpoint.protocol.StoreException;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Another store's tables in the journal's file. */
class SqliteFileTransactionsTest {

    private static final SqliteTables TABLES =
            SqliteTables.of("notes_", 1, Map.of("notes_all", "CREATE TABLE notes_all (id INTEGER PRIMARY KEY) STRICT"));

    @TempDir
    private Path folder;

    private SqliteFile file;

    @BeforeEach
    void open() {
        file = SqliteFile.open(folder.resolve("calls.db"), Duration.ofSeconds(5), TABLES);
    }

    @AfterEach
    void close() {
        file.close();
    }

    @Test
    void write_thatAnswersYes_isThereForTheJournalsFile() throws Exception {
        assertThat(count()).isEqualTo(-1);
        assertThat(file.write(session -> insert(session, 1) && insert(session, 2)))
                .isTrue();
        assertThat(count()).isEqualTo(2);
        assertThat(Database.text(file.path(), "SELECT count(*) FROM notes_all")).isEqualTo("2");
        SqliteCheckpointStore.open(file.path()).close();
    }

    @Test
    void write_thatAnswersNo_writesNothing() {
        assertThat(file.write(session -> {
                    insert(session, 1);
                    return false;
                }))
                .isFalse();
        assertThat(count()).isZero();
        assertThat(file.write(session -> insert(session, 1))).isTrue();
    }

    @Test
    void write_thatFailsHalfway_writesNothingAndIsNotAmbiguous() {
        file.write(session -> insert(session, 7));
        assertThatThrownBy(() -> file.write(session -> insert(session, 1) && insert(session, 7)))
                .isInstanceOfSatisfying(
                        StoreException.class,
                        failure -> assertThat(failure.ambiguous()).isFalse())
                .hasMessageContaining("Nothing was written");
        assertThat(count()).isEqualTo(1);

        assertThatThrownBy(() -> file.write(session -> {
                    insert(session, 2);
                    throw new SQLException("made up", null, 10);
                }))
                .isInstanceOfSatisfying(
                        StoreException.class,
                        failure -> assertThat(failure.ambiguous()).isFalse())
                .hasMessageContaining("Nothing was written");
        assertThatThrownBy(() -> file.write(session -> {
                    insert(session, 3);
                    throw ProtocolException.invalidArgument("made up");
                }))
                .isInstanceOf(ProtocolException.class);
        assertThat(count()).isEqualTo(1);
        assertThat(file.write(session -> insert(session, 2))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "notes", "Notes_", "sqlite_", "a b_", "checkpoints"})
    void prefix_thatIsNone_isRefused(String prefix) {
        assertThatThrownBy(() -> SqliteTables.of(prefix, 1, Map.of()))
                .isInstanceOf(ProtocolException.class)
                .hasMessageContaining("prefix");
    }

    @Test
    void tables_ofAnotherPrefix_areRefused() {
        assertThatThrownBy(() -> SqliteTables.of("notes_", 1, Map.of("other", "CREATE TABLE other (id INTEGER)")))
                .hasMessageContaining("[other]");
        assertThatThrownBy(() -> SqliteTables.of("notes_", 0, Map.of())).hasMessageContaining("version 0");
    }

    @Test
    void location_isReadAsThatOfTheJournal() {
        try (SqliteFile named =
                SqliteFile.open(file.path().toString(), Map.of(SqliteStoreProvider.BUSY_TIMEOUT_MS, "100"), TABLES)) {
            assertThat(named).hasToString("sqlite:" + file.path());
        }
        assertThatThrownBy(() -> SqliteFile.open(" ", Map.of(), TABLES)).isInstanceOf(ConfigurationException.class);
        assertThatThrownBy(() -> SqliteFile.open("x", Map.of("endpoint", "y"), TABLES))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("[endpoint]");
    }

    /** -1 as long as there are no tables. */
    private int count() {
        return file.read(-1, session -> {
            try (ResultSet result =
                    session.prepare("SELECT count(*) FROM notes_all").executeQuery()) {
                result.next();
                return result.getInt(1);
            }
        });
    }

    private static boolean insert(SqliteFile.Statements session, int id) throws SQLException {
        var statement = session.prepare("INSERT INTO notes_all VALUES (?)");
        statement.setInt(1, id);
        return statement.executeUpdate() == 1;
    }
}
