package dev.toolcheckpoint.runs.kit;

import static dev.toolcheckpoint.runs.kit.RunKit.ABSENT;
import static dev.toolcheckpoint.runs.kit.RunKit.version;
import static org.assertj.core.api.Assertions.assertThat;

import dev.toolcheckpoint.runs.store.Cell;
import dev.toolcheckpoint.runs.store.Change;
import dev.toolcheckpoint.runs.store.ItemKey;
import dev.toolcheckpoint.runs.store.RunItem;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Bodies of any bytes and of every size. */
abstract class BodyGroup {

    private final RunKit kit;

    BodyGroup(RunKit kit) {
        this.kit = kit;
    }

    @ParameterizedTest
    @CsvSource({
        "0, false", "1, false", "4096, false", "300000, false", "1000000, false", "5000000, false",
        "0, true", "1, true", "4096, true", "300000, true", "1000000, true", "5000000, true"
    })
    void body_ofThisSize_comesBackToTheByte(int size, boolean secret) {
        // Declared by the store, as its documentation says.
        Assumptions.assumeTrue(
                size <= (secret ? kit.contract().largestBody() : kit.contract().largestOpenBody()));
        ItemKey key = kit.key("RUN");
        Cell cell = cell(size, secret);

        kit.apply(Change.of(key).expect("a", ABSENT).put("a", cell).build());

        kit.assertHolds(key, Map.of("a", cell), null);
        kit.reopen();
        kit.assertHolds(key, Map.of("a", cell), null);
        kit.assertListing(() -> assertThat(kit.allListed(kit.namespace(), "RUN", 10))
                .containsExactly(new RunItem(key, Map.of("a", cell), null)));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void body_ofEveryByte_comesBack(boolean secret) {
        byte[] all = new byte[256];
        for (int value = 0; value < all.length; value++) {
            all[value] = (byte) value;
        }
        ItemKey key = kit.key("RUN");
        Cell cell = secret ? Cell.secret(kit.newId(), all) : Cell.open(kit.newId(), kit.newId(), all);

        kit.apply(Change.of(key).expect("a", ABSENT).put("a", cell).build());

        kit.assertHolds(key, Map.of("a", cell), null);
    }

    @Test
    void largeCells_manyInOneCommit_areAllWritten() {
        Map<ItemKey, Map<String, Cell>> items = new HashMap<>();
        int large = Math.min(1_000_000, kit.contract().largestBody());
        for (int item = 0; item < 3; item++) {
            items.put(
                    kit.key("STEP#" + item),
                    Map.of("input", cell(large, true), "output", cell(300_000, true), "state", cell(100, false)));
        }

        kit.apply(items.entrySet().stream()
                .map(item -> all(item.getKey(), item.getValue()))
                .toArray(Change[]::new));

        items.forEach((key, cells) -> kit.assertHolds(key, cells, null));
    }

    private static Change all(ItemKey key, Map<String, Cell> cells) {
        Change.Builder change = Change.of(key).expect("state", ABSENT);
        cells.forEach(change::put);
        return change.build();
    }

    @Test
    void largeBody_replacedByASmallOneAndBack_isWhatWasWrittenLast() {
        ItemKey key = kit.key("RUN");
        Cell neighbour = cell(300_000, true);
        Cell current = null;
        for (int size : List.of(300_000, 10, 400_000, 0, 300_001)) {
            Cell next = cell(size, true);
            kit.apply(Change.of(key)
                    .expect("a", version(current))
                    .put("a", next)
                    .put("b", neighbour)
                    .build());
            kit.assertHolds(key, Map.of("a", next, "b", neighbour), null);
            current = next;
        }
    }

    @Test
    void largeBody_ofARefusedCommit_leavesWhatWasThere() {
        ItemKey key = kit.key("RUN");
        Cell before = cell(300_000, true);
        kit.apply(Change.of(key).expect("a", ABSENT).put("a", before).build());

        kit.refuse(
                Change.of(key).expect("a", ABSENT).put("a", cell(300_000, true)).build());
        kit.assertHolds(key, Map.of("a", before), null);

        kit.apply(Change.of(key).expect("a", version(before)).delete());
        assertThat(kit.loaded()).isEmpty();
    }

    @Test
    void partition_ofManyItems_isLoadedWhole() {
        int items = 270;
        for (int first = 0; first < items; first += 90) {
            Change[] creations = new Change[90];
            for (int n = 0; n < creations.length; n++) {
                creations[n] = Change.of(kit.key(String.format("STEP#%04d", first + n)))
                        .expect("a", ABSENT)
                        .put("a", cell(10_000, true))
                        .build();
            }
            kit.apply(creations);
        }

        List<RunItem> loaded = kit.loaded();

        assertThat(loaded).hasSize(items);
        for (int n = 0; n < items; n++) {
            assertThat(loaded.get(n).key()).isEqualTo(kit.key(String.format("STEP#%04d", n)));
            assertThat(loaded.get(n).cells()).containsOnlyKeys("a");
        }
    }

    /** Made-up bytes that don't compress, and differ from call to call. */
    private Cell cell(int size, boolean secret) {
        String version = kit.newId();
        byte[] body = new byte[size];
        new Random(version.hashCode()).nextBytes(body);
        return secret ? Cell.secret(version, body) : Cell.open(version, kit.newId(), body);
    }
}
