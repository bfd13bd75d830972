package dev.toolcheckpoint.runs.kit;

import static dev.toolcheckpoint.runs.kit.RunKit.ABSENT;
import static dev.toolcheckpoint.runs.kit.RunKit.version;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.toolcheckpoint.runs.store.Cell;
import dev.toolcheckpoint.runs.store.Change;
import dev.toolcheckpoint.runs.store.Commit;
import dev.toolcheckpoint.runs.store.Expected;
import dev.toolcheckpoint.runs.store.ItemKey;
import dev.toolcheckpoint.runs.store.RunItem;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** All changes of a commit, or none. */
abstract class AtomicityGroup {

    private static final Instant SOON = Instant.parse("2026-03-01T10:00:00Z");

    /** How many changes {@link #mixed} has. */
    private static final int MIXED = 5;

    /** What the change that fails would have done. */
    enum Failing {
        ASKS,
        WRITES,
        CREATES,
        DELETES,
        SETS_DUE
    }

    private final RunKit kit;

    AtomicityGroup(RunKit kit) {
        this.kit = kit;
    }

    static Stream<Arguments> failures() {
        return Arrays.stream(Failing.values())
                .flatMap(failing -> IntStream.rangeClosed(0, MIXED).mapToObj(position -> arguments(failing, position)));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void oneFailingExpectation_anywhere_writesNothing(Failing failing, int position) {
        List<Change> changes = new ArrayList<>(mixed());
        ItemKey key = kit.key("failing");
        if (failing != Failing.CREATES) {
            kit.apply(kit.creation(key));
        }
        List<RunItem> before = kit.loaded();
        changes.add(position, failing(failing, key));

        kit.refuse(changes.toArray(Change[]::new));

        assertThat(kit.loaded()).isEqualTo(before);
    }

    private Change failing(Failing failing, ItemKey key) {
        Change.Builder change = Change.of(key).expect("a", new Expected.Version("never"));
        return switch (failing) {
            case ASKS -> change.build();
            case WRITES, CREATES -> change.put("a", kit.cell("refused")).build();
            case DELETES -> change.delete();
            case SETS_DUE -> change.due(SOON).build();
        };
    }

    @Test
    void allExpectationsHold_everyChangeIsApplied() {
        List<Change> changes = mixed();

        kit.apply(changes.toArray(Change[]::new));

        Map<String, Cell> created = changes.get(0).puts();
        Map<String, Cell> written = changes.get(1).puts();
        kit.assertHolds(kit.key("created"), created, null);
        kit.assertHolds(kit.key("written"), written, SOON);
        assertThat(kit.store().find(kit.key("deleted"))).isEmpty();
        assertThat(kit.item(kit.key("scheduled")).dueAt()).isNull();
        assertThat(kit.loaded().stream().map(item -> item.key().sort()))
                .containsExactly("asked", "created", "scheduled", "written");
    }

    /** A creation, a write, a deletion, a due time that is cleared, and a question: all of which hold. */
    private List<Change> mixed() {
        for (String sort : List.of("written", "deleted", "scheduled", "asked")) {
            kit.apply(Change.of(kit.key(sort))
                    .expect("a", ABSENT)
                    .put("a", kit.cell(sort))
                    .due(SOON)
                    .build());
        }
        return List.of(
                kit.creation(kit.key("created")),
                seen("written").put("a", kit.cell("again")).build(),
                seen("deleted").delete(),
                seen("scheduled").due(null).build(),
                seen("asked").build());
    }

    private Change.Builder seen(String sort) {
        ItemKey key = kit.key(sort);
        return Change.of(key).expect("a", version(kit.item(key).cell("a")));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void oneFailingCell_ofSeveralInOneItem_writesNothing(int failing) {
        ItemKey key = kit.key("RUN");
        kit.apply(ofFour(key));
        RunItem before = kit.item(key);
        Change.Builder change = Change.of(key);
        for (int cell = 0; cell < 4; cell++) {
            change.expect("c" + cell, cell == failing ? ABSENT : version(before.cell("c" + cell)));
            change.put("c" + cell, kit.cell("refused"));
        }

        kit.refuse(change.build());

        assertThat(kit.item(key)).isEqualTo(before);
    }

    private Change ofFour(ItemKey key) {
        Change.Builder change = Change.of(key);
        for (int cell = 0; cell < 4; cell++) {
            change.expect("c" + cell, ABSENT);
            change.put("c" + cell, kit.cell("cell " + cell));
        }
        return change.build();
    }

    @Test
    void longestCommit_isAppliedWholeOrNotAtAll() {
        Change[] creations = across(Commit.LONGEST)
                .map(key -> kit.creation(Objects.requireNonNull(key)))
                .toArray(Change[]::new);

        kit.apply(creations);
        Change[] writes = across(Commit.LONGEST)
                .map(key -> Change.of(key)
                        .expect("a", version(kit.item(key).cell("a")))
                        .put("a", kit.cell("again"))
                        .build())
                .toArray(Change[]::new);
        Change[] spoilt = writes.clone();
        spoilt[Commit.LONGEST - 1] = creations[Commit.LONGEST - 1];
        kit.refuse(spoilt);
        for (Change creation : creations) {
            assertThat(kit.item(creation.key()).cells()).isEqualTo(creation.puts());
        }
        kit.apply(writes);
        for (Change write : writes) {
            assertThat(kit.item(write.key()).cells()).isEqualTo(write.puts());
        }
    }

    /** Items of several partitions: a decision changes a run, a token and a key's tickets. */
    private Stream<ItemKey> across(int items) {
        return IntStream.range(0, items)
                .mapToObj(n -> kit.key(kit.namespace(), "RAK".charAt(n % 3) + "#" + n / 9, "item-" + n));
    }
}
