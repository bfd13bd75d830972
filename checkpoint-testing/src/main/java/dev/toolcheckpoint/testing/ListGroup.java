package dev.toolcheckpoint.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.Status;
import dev.toolcheckpoint.store.ListQuery;
import dev.toolcheckpoint.store.RecordPage;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Listings cover every record exactly once. */
abstract class ListGroup {

    private final KitFixture kit;

    ListGroup(KitFixture kit) {
        this.kit = kit;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 27, 1_000})
    void list_inPagesOfThisSize_coversEveryRecordExactlyOnce(int limit) {
        List<Checkpoint> expected = everyState();

        kit.assertListing(() -> assertThat(kit.listed(kit.own(limit))).containsExactlyInAnyOrderElementsOf(expected));
    }

    @Test
    void list_ofANamespace_isOrderedByKeyIfTheStoreSaysSo() {
        List<Checkpoint> expected = everyState();

        kit.assertListing(() -> {
            List<String> ids = kit.listed(kit.own(4)).stream()
                    .map(record -> record.key().id())
                    .toList();
            assertThat(ids).hasSameSizeAs(expected);
            if (kit.contract().listsInKeyOrder()) {
                assertThat(ids).isSorted();
            }
        });
    }

    @Test
    void list_ofEverything_containsTheRecordsOfThisTest() {
        List<Checkpoint> expected = everyState();

        kit.assertListing(() -> assertThat(kit.listed(ListQuery.all())).containsExactlyInAnyOrderElementsOf(expected));
    }

    @ParameterizedTest
    @EnumSource
    void list_byStatus_showsThatStatusOnly(Status status) {
        List<Checkpoint> expected = everyState().stream()
                .filter(record -> record.status() == status)
                .toList();
        assertThat(expected).isNotEmpty();

        kit.assertListing(() -> assertThat(kit.listed(new ListQuery(kit.namespace(), Set.of(status), null, 2, null)))
                .containsExactlyInAnyOrderElementsOf(expected));
    }

    @Test
    void list_byTwoStatuses_showsBoth() {
        Set<Status> both = Set.of(Status.EXECUTING, Status.UNCERTAIN);
        List<Checkpoint> expected = everyState().stream()
                .filter(record -> both.contains(record.status()))
                .toList();

        kit.assertListing(() -> assertThat(kit.listed(new ListQuery(kit.namespace(), both, null, 3, null)))
                .containsExactlyInAnyOrderElementsOf(expected));
    }

    @Test
    void list_updatedBefore_excludesThatVeryMillisecond() {
        Instant start = VirtualClock.DEFAULT_START;
        List<CallWalk> walks = IntStream.range(0, 5)
                .mapToObj(index -> kit.walk("call-" + index)
                        .at(start.plusMillis(index).minusSeconds(1))
                        .create())
                .toList();

        kit.assertListing(() -> assertThat(
                        kit.listed(new ListQuery(kit.namespace(), Set.of(Status.READY), start.plusMillis(2), 10, null)))
                .containsExactlyInAnyOrder(walks.get(0).expected(), walks.get(1).expected()));
    }

    @Test
    void list_whileRecordsChange_missesNoneOfTheOthers() {
        List<CallWalk> walks = IntStream.range(0, 9)
                .mapToObj(index -> kit.walk("call-" + index).createClaimed())
                .toList();
        kit.assertListing(() -> assertThat(kit.listed(kit.own(10))).hasSize(9));

        RecordPage first = kit.store().list(kit.own(3));
        walks.forEach(CallWalk::renew);
        ListQuery rest = kit.own(3).after(first);

        List<String> seen = Stream.concat(first.records().stream(), kit.listed(rest).stream())
                .map(record -> record.binding().callId())
                .toList();
        assertThat(seen)
                .containsExactlyInAnyOrderElementsOf(walks.stream()
                        .map(walk -> walk.record().binding().callId())
                        .toList());
    }

    @Test
    void list_ofNothing_isOneEmptyLastPage() {
        RecordPage page = kit.store().list(kit.own(10));

        assertThat(page).isEqualTo(new RecordPage(List.of(), List.of(), null));
    }

    private List<Checkpoint> everyState() {
        return Arrays.stream(SampleState.values())
                .map(state -> kit.walk(state).expected())
                .toList();
    }
}
