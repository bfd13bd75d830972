package dev.toolcheckpoint.runs.kit;

import static dev.toolcheckpoint.runs.kit.RunKit.ABSENT;
import static dev.toolcheckpoint.runs.kit.RunKit.version;
import static org.assertj.core.api.Assertions.assertThat;

import dev.toolcheckpoint.runs.store.Cell;
import dev.toolcheckpoint.runs.store.Change;
import dev.toolcheckpoint.runs.store.Commit;
import dev.toolcheckpoint.runs.store.ItemKey;
import dev.toolcheckpoint.runs.store.RunItem;
import dev.toolcheckpoint.runs.store.RunStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Repeats of a commit, several openings, and reopening. */
abstract class RepeatGroup {

    private static final Instant SOON = Instant.parse("2026-03-01T10:00:00Z");

    private final RunKit kit;

    RepeatGroup(RunKit kit) {
        this.kit = kit;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void repeat_ofAnAppliedCommit_changesNothingMore(int items) {
        Change[] changes = new Change[items];
        for (int n = 0; n < items; n++) {
            changes[n] = Change.of(kit.key("STEP#" + n))
                    .expect("a", ABSENT)
                    .put("a", kit.cell("once"))
                    .due(SOON)
                    .build();
        }
        Commit commit = kit.commitOf(changes);
        assertThat(kit.store().commit(commit)).isTrue();
        List<RunItem> applied = kit.loaded();

        for (RunStore store : List.of(kit.store(), kit.another())) {
            // Either answer is allowed.
            store.commit(commit);
            assertThat(kit.loaded()).isEqualTo(applied);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void repeat_afterAnotherCommit_doesNotUndoIt(int items) {
        Change[] first = new Change[items];
        Change[] second = new Change[items];
        for (int n = 0; n < items; n++) {
            ItemKey key = kit.key("STEP#" + n);
            Cell cell = kit.cell("first");
            first[n] = Change.of(key).expect("a", ABSENT).put("a", cell).build();
            second[n] = Change.of(key)
                    .expect("a", version(cell))
                    .put("a", kit.cell("second"))
                    .build();
        }
        Commit repeated = kit.commitOf(first);
        assertThat(kit.store().commit(repeated)).isTrue();
        kit.apply(second);
        List<RunItem> applied = kit.loaded();

        kit.store().commit(repeated);

        assertThat(kit.loaded()).isEqualTo(applied);
    }

    @Test
    void repeat_ofARefusedCommit_isAppliedOnceItsConditionHolds() {
        ItemKey key = kit.key("RUN");
        Cell first = kit.cell("first");
        Cell second = kit.cell("second");
        Change.Builder change = Change.of(key).expect("a", version(first)).put("a", second);
        Commit commit = kit.commitOf(change.build());
        assertThat(kit.store().commit(commit)).isFalse();
        kit.apply(Change.of(key).expect("a", ABSENT).put("a", first).build());

        assertThat(kit.store().commit(commit)).isTrue();

        kit.assertHolds(key, Map.of("a", second), null);
    }

    @Test
    void openTwice_eachSeesTheOthersCommitsAtOnce() {
        RunStore other = kit.another();
        ItemKey key = kit.key("RUN");
        assertThat(other.find(key)).isEmpty();
        assertThat(other.load(kit.namespace(), RunKit.PARTITION)).isEmpty();

        kit.apply(kit.creation(key));

        RunItem created = kit.item(key);
        assertThat(other.find(key)).contains(created);
        assertThat(other.load(kit.namespace(), RunKit.PARTITION)).containsExactly(created);
        Change next = Change.of(key)
                .expect("a", version(created.cell("a")))
                .put("a", kit.cell("by the other"))
                .build();
        assertThat(other.commit(kit.commitOf(next))).isTrue();
        kit.refuse(next);
        kit.assertHolds(key, next.puts(), null);
    }

    @Test
    void reopened_everythingIsThere() {
        ItemKey due = kit.key("RUN");
        ItemKey deleted = kit.key("STEP#1");
        kit.apply(
                Change.of(due)
                        .expect("a", ABSENT)
                        .put("a", kit.cell("due"))
                        .due(SOON)
                        .build(),
                kit.creation(deleted),
                kit.creation(kit.key("STEP#2")));
        kit.apply(Change.of(deleted)
                .expect("a", version(kit.item(deleted).cell("a")))
                .delete());
        List<RunItem> before = kit.loaded();
        assertThat(before).hasSize(2);

        kit.reopen();

        assertThat(kit.loaded()).isEqualTo(before);
        assertThat(kit.store().find(deleted)).isEmpty();
        kit.assertListing(() -> assertThat(kit.allDue(SOON.plusMillis(1), 10)).containsExactly(due));
        kit.assertListing(() -> assertThat(kit.allListed(kit.namespace(), "RUN", 10))
                .extracting(RunItem::key)
                .containsExactly(due));
        Cell next = kit.cell("next");
        kit.apply(Change.of(due)
                .expect("a", version(kit.item(due).cell("a")))
                .put("a", next)
                .build());
        kit.assertHolds(due, Map.of("a", next), SOON);
    }

    @Test
    void skewMargin_isNotNegative() {
        assertThat(kit.store().defaultSkewMargin()).isGreaterThanOrEqualTo(Duration.ZERO);
    }
}
