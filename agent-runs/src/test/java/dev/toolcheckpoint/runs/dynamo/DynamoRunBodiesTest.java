package dev.toolcheckpoint.runs.dynamo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.toolcheckpoint.protocol.StoreException;
import dev.toolcheckpoint.runs.store.Cell;
import dev.toolcheckpoint.runs.store.Change;
import dev.toolcheckpoint.runs.store.Commit;
import dev.toolcheckpoint.runs.store.Expected;
import dev.toolcheckpoint.runs.store.ItemKey;
import dev.toolcheckpoint.testing.VirtualClock;
import dev.toolcheckpoint.testing.aws.AwsEndpoint;
import dev.toolcheckpoint.testing.aws.Fault;
import dev.toolcheckpoint.testing.aws.LocalAws;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.S3Object;

/** Large bodies: what becomes of those that nothing points to any more. */
@LocalAws
class DynamoRunBodiesTest {

    private static final ItemKey KEY = Made.key("STATE#cart");
    private static final ItemKey OTHER = Made.key("STEP#1");
    private static final int LARGE = 100_000;

    private final AwsEndpoint aws;
    private final RunTable table;
    private final VirtualClock clock = new VirtualClock();
    private final DynamoRunStore store;

    DynamoRunBodiesTest(AwsEndpoint aws) {
        this.aws = aws;
        table = new RunTable(aws);
        store = process();
    }

    private DynamoRunStore process() {
        return table.encrypted().clock(clock).build();
    }

    @AfterEach
    void close() {
        table.close();
    }

    private Cell create(ItemKey key) {
        Cell cell = Made.secret(LARGE);
        assertThat(store.commit(Made.commit(Made.creation(key, cell)))).isTrue();
        return cell;
    }

    private void assertReads(DynamoRunStore reader, ItemKey key, Cell cell) {
        assertThat(reader.find(key)).map(item -> item.cell("output")).contains(cell);
        assertThat(reader.load("orders", "R#run-1"))
                .filteredOn(item -> item.key().equals(key))
                .singleElement()
                .satisfies(item -> assertThat(item.cell("output")).isEqualTo(cell));
    }

    @Test
    void replacedBody_isDeletedByWhoReplacesIt() {
        Cell first = create(KEY);
        Cell second = Made.secret(LARGE + 1);

        assertThat(store.commit(
                        Made.commit(Made.replacement(KEY, first, second), Made.creation(OTHER, Made.secret(1)))))
                .isTrue();
        assertThat(table.chunks()).hasSize(1);
        assertReads(process(), KEY, second);

        Cell third = Made.secret(10);
        assertThat(store.commit(Made.commit(Made.replacement(KEY, second, third))))
                .isTrue();
        assertThat(table.chunks()).isEmpty();
        assertReads(process(), KEY, third);
    }

    @Test
    void bodyThatAnotherProcessWrote_isDeletedByWhoReadAndReplacesIt() {
        Cell first = create(KEY);
        DynamoRunStore other = process();
        other.load("orders", "R#run-1");

        assertThat(other.commit(Made.commit(Made.replacement(KEY, first, Made.secret(10)))))
                .isTrue();

        assertThat(table.chunks()).isEmpty();
    }

    @Test
    void bodiesOfADeletedItem_areDeleted() {
        Cell cell = create(KEY);
        Change deletion = Change.of(KEY)
                .expect("output", new Expected.Version(cell.version()))
                .delete();

        assertThat(store.commit(Made.commit(deletion))).isTrue();

        assertThat(table.items()).isEmpty();
    }

    @Test
    void bodyOfARefusedCommit_isDeletedAndTheOldOneStays() {
        Cell cell = create(KEY);

        assertThat(store.commit(Made.commit(Made.creation(KEY, Made.secret(LARGE + 1)))))
                .isFalse();

        assertThat(table.chunks()).hasSize(1);
        assertReads(process(), KEY, cell);
    }

    @Test
    void bodyOfACommitThatIsOpen_staysUntilALoadFindsItADayLater() {
        Cell first = create(KEY);
        Cell second = Made.secret(LARGE + 1);
        Commit commit = Made.commit(Made.replacement(KEY, first, second));
        table.http.faults().on("UpdateItem").next(Fault.DROP_RESPONSE);
        assertThatExceptionOfType(StoreException.class).isThrownBy(() -> store.commit(commit));
        assertThat(store.commit(commit)).isTrue();
        // The first body is replaced, but nobody was told so.
        assertThat(table.chunks()).hasSize(2);

        clock.advance(Reads.ORPHAN_AGE);
        assertReads(process(), KEY, second);
        assertThat(table.chunks()).hasSize(2);
        clock.advance(Duration.ofMillis(1));
        assertReads(process(), KEY, second);

        assertThat(table.chunks()).hasSize(1);
        assertReads(process(), KEY, second);
    }

    @Test
    void orphanThatCantBeDeleted_disturbsNoLoad() {
        Cell cell = create(KEY);
        Map<String, AttributeValue> orphan = table.chunks().get(0);
        table.edit(orphan, item -> item.put("sk", AttributeValue.fromS("P#left#0")));
        clock.advance(Duration.ofDays(2));
        table.http.faults().on("DeleteItem").always(Fault.SERVER_ERROR);

        assertReads(process(), KEY, cell);

        assertThat(table.chunks()).hasSize(2);
    }

    /** It hears only of its repeat, which is refused, while its first send was applied with these very bodies. */
    @Test
    void clientThatRepeatsByItself_keepsTheBodiesItCommitted() {
        try (DynamoDbClient repeating = aws.dynamoDb(table.http).build()) {
            DynamoRunStore own = table.encrypted().client(repeating).build();
            Cell cell = Made.secret(LARGE);
            table.http.faults().on("UpdateItem").next(Fault.SERVER_ERROR_AFTER);

            assertThat(own.commit(Made.commit(Made.creation(KEY, cell)))).isTrue();

            assertThat(table.http.wire().requests("UpdateItem")).isEqualTo(2);
            assertThat(table.chunks()).hasSize(1);
            assertReads(process(), KEY, cell);
        }
    }

    /** Another process replaces the body between a read of the item and that of its chunks. */
    @Test
    void readerThatMeetsAReplacement_readsTheNewBody() {
        Cell first = create(KEY);
        Cell second = Made.secret(LARGE + 1);
        DynamoRunStore reader = process();
        boolean[] replaced = {false};
        table.http
                .faults()
                .on(request -> {
                    if (request.operation().equals("BatchGetItem") && !replaced[0]) {
                        replaced[0] = true;
                        assertThat(store.commit(Made.commit(Made.replacement(KEY, first, second))))
                                .isTrue();
                    }
                    return false;
                })
                .always(Fault.THROTTLE);

        assertThat(reader.find(KEY)).map(item -> item.cell("output")).contains(second);

        assertThat(replaced[0]).isTrue();
    }

    @Test
    void bodyAboveTheChunkLimit_isAnObject_andGoesWithItsCell() {
        try (S3Client s3 = aws.s3().build()) {
            String bucket = aws.uniqueName("bodies");
            s3.createBucket(request -> request.bucket(bucket));
            DynamoRunStore large =
                    table.encrypted().bucket(bucket).chunkLimit(50_000).s3(s3).build();
            Cell first = Made.secret(LARGE);
            assertThat(large.commit(Made.commit(Made.creation(KEY, first)))).isTrue();
            assertThat(table.chunks()).isEmpty();
            List<S3Object> objects =
                    s3.listObjectsV2(request -> request.bucket(bucket)).contents();
            assertThat(objects)
                    .singleElement()
                    .satisfies(object -> assertThat(object.key()).matches("runs/[0-9a-f]{64}/[0-9a-f]{32}-0"));
            assertReads(large, KEY, first);

            assertThat(large.commit(Made.commit(Made.replacement(KEY, first, Made.secret(10)))))
                    .isTrue();

            assertThat(s3.listObjectsV2(request -> request.bucket(bucket)).contents())
                    .isEmpty();
        }
    }

    @Test
    void racersWithLargeBodies_oneWins_andOnlyItsBodiesStay() throws Exception {
        int racers = 64;
        DynamoRunStore other = process();
        ExecutorService threads = Executors.newFixedThreadPool(racers);
        try {
            CountDownLatch start = new CountDownLatch(1);
            List<Future<Boolean>> answers = new ArrayList<>();
            List<Cell> cells = new ArrayList<>();
            for (int racer = 0; racer < racers; racer++) {
                Cell cell = Made.secret(20_000 + racer);
                cells.add(cell);
                DynamoRunStore of = racer % 2 == 0 ? store : other;
                Commit commit = Made.commit(Made.creation(KEY, cell), Made.creation(OTHER, cell));
                answers.add(threads.submit(() -> {
                    start.await();
                    return answer(of, commit);
                }));
            }
            start.countDown();
            List<Cell> winners = new ArrayList<>();
            for (int racer = 0; racer < racers; racer++) {
                if (answers.get(racer).get()) {
                    winners.add(cells.get(racer));
                }
            }

            assertThat(winners).hasSize(1);
            assertReads(process(), KEY, winners.get(0));
            assertReads(process(), OTHER, winners.get(0));
            assertThat(table.chunks()).hasSize(2);
        } finally {
            threads.shutdownNow();
        }
    }

    /** Asked for again while the table is busy with another transaction: then nothing was written. */
    private static boolean answer(DynamoRunStore store, Commit commit) {
        while (true) {
            try {
                return store.commit(commit);
            } catch (StoreException busy) {
                if (!busy.retryable() || busy.ambiguous()) {
                    throw busy;
                }
            }
        }
    }
}
