package dev.toolcheckpoint.runs.kit;

import static dev.toolcheckpoint.runs.kit.RunKit.version;
import static org.assertj.core.api.Assertions.assertThat;

import dev.toolcheckpoint.runs.store.Change;
import dev.toolcheckpoint.runs.store.ItemKey;
import dev.toolcheckpoint.runs.store.RunItem;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What an item's key tells apart, and how it orders. */
abstract class KeyGroup {

    private final RunKit kit;

    KeyGroup(RunKit kit) {
        this.kit = kit;
    }

    @Test
    void load_ordersBySortKeyInUtf16Units() {
        List<String> ordered = List.of(
                "!", "#", "-1", "0", "1", "10", "9", "A", "RUN", "STEP#1", "STEP#10", "STEP#2", "STEP.", "Z", "_", "a",
                "aa", "ab", "b", "run", "z", "~");
        List<String> shuffled = new ArrayList<>(ordered);
        Collections.shuffle(shuffled, new Random(7));

        shuffled.forEach(sort -> kit.apply(kit.creation(kit.key(sort))));

        assertThat(kit.loaded().stream().map(item -> item.key().sort())).containsExactlyElementsOf(ordered);
    }

    @Test
    void partitions_whoseNamesLookAlike_areApart() {
        assertApart(List.of("R#1", "R#10", "R#1#x", "R#", "r#1", "A#1", "R#%", "R#_", "R#1/RUN", "R#*").stream()
                .map(partition -> kit.key(kit.namespace(), partition, "RUN"))
                .toList());
    }

    @Test
    void namespaces_whoseNamesLookAlike_areApart() {
        String a = kit.namespace();
        assertApart(List.of(
                        a,
                        a + " b",
                        a + " ",
                        a + "B",
                        a + "b",
                        a + "/R",
                        a + "%",
                        a + "_",
                        a + "\u00fc",
                        a + "u\u0308",
                        a + "\ud83d\ude00",
                        a + "\ud800",
                        a + "\udc00",
                        a + "?",
                        a + "x".repeat(512 - a.length()))
                .stream()
                .map(namespace -> kit.key(namespace, RunKit.PARTITION, "RUN"))
                .toList());
    }

    @Test
    void longestKeys_areKeptWhole() {
        String partition = "R#" + "p".repeat(298);
        String sort = "s".repeat(299);
        assertApart(List.of(
                kit.key(kit.namespace(), partition, sort + "1"), kit.key(kit.namespace(), partition, sort + "2")));
    }

    /** Each has an item of its own: writing, finding and deleting one touches none of the others. */
    private void assertApart(List<ItemKey> keys) {
        List<RunItem> items = new ArrayList<>();
        for (ItemKey key : keys) {
            assertThat(kit.store().find(key)).isEmpty();
            kit.apply(kit.creation(key));
            items.add(kit.item(key));
        }
        kit.reopen();
        for (RunItem item : items) {
            ItemKey key = item.key();
            assertThat(kit.item(key)).isEqualTo(item);
            List<RunItem> partition = items.stream()
                    .filter(other -> other.key().namespace().equals(key.namespace())
                            && other.key().partition().equals(key.partition()))
                    .toList();
            assertThat(kit.store().load(key.namespace(), key.partition())).isEqualTo(partition);
        }
        RunItem first = items.get(0);
        kit.apply(Change.of(first.key()).expect("a", version(first.cell("a"))).delete());
        assertThat(kit.store().find(first.key())).isEmpty();
        items.subList(1, items.size())
                .forEach(item -> assertThat(kit.item(item.key())).isEqualTo(item));
    }

    @Test
    void namespaceNobodyWroteTo_isEmpty() {
        kit.apply(kit.creation(kit.key("RUN")));
        ItemKey never = kit.key(kit.namespace() + "-never", RunKit.PARTITION, "RUN");

        assertThat(kit.store().find(never)).isEmpty();
        assertThat(kit.store().find(kit.key("never"))).isEmpty();
        assertThat(kit.store().load(never.namespace(), never.partition())).isEmpty();
        assertThat(kit.store().load(kit.namespace(), "R#never")).isEmpty();
        assertThat(kit.allListed(never.namespace(), "RUN", 100)).isEmpty();
    }

    @Test
    void storeNobodyWroteTo_isEmpty() {
        assertThat(kit.store().find(kit.key("RUN"))).isEmpty();
        assertThat(kit.loaded()).isEmpty();
        assertThat(kit.allListed(kit.namespace(), "RUN", 100)).isEmpty();
        assertThat(kit.allDue(Instant.MAX, 100)).isEmpty();
    }
}
