package dev.toolcheckpoint.runs.kit;

import static dev.toolcheckpoint.runs.kit.RunKit.ABSENT;
import static dev.toolcheckpoint.runs.kit.RunKit.version;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.toolcheckpoint.protocol.ErrorCode;
import dev.toolcheckpoint.protocol.ProtocolException;
import dev.toolcheckpoint.runs.store.Cell;
import dev.toolcheckpoint.runs.store.Change;
import dev.toolcheckpoint.runs.store.ItemKey;
import dev.toolcheckpoint.runs.store.RunItem;
import dev.toolcheckpoint.runs.store.RunStore;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The items of one sort key, over all partitions of a namespace. */
abstract class ListGroup {

    private static final String SORT = "RUN";

    private final RunKit kit;

    ListGroup(RunKit kit) {
        this.kit = kit;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 8, 1_000})
    void list_inPagesOfThisSize_coversEveryItemOnce(int limit) {
        List<RunItem> expected = new ArrayList<>();
        for (int n = 0; n < 7; n++) {
            ItemKey key = kit.key(kit.namespace(), "R#" + n, SORT);
            kit.apply(Change.of(key)
                    .expect("a", ABSENT)
                    .put("a", kit.cell("open"))
                    .put("b", Cell.secret(kit.newId(), "secret".getBytes(StandardCharsets.UTF_8)))
                    .due(n % 2 == 0 ? null : Instant.ofEpochMilli(n))
                    .build());
            expected.add(kit.item(key));
        }
        kit.apply(kit.creation(kit.key(kit.namespace(), "R#1", SORT + "#1")));
        kit.apply(kit.creation(kit.key(kit.namespace(), "R#8", "run")));
        kit.apply(kit.creation(kit.key(kit.namespace() + "0", "R#9", SORT)));

        kit.assertListing(() ->
                assertThat(kit.allListed(kit.namespace(), SORT, limit)).containsExactlyInAnyOrderElementsOf(expected));
        assertThat(kit.allListed(kit.namespace(), "STEP", limit)).isEmpty();
    }

    @Test
    void list_withChangesBetweenPages_coversWhatStayedExactlyOnce() {
        List<ItemKey> keys = new ArrayList<>();
        for (int n = 0; n < 9; n++) {
            keys.add(create("R#" + n));
        }
        kit.assertListing(
                () -> assertThat(kit.allListed(kit.namespace(), SORT, 2)).hasSize(9));
        RunStore.Page<RunItem> first = kit.store().list(kit.namespace(), SORT, 2, null);
        List<ItemKey> seen = first.entries().stream().map(RunItem::key).toList();
        List<ItemKey> unseen = keys.stream().filter(key -> !seen.contains(key)).toList();
        seen.forEach(this::delete);
        delete(unseen.get(0));
        rewrite(unseen.get(1));
        create("R#0new");
        create("R#99");

        List<ItemKey> rest = first.nextCursor() == null
                ? List.of()
                : RunKit.pagesAfter(first.nextCursor(), cursor -> kit.store().list(kit.namespace(), SORT, 2, cursor))
                        .stream()
                        .map(RunItem::key)
                        .toList();

        assertThat(rest)
                .containsAll(unseen.subList(1, unseen.size()))
                .doesNotHaveDuplicates()
                .doesNotContainAnyElementsOf(seen);
    }

    @Test
    void list_ofCursorsThatAreNotItsOwn_isRefused() {
        create("R#1");
        kit.apply(due(kit.key("D1")), due(kit.key("D2")), due(kit.key("D3")));
        assertCursorsRefused(cursor -> kit.store().list(kit.namespace(), SORT, 10, cursor));
        String ofDue = kit.store().due(Instant.MAX, 1, null).nextCursor();
        if (ofDue != null) {
            assertRefused(() -> kit.store().list(kit.namespace(), SORT, 10, ofDue));
        }
    }

    private Change due(ItemKey key) {
        return Change.of(key)
                .expect("a", ABSENT)
                .put("a", kit.cell("due"))
                .due(Instant.ofEpochMilli(1))
                .build();
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 1_001})
    void list_ofALimitOutOfRange_isRefused(int limit) {
        assertRefused(() -> kit.store().list(kit.namespace(), SORT, limit, null));
    }

    /** Texts that no page of the store ended with. */
    static void assertCursorsRefused(Consumer<String> list) {
        for (String cursor : List.of("", "x", "1", "R#1", "?", "bm9uc2Vuc2U", "bm9uc2Vuc2U=", "{}")) {
            assertRefused(() -> list.accept(cursor));
        }
    }

    static void assertRefused(Runnable list) {
        assertThatThrownBy(list::run)
                .isInstanceOfSatisfying(
                        ProtocolException.class,
                        refused -> assertThat(refused.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT));
    }

    private ItemKey create(String partition) {
        ItemKey key = kit.key(kit.namespace(), partition, SORT);
        kit.apply(kit.creation(key));
        return key;
    }

    private void delete(ItemKey key) {
        kit.apply(Change.of(key).expect("a", version(kit.item(key).cell("a"))).delete());
    }

    private void rewrite(ItemKey key) {
        kit.apply(Change.of(key)
                .expect("a", version(kit.item(key).cell("a")))
                .put("a", kit.cell("again"))
                .build());
    }
}
