package dev.toolcheckpoint.runs.kit;

import static dev.toolcheckpoint.runs.kit.RunKit.ABSENT;
import static dev.toolcheckpoint.runs.kit.RunKit.version;
import static org.assertj.core.api.Assertions.assertThat;

import dev.toolcheckpoint.runs.store.Cell;
import dev.toolcheckpoint.runs.store.Change;
import dev.toolcheckpoint.runs.store.Expected;
import dev.toolcheckpoint.runs.store.ItemKey;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Several cells in one item, each with a writer of its own. */
abstract class CellGroup {

    private final RunKit kit;

    CellGroup(RunKit kit) {
        this.kit = kit;
    }

    @Test
    void writers_ofDifferentCells_dontDisturbEachOther() {
        ItemKey key = kit.key("RUN");
        Map<String, Cell> cells = new HashMap<>();
        for (String name : List.of("state", "claim", "cancel")) {
            cells.put(name, kit.cell(name));
            kit.apply(Change.of(key)
                    .expect(name, ABSENT)
                    .put(name, cells.get(name))
                    .build());
            kit.assertHolds(key, cells, null);
        }
        // Each knows its own cell only, and goes on from what it wrote.
        for (int round = 0; round < 3; round++) {
            for (String name : List.of("cancel", "state", "claim")) {
                Cell next = kit.cell(name + round);
                kit.apply(Change.of(key)
                        .expect(name, version(cells.get(name)))
                        .put(name, next)
                        .build());
                cells.put(name, next);
                kit.assertHolds(key, cells, null);
            }
        }
    }

    @Test
    void writer_thatAsksForAnotherCell_writesOnlyItsOwn() {
        ItemKey key = kit.key("RUN");
        Cell claim = kit.cell("claim");
        Cell state = kit.cell("state");
        kit.apply(Change.of(key).expect("claim", ABSENT).put("claim", claim).build());

        kit.apply(Change.of(key)
                .expect("claim", new Expected.Fence(claim.fence()))
                .put("state", state)
                .build());

        kit.assertHolds(key, Map.of("claim", claim, "state", state), null);
    }

    @Test
    void severalCells_inOneChange_areAllWritten() {
        ItemKey key = kit.key("RUN");
        Map<String, Cell> cells = Map.of(
                "a", kit.cell("open"),
                "b", Cell.secret(kit.newId(), bytes("secret")),
                "c", kit.cell(""));
        Change.Builder change = Change.of(key).expect("a", ABSENT);
        cells.forEach(change::put);

        kit.apply(change.build());

        kit.assertHolds(key, cells, null);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"status", "name", "order", "size", "values", "key", "a", "theNameOfACellWithManyLetters", "x9"})
    void cellName_thatIsAWordOfAStoresLanguage_isOnlyAName(String name) {
        ItemKey key = kit.key("RUN");
        Cell cell = kit.cell("value");
        Cell other = kit.cell("other");
        kit.apply(Change.of(key)
                .expect(name, ABSENT)
                .put(name, cell)
                .put("other", other)
                .build());
        Cell next = kit.cell("next");

        kit.apply(Change.of(key).expect(name, version(cell)).put(name, next).build());

        kit.assertHolds(key, Map.of(name, next, "other", other), null);
    }

    @ParameterizedTest
    @ValueSource(strings = {"v", "0012.50", "NULL", "a'b\"c\\d%_", "  both ends  ", "\u00fcber \u6f22 \ud83d\ude00"})
    void versionsAndFences_ofAnyText_comeBackAndAreCompared(String text) {
        ItemKey key = kit.key("RUN");
        Cell cell = Cell.open("version " + text, text, bytes("x"));
        kit.apply(Change.of(key).expect("a", ABSENT).put("a", cell).build());
        kit.assertHolds(key, Map.of("a", cell), null);
        kit.refuse(Change.of(key)
                .expect("a", new Expected.Fence(text + " "))
                .put("a", kit.cell("no"))
                .build());

        Cell next = Cell.open("w".repeat(200), text, bytes("y"));
        kit.apply(Change.of(key)
                .expect("a", version(cell))
                .expect("b", ABSENT)
                .put("a", next)
                .build());
        kit.assertHolds(key, Map.of("a", next), null);
        kit.apply(Change.of(key)
                .expect("a", new Expected.Fence(text))
                .put("b", cell)
                .build());
        kit.assertHolds(key, Map.of("a", next, "b", cell), null);
    }

    @Test
    void openCell_replacedByASecretOne_andBack_isWhatWasWrittenLast() {
        ItemKey key = kit.key("RUN");
        Cell current = null;
        for (Cell next : List.of(
                kit.cell("open"),
                Cell.secret(kit.newId(), bytes("secret")),
                Cell.open("v-equal", "v-equal", bytes("open, and its fence is its version")),
                Cell.secret(kit.newId(), bytes("secret again")))) {
            kit.apply(
                    Change.of(key).expect("a", version(current)).put("a", next).build());
            kit.assertHolds(key, Map.of("a", next), null);
            current = next;
        }
    }

    @Test
    void deletion_takesAllCells_andACreationStartsFromNothing() {
        ItemKey key = kit.key("RUN");
        Cell cell = kit.cell("a");
        kit.apply(Change.of(key)
                .expect("a", ABSENT)
                .put("a", cell)
                .put("b", kit.cell("b"))
                .due(Instant.parse("2026-03-01T10:00:00Z"))
                .build());

        kit.apply(Change.of(key).expect("a", version(cell)).delete());
        assertThat(kit.store().find(key)).isEmpty();
        assertThat(kit.loaded()).isEmpty();

        Cell again = kit.cell("again");
        kit.apply(Change.of(key)
                .expect("a", ABSENT)
                .expect("b", ABSENT)
                .put("c", again)
                .build());
        kit.assertHolds(key, Map.of("c", again), null);
    }

    @Test
    void deletion_ofOneItem_leavesItsNeighbours() {
        for (String sort : List.of("STEP#1", "STEP#10", "STEP#2", "STEP")) {
            kit.apply(kit.creation(kit.key(sort)));
        }
        ItemKey key = kit.key("STEP#1");

        kit.apply(Change.of(key).expect("a", version(kit.item(key).cell("a"))).delete());

        assertThat(kit.loaded().stream().map(item -> item.key().sort())).containsExactly("STEP", "STEP#10", "STEP#2");
    }

    @Test
    void question_ofANewItem_makesNone() {
        ItemKey asked = kit.key("asked");

        kit.apply(Change.of(asked).expect("a", ABSENT).build(), kit.creation(kit.key("made")));

        assertThat(kit.store().find(asked)).isEmpty();
        assertThat(kit.loaded()).hasSize(1);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
