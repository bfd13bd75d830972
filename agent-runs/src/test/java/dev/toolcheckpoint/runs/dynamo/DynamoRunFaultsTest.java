package dev.toolcheckpoint.runs.dynamo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.toolcheckpoint.protocol.ErrorCode;
import dev.toolcheckpoint.protocol.StoreException;
import dev.toolcheckpoint.runs.store.Cell;
import dev.toolcheckpoint.runs.store.Change;
import dev.toolcheckpoint.runs.store.Commit;
import dev.toolcheckpoint.runs.store.Expected;
import dev.toolcheckpoint.runs.store.ItemKey;
import dev.toolcheckpoint.testing.aws.AwsEndpoint;
import dev.toolcheckpoint.testing.aws.Fault;
import dev.toolcheckpoint.testing.aws.LocalAws;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The table fails on the wire: a commit is applied once, and its answer is true. */
@LocalAws
class DynamoRunFaultsTest {

    private static final ItemKey RUN = Made.key("RUN");

    private final RunTable table;
    private final DynamoRunStore store;

    DynamoRunFaultsTest(AwsEndpoint aws) {
        table = new RunTable(aws);
        store = table.encrypted().build();
    }

    @AfterEach
    void close() {
        table.close();
    }

    static Stream<Arguments> commits() {
        return Stream.of(Fault.values())
                .flatMap(fault -> Stream.of(1, 3)
                        .flatMap(items -> Stream.of(20, 100_000).map(size -> Arguments.of(fault, items, size))));
    }

    @ParameterizedTest
    @MethodSource("commits")
    void commit_whoseRequestFails_isAppliedOnceByARepeat(Fault fault, int items, int size) {
        Commit commit = creations(items, size);
        table.http.faults().on(items == 1 ? "UpdateItem" : "TransactWriteItems").next(fault);

        StoreException failure = catchThrowableOfType(StoreException.class, () -> store.commit(commit));

        assertThat(failure.code()).isEqualTo(ErrorCode.STORE_UNAVAILABLE);
        assertThat(failure.retryable()).isTrue();
        assertThat(failure.ambiguous())
                .isEqualTo(!Set.of(Fault.THROTTLE, Fault.TRANSACTION_CONFLICT).contains(fault));
        assertThat(store.load("orders", "R#run-1")).hasSize(fault.applied() ? items : 0);
        assertThat(store.commit(commit)).as("the repeat").isTrue();
        assertHolds(commit);
    }

    @ParameterizedTest
    @EnumSource(
            value = Fault.class,
            names = {"DROP_RESPONSE", "TIME_OUT_AFTER", "SERVER_ERROR_AFTER"})
    void repeat_underAFenceThatStillHolds_doesNotWriteOnceMore(Fault fault) {
        Cell claim = Made.open("{\"owner\":\"a\"}");
        assertThat(store.commit(Made.commit(Change.of(RUN)
                        .expect("claim", Made.ABSENT)
                        .put("claim", claim)
                        .build())))
                .isTrue();
        Commit progress = Made.commit(Change.of(RUN)
                .expect("claim", new Expected.Fence(claim.fence()))
                .put("output", Made.secret(50))
                .build());
        table.http.faults().on("UpdateItem").next(fault);
        assertThatExceptionOfType(StoreException.class).isThrownBy(() -> store.commit(progress));
        var applied = table.item(RUN);

        assertThat(store.commit(progress)).isTrue();

        assertThat(table.item(RUN)).as("not sealed and written anew").isEqualTo(applied);
    }

    @ParameterizedTest
    @EnumSource(value = Fault.class, mode = EnumSource.Mode.EXCLUDE, names = "TRANSACTION_CONFLICT")
    void chunk_thatFails_leavesTheCommitUnsentAndNothingOpen(Fault fault) {
        Commit commit = creations(1, 900_000);
        table.http.faults().on("PutItem").nth(2, fault);

        StoreException failure = catchThrowableOfType(StoreException.class, () -> store.commit(commit));

        assertThat(failure.ambiguous()).isFalse();
        assertThat(failure.retryable()).isTrue();
        assertThat(table.http.wire().requests("UpdateItem")).isZero();
        assertThat(store.load("orders", "R#run-1")).isEmpty();
        assertThat(store.commit(commit)).isTrue();
        assertHolds(commit);
    }

    @ParameterizedTest
    @EnumSource(value = Fault.class, mode = EnumSource.Mode.EXCLUDE, names = "TRANSACTION_CONFLICT")
    void read_thatFails_isAnErrorAndNeverEmpty(Fault fault) {
        store.commit(creations(1, 20));
        table.http.faults().on("Query").next(fault);
        table.http.faults().on("GetItem").next(fault);
        table.http.faults().on("Scan").next(fault);

        List<Runnable> reads = List.of(
                () -> store.find(Made.key("STEP#0")),
                () -> store.load("orders", "R#run-1"),
                () -> store.list("orders", "STEP#0", 10, null));
        for (Runnable read : reads) {
            StoreException failure = catchThrowableOfType(StoreException.class, read::run);
            assertThat(failure.code()).isEqualTo(ErrorCode.STORE_UNAVAILABLE);
            assertThat(failure.ambiguous()).isFalse();
        }
        assertThat(store.load("orders", "R#run-1")).hasSize(1);
    }

    @Test
    void tableThatIsMissing_isAnErrorAndNeverEmpty() {
        DynamoRunStore missing = DynamoRunStore.builder("never-made")
                .client(table.client)
                .cipher(table.cipher(table.kmsKey))
                .build();

        List<Runnable> all = List.of(
                () -> missing.find(RUN),
                () -> missing.load("orders", "R#run-1"),
                () -> missing.commit(creations(1, 20)),
                () -> missing.commit(creations(2, 20)),
                () -> missing.list("orders", "RUN", 10, null));
        for (Runnable each : all) {
            assertThat(catchThrowableOfType(StoreException.class, each::run).code())
                    .isEqualTo(ErrorCode.TABLE_MISSING);
        }
    }

    private static Commit creations(int items, int size) {
        List<Change> changes = new ArrayList<>();
        for (int n = 0; n < items; n++) {
            changes.add(Made.creation(Made.key("STEP#" + n), Made.secret(size + n)));
        }
        return new Commit(Made.id(), changes);
    }

    private void assertHolds(Commit commit) {
        for (Change change : commit.changes()) {
            assertThat(store.find(change.key()).orElseThrow().cells()).isEqualTo(change.puts());
        }
        assertThat(store.load("orders", "R#run-1")).hasSize(commit.changes().size());
    }
}
