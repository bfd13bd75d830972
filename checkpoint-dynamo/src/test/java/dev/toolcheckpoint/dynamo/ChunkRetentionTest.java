package dev.toolcheckpoint.dynamo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.toolcheckpoint.dynamo.ChunkRetention.Restamped;
import dev.toolcheckpoint.journal.ClaimDelivery;
import dev.toolcheckpoint.journal.DeliveryEnd;
import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.protocol.Retention;
import dev.toolcheckpoint.protocol.Status;
import dev.toolcheckpoint.protocol.StoreException;
import dev.toolcheckpoint.testing.aws.AwsEndpoint;
import dev.toolcheckpoint.testing.aws.Fault;
import dev.toolcheckpoint.testing.aws.LocalAws;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Chunks of an open delivery outlive the retention as long as somebody looks after them. */
@LocalAws
class ChunkRetentionTest {

    private static final int LARGE = 500_000;

    private final TestTable table;
    private final DynamoCalls calls;
    private final ChunkRetention retention;

    ChunkRetentionTest(AwsEndpoint aws) {
        table = new TestTable(aws);
        calls = new DynamoCalls(table);
        retention = ChunkRetention.of(calls.store, table.client, table.name, calls.clock);
    }

    @AfterEach
    void close() {
        table.close();
    }

    @Test
    void openDelivery_afterItsRetention_keepsItsChunks() {
        String delivery = deliver("open", LARGE);
        List<Instant> first = ends("open");
        assertThat(first)
                .hasSize(2)
                .containsOnly(
                        calls.clock.instant().plus(Retention.DEFAULT.total()).plus(Duration.ofDays(7)));
        calls.clock.advance(Retention.DEFAULT.total());

        Restamped done = retention.restamp(10, null);

        assertThat(done.overdue())
                .singleElement()
                .satisfies(record -> assertThat(record.key()).isEqualTo(key("open")));
        assertThat(done.stamped()).isEqualTo(2);
        assertThat(done.incomplete()).isEmpty();
        assertThat(done.nextCursor()).isNull();
        assertThat(ends("open"))
                .containsOnly(calls.clock.instant().plus(ChunkRetention.EXTENSION))
                .doesNotContain(first.get(0));
        assertThat(calls.journal.completeDelivery(key("open"), delivery)).isEqualTo(DeliveryEnd.DONE);
        assertThat(calls.replayed("open")).isEqualTo(DynamoCalls.receipt(LARGE).bytes());
    }

    @Test
    void dailyRuns_stampOnceAWeek_andNeverLetAChunkGo() {
        deliver("open", 20_000);
        calls.clock.advance(Retention.DEFAULT.total());
        int stamped = 0;
        for (int day = 0; day < 60; day++) {
            stamped += retention.restamp(10, null).stamped();
            assertThat(ends("open"))
                    .allSatisfy(end -> assertThat(end)
                            .isAfterOrEqualTo(calls.clock.instant().plus(ChunkRetention.RENEW_AT)));
            calls.clock.advance(Duration.ofDays(1));
        }
        assertThat(stamped).isEqualTo(9);
    }

    @Test
    void pages_reachEveryRecordAndStampOnlyWhatIsOverdue() {
        for (int call = 0; call < 5; call++) {
            deliver("open-" + call, LARGE);
        }
        deliver("inline", 20);
        calls.call("undelivered", LARGE);
        String delivered = deliver("delivered", LARGE);
        calls.journal.completeDelivery(key("delivered"), delivered);
        List<Instant> untouched = ends("undelivered");
        calls.clock.advance(Retention.DEFAULT.total());
        deliver("fresh", LARGE);
        calls.clock.advance(Duration.ofMinutes(5));

        int stamped = 0;
        int overdue = 0;
        int pages = 0;
        String cursor = null;
        do {
            Restamped page = retention.restamp(2, cursor);
            stamped += page.stamped();
            overdue += page.overdue().size();
            pages++;
            cursor = page.nextCursor();
        } while (cursor != null);

        assertThat(pages).isEqualTo(4);
        assertThat(overdue).as("the inline one, too").isEqualTo(6);
        assertThat(stamped).isEqualTo(5 * 2);
        assertThat(ends("undelivered")).isEqualTo(untouched);
        assertThat(ends("delivered")).isEqualTo(untouched);
        assertThat(retention.restamp(10, null).stamped())
                .as("a repeat changes nothing")
                .isZero();
    }

    @Test
    void beforeTheRetentionIsOver_nothingIsDone() {
        deliver("open", LARGE);
        List<Instant> before = ends("open");
        calls.clock.advance(Retention.DEFAULT.total().minusMillis(1));

        assertThat(retention.restamp(10, null).overdue()).isEmpty();
        assertThat(ends("open")).isEqualTo(before);
    }

    @Test
    void chunkThatIsGone_isReportedAndNotMadeAgain() {
        deliver("open", LARGE);
        String partition = ItemKeys.partition(key("open"));
        table.delete(partition, Raw.text(chunks("open").get(0), Names.SK));
        calls.clock.advance(Retention.DEFAULT.total());

        Restamped done = retention.restamp(10, null);

        assertThat(done.incomplete()).isEqualTo(done.overdue()).hasSize(1);
        assertThat(done.stamped()).isEqualTo(1);
        assertThat(chunks("open")).hasSize(1);
    }

    @Test
    void chunkThatGoesMeanwhile_isNotMadeAgain() {
        deliver("open", LARGE);
        calls.clock.advance(Retention.DEFAULT.total());
        table.http
                .faults()
                .on(request -> {
                    if (request.operation().equals("UpdateItem")) {
                        chunks("open")
                                .forEach(chunk -> table.delete(Raw.text(chunk, Names.PK), Raw.text(chunk, Names.SK)));
                    }
                    return false;
                })
                .always(Fault.DROP_REQUEST);

        assertThat(retention.restamp(10, null).stamped()).isZero();
        assertThat(chunks("open")).isEmpty();
    }

    @Test
    void lostAnswer_isMadeUpForByTheNextRun() {
        deliver("open", LARGE);
        calls.clock.advance(Retention.DEFAULT.total());
        table.http.faults().on("UpdateItem").next(Fault.DROP_RESPONSE);

        assertThat(catchThrowable(() -> retention.restamp(10, null))).isInstanceOf(StoreException.class);

        assertThat(retention.restamp(10, null).stamped()).isEqualTo(1);
        assertThat(ends("open")).containsOnly(calls.clock.instant().plus(ChunkRetention.EXTENSION));
    }

    /** A delivery that is open; its id. */
    private String deliver(String callId, int size) {
        calls.call(callId, size);
        ClaimDelivery claim = calls.journal.claimDelivery(key(callId), DynamoCalls.LEASE, true);
        assertThat(calls.store.find(key(callId)).orElseThrow().status()).isEqualTo(Status.DELIVERING);
        return ((ClaimDelivery.Claimed) claim).deliveryId();
    }

    private static CheckpointKey key(String callId) {
        return DynamoCalls.intent(callId).key();
    }

    private List<Map<String, AttributeValue>> chunks(String callId) {
        return table.items().stream()
                .filter(item -> Raw.text(item, Names.PK).equals(ItemKeys.partition(key(callId))))
                .filter(item -> Raw.text(item, Names.SK).startsWith("P#"))
                .toList();
    }

    private List<Instant> ends(String callId) {
        return chunks(callId).stream()
                .map(chunk -> Raw.number(chunk, Names.EXPIRES_AT))
                .map(seconds -> Instant.ofEpochSecond(Long.parseLong(seconds)))
                .toList();
    }
}
