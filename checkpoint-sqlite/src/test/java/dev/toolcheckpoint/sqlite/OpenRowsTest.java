package dev.toolcheckpoint.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.ErrorCode;
import dev.toolcheckpoint.protocol.ExecutionTransitions;
import dev.toolcheckpoint.protocol.ProtocolException;
import dev.toolcheckpoint.store.WriteResult;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A store that remembers what it wrote never takes the memory for the row. */
class OpenRowsTest {

    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void name() {
        file = folder.resolve("calls.db");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "revision = 7",
                "write_id = 'other'",
                "status = 'UNCERTAIN'",
                "attention_at = attention_at + 1",
                "attention_kind = 'UNCERTAIN'",
                "updated_at = updated_at + 1",
                "document = '{}'",
                "document = document || ' '"
            })
    void completion_ofARowChangedByHand_isRefusedAndLeavesIt(String change) throws Exception {
        try (SqliteCheckpointStore store = SqliteCheckpointStore.open(file)) {
            Checkpoint claimed = Calls.claimed(store, "call");
            Database.run(file, "UPDATE checkpoints SET " + change);
            Calls.Completion completion = Calls.completion(store, claimed, Calls.bytes("result"));
            if (change.endsWith("' '")) {
                // White space means nothing: read, understood, replaced.
                assertThat(completion.send(store)).isEqualTo(new WriteResult.Stored());
                return;
            }
            assertThatThrownBy(() -> completion.send(store))
                    .isInstanceOfSatisfying(
                            ProtocolException.class,
                            refused -> assertThat(refused.code())
                                    .isIn(ErrorCode.INVALID_CHECKPOINT, ErrorCode.UNSUPPORTED_SCHEMA));
            assertThat(Database.text(file, "SELECT count(*) FROM checkpoints WHERE payload IS NOT NULL"))
                    .isEqualTo("0");
        }
    }

    @Test
    void completion_afterAnotherStoresTakeover_isRefusedWithItsRecord() {
        try (SqliteCheckpointStore one = SqliteCheckpointStore.open(file);
                SqliteCheckpointStore two = SqliteCheckpointStore.open(file)) {
            Checkpoint claimed = Calls.claimed(one, "call");
            Calls.Completion theirs = Calls.completion(two, claimed, Calls.bytes("theirs"));
            assertThat(theirs.send(two)).isEqualTo(new WriteResult.Stored());
            WriteResult ours = one.compareAndSwap(
                    ExecutionTransitions.markUncertainByOperator(claimed, "no receipt", "operator", "mark", Calls.NOW),
                    null);
            assertThat(ours)
                    .isInstanceOfSatisfying(
                            WriteResult.Refused.class,
                            refused -> assertThat(refused.current())
                                    .extracting(Checkpoint::writeId)
                                    .isEqualTo(theirs.transition().next().writeId()));
        }
    }

    @Test
    void manyCalls_atOnce_completeAlsoWhenTheyAreNotRememberedAnyMore() {
        try (SqliteCheckpointStore store = SqliteCheckpointStore.open(file)) {
            Checkpoint first = Calls.claimed(store, "first");
            for (int call = 0; call < 1_100; call++) {
                Calls.claimed(store, "call-" + call);
            }
            Calls.Completion completion = Calls.completion(store, first, Calls.bytes("result"));
            assertThat(completion.send(store)).isEqualTo(new WriteResult.Stored());
            assertThat(store.find(first.key()))
                    .map(Checkpoint::writeId)
                    .contains(completion.transition().next().writeId());
        }
    }
}
