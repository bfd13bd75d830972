package dev.toolcheckpoint.runs.kit;

import static dev.toolcheckpoint.runs.kit.RunKit.ABSENT;
import static dev.toolcheckpoint.runs.kit.RunKit.version;
import static org.assertj.core.api.Assertions.assertThat;

import dev.toolcheckpoint.runs.store.Cell;
import dev.toolcheckpoint.runs.store.Change;
import dev.toolcheckpoint.runs.store.Expected;
import dev.toolcheckpoint.runs.store.ItemKey;
import dev.toolcheckpoint.runs.store.RunItem;
import dev.toolcheckpoint.runs.store.RunStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** When somebody should look at an item. */
abstract class DueGroup {

    private static final Instant TEN = Instant.parse("2026-03-01T10:00:00.123Z");
    private static final Instant LATER = TEN.plus(Duration.ofHours(1));

    private final RunKit kit;

    DueGroup(RunKit kit) {
        this.kit = kit;
    }

    @Test
    void due_isBeforeTheInstantAndNotAtIt() {
        ItemKey key = due("RUN", TEN);

        assertThat(kit.item(key).dueAt()).isEqualTo(TEN);
        kit.assertListing(() -> assertThat(kit.allDue(TEN.plusMillis(1), 10)).containsExactly(key));
        assertThat(kit.allDue(TEN.plusNanos(1), 10)).containsExactly(key);
        assertThat(kit.allDue(LATER, 10)).containsExactly(key);
        assertThat(kit.allDue(Instant.MAX, 10)).containsExactly(key);
        assertThat(kit.allDue(TEN, 10)).isEmpty();
        assertThat(kit.allDue(TEN.minusMillis(1), 10)).isEmpty();
        assertThat(kit.allDue(Instant.MIN, 10)).isEmpty();
    }

    @Test
    void dueTime_isReplacedClearedAndSetAgain() {
        ItemKey key = due("RUN", TEN);
        Cell cell = Objects.requireNonNull(kit.item(key).cell("a"));
        for (Instant next : List.of(LATER, TEN, LATER)) {
            kit.apply(Change.of(key).expect("a", version(cell)).due(next).build());
            assertDue(key, cell, next);
        }
        kit.apply(Change.of(key).expect("a", version(cell)).due(null).build());
        assertThat(kit.item(key).dueAt()).isNull();
        kit.assertListing(() -> assertThat(kit.allDue(Instant.MAX, 10)).isEmpty());

        kit.apply(Change.of(key).expect("a", version(cell)).due(TEN).build());
        assertDue(key, cell, TEN);
    }

    private void assertDue(ItemKey key, Cell cell, Instant at) {
        kit.assertHolds(key, Map.of("a", cell), at);
        kit.assertListing(() -> assertThat(kit.allDue(at.plusMillis(1), 10)).containsExactly(key));
        kit.assertListing(() -> assertThat(kit.allDue(at, 10)).isEmpty());
    }

    @Test
    void dueTime_thatAChangeDoesNotSet_stays() {
        ItemKey key = due("RUN", TEN);
        Cell next = kit.cell("next");

        kit.apply(Change.of(key)
                .expect("a", version(kit.item(key).cell("a")))
                .put("a", next)
                .build());

        assertDue(key, next, TEN);
    }

    @Test
    void dueTime_setTogetherWithACell_isThatOne() {
        ItemKey key = due("RUN", TEN);
        Cell next = kit.cell("next");

        kit.apply(Change.of(key)
                .expect("a", version(kit.item(key).cell("a")))
                .put("a", next)
                .due(LATER)
                .build());

        assertDue(key, next, LATER);
    }

    @Test
    void dueTime_ofARefusedCommit_isNotSet() {
        ItemKey key = due("RUN", TEN);

        Expected never = new Expected.Version("never");
        kit.refuse(Change.of(key).expect("a", never).due(LATER).build());
        kit.refuse(Change.of(key).expect("a", never).due(null).build());
        kit.refuse(Change.of(key)
                .expect("a", ABSENT)
                .put("a", kit.cell("refused"))
                .due(LATER)
                .build());

        assertThat(kit.item(key).dueAt()).isEqualTo(TEN);
    }

    @Test
    void deletedItem_isNotDue() {
        ItemKey key = due("RUN", TEN);
        kit.apply(Change.of(key).expect("a", version(kit.item(key).cell("a"))).delete());

        kit.assertListing(() -> assertThat(kit.allDue(Instant.MAX, 10)).isEmpty());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 8, 1_000})
    void due_inPagesOfThisSize_coversAllOnce(int limit) {
        List<ItemKey> expected = new ArrayList<>();
        for (int n = 0; n < 7; n++) {
            // Two at a time have one instant.
            expected.add(due("STEP#" + (6 - n), TEN.plusMillis(n / 2)));
        }
        due("STEP#later", LATER);
        kit.apply(kit.creation(kit.key("STEP#never")));

        kit.assertListing(() ->
                assertThat(kit.allDue(LATER, limit)).doesNotHaveDuplicates().hasSameElementsAs(expected));
        if (kit.contract().listsEarliestFirst()) {
            List<Instant> times = kit.allDue(LATER, limit).stream()
                    .map(key -> kit.item(key).dueAt())
                    .toList();
            assertThat(times).isSorted();
        }
    }

    @Test
    void due_withChangesBetweenPages_coversWhatStayedExactlyOnce() {
        for (int n = 0; n < 9; n++) {
            due("STEP#" + n, TEN.plusMillis(n));
        }
        kit.assertListing(() -> assertThat(kit.allDue(LATER, 2)).hasSize(9));
        RunStore.Page<ItemKey> first = kit.store().due(LATER, 2, null);
        List<ItemKey> seen = own(first.entries());
        List<ItemKey> unseen = kit.loaded().stream()
                .map(RunItem::key)
                .filter(key -> !seen.contains(key))
                .toList();
        seen.forEach(this::delete);
        delete(unseen.get(0));
        clear(unseen.get(2));
        due("STEP#new", TEN);
        List<ItemKey> stayed = new ArrayList<>(unseen.subList(3, unseen.size()));
        stayed.add(unseen.get(1));

        List<ItemKey> rest = own(
                first.nextCursor() == null
                        ? List.of()
                        : RunKit.pagesAfter(
                                first.nextCursor(), cursor -> kit.store().due(LATER, 2, cursor)));

        assertThat(rest).containsAll(stayed).doesNotHaveDuplicates().doesNotContainAnyElementsOf(seen);
    }

    private List<ItemKey> own(List<ItemKey> keys) {
        return keys.stream()
                .filter(key -> key.namespace().equals(kit.namespace()))
                .toList();
    }

    private void delete(ItemKey key) {
        kit.apply(Change.of(key).expect("a", version(kit.item(key).cell("a"))).delete());
    }

    private void clear(ItemKey key) {
        kit.apply(Change.of(key)
                .expect("a", version(kit.item(key).cell("a")))
                .due(null)
                .build());
    }

    @Test
    void due_ofCursorsThatAreNotItsOwn_isRefused() {
        for (int n = 0; n < 3; n++) {
            kit.apply(kit.creation(kit.key(kit.namespace(), "R#" + n, "RUN")));
        }
        ListGroup.assertCursorsRefused(cursor -> kit.store().due(LATER, 10, cursor));
        String ofAList = kit.store().list(kit.namespace(), "RUN", 1, null).nextCursor();
        if (ofAList != null) {
            ListGroup.assertRefused(() -> kit.store().due(LATER, 10, ofAList));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 1_001})
    void due_ofALimitOutOfRange_isRefused(int limit) {
        ListGroup.assertRefused(() -> kit.store().due(LATER, limit, null));
    }

    private ItemKey due(String sort, Instant at) {
        ItemKey key = kit.key(sort);
        kit.apply(Change.of(key)
                .expect("a", ABSENT)
                .put("a", kit.cell("due"))
                .due(at)
                .build());
        return key;
    }
}
