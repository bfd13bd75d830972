package dev.toolcheckpoint.runs.kit;

import static dev.toolcheckpoint.runs.kit.RunKit.ABSENT;
import static dev.toolcheckpoint.runs.kit.RunKit.answer;
import static dev.toolcheckpoint.runs.kit.RunKit.text;
import static dev.toolcheckpoint.runs.kit.RunKit.version;
import static org.assertj.core.api.Assertions.assertThat;

import dev.toolcheckpoint.runs.store.Cell;
import dev.toolcheckpoint.runs.store.Change;
import dev.toolcheckpoint.runs.store.Commit;
import dev.toolcheckpoint.runs.store.Expected;
import dev.toolcheckpoint.runs.store.ItemKey;
import dev.toolcheckpoint.runs.store.RunItem;
import dev.toolcheckpoint.runs.store.RunStore;
import dev.toolcheckpoint.testing.Race;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Many threads, through two openings of the same data. */
abstract class RaceGroup {

    private static final String LEFT = "left";
    private static final String RIGHT = "right";
    private static final int UNITS = 100;

    private final RunKit kit;

    RaceGroup(RunKit kit) {
        this.kit = kit;
    }

    @Test
    void writers_ofOneCell_exactlyOneWinsEveryRound() {
        ItemKey key = kit.key("RUN");
        kit.apply(kit.creation(key));
        List<RunStore> stores = List.of(kit.store(), kit.another());
        try (Race race = new Race(kit.contract().racers())) {
            for (int round = 0; round < kit.contract().raceRounds(); round++) {
                Cell current = kit.item(key).cell("a");
                assertOneWinner(key, "a", race.start(racer -> contend(stores.get(racer % 2), key, "a", current)));
            }
        }
    }

    @Test
    void creators_ofOneItem_exactlyOneWinsEveryRound() {
        List<RunStore> stores = List.of(kit.store(), kit.another());
        try (Race race = new Race(kit.contract().racers())) {
            for (int round = 0; round < kit.contract().raceRounds() / 4; round++) {
                ItemKey key = kit.key("STEP#" + round);
                assertOneWinner(key, "a", race.start(racer -> contend(stores.get(racer % 2), key, "a", null)));
            }
        }
    }

    private Optional<Cell> contend(RunStore store, ItemKey key, String name, @Nullable Cell seen) {
        Cell next = kit.cell("racer");
        Change change =
                Change.of(key).expect(name, version(seen)).put(name, next).build();
        return answer(store, kit.commitOf(change)) ? Optional.of(next) : Optional.empty();
    }

    private void assertOneWinner(ItemKey key, String name, List<Optional<Cell>> answers) {
        List<Cell> winners = answers.stream().flatMap(Optional::stream).toList();
        assertThat(winners).as("the racers that were told they had won").hasSize(1);
        assertThat(kit.item(key).cell(name)).isEqualTo(winners.get(0));
    }

    @Test
    void writers_ofDifferentCellsOfOneItem_allWin() {
        ItemKey key = kit.key("RUN");
        kit.apply(kit.creation(key));
        List<RunStore> stores = List.of(kit.store(), kit.another());
        int racers = Math.min(16, kit.contract().racers());
        try (Race race = new Race(racers)) {
            List<Optional<Cell>> written =
                    race.start(racer -> contend(stores.get(racer % 2), key, "cell" + racer, null));
            RunItem item = kit.item(key);
            assertThat(item.cells()).hasSize(racers + 1);
            for (int racer = 0; racer < racers; racer++) {
                assertThat(written.get(racer))
                        .contains(Optional.ofNullable(item.cell("cell" + racer)).orElseThrow());
            }
        }
    }

    @Test
    void ownerAndItsSuccessor_neverBothWriteAfterTheTakeover() {
        ItemKey key = kit.key("RUN");
        List<RunStore> stores = List.of(kit.store(), kit.another());
        try (Race race = new Race(2)) {
            for (int round = 0; round < kit.contract().raceRounds(); round++) {
                Cell owner = kit.cell("owner");
                Cell successor = kit.cell("successor");
                RunItem before = kit.store().find(key).orElse(null);
                kit.apply(Change.of(key)
                        .expect("claim", version(before == null ? null : before.cell("claim")))
                        .put("claim", owner)
                        .put("state", kit.cell("started"))
                        .build());
                Change takeover = Change.of(key)
                        .expect("claim", version(owner))
                        .put("claim", successor)
                        .put("state", kit.cell("taken over"))
                        .build();
                Change late = Change.of(key)
                        .expect("claim", new Expected.Fence(owner.fence()))
                        .put("state", kit.cell("owner's"))
                        .build();

                List<Boolean> applied =
                        race.start(racer -> answer(stores.get(racer), kit.commitOf(racer == 0 ? takeover : late)));

                assertThat(applied.get(0)).isTrue();
                assertThat(text(kit.item(key), "state")).isEqualTo("taken over");
            }
        }
    }

    /** Each mover shares one item with the other, so a commit that overtakes another shows as a ticket lost or doubled. */
    @Test
    void movers_betweenItems_loseNoTicket() {
        List<String> tickets =
                IntStream.range(0, 12).mapToObj(n -> "ticket-" + n).toList();
        ItemKey left = kit.key(LEFT);
        ItemKey middle = kit.key(kit.namespace(), "K#1", "middle");
        ItemKey right = kit.key(RIGHT);
        kit.apply(
                holding(left, null, tickets.subList(0, 4)),
                holding(middle, null, tickets.subList(4, 8)),
                holding(right, null, tickets.subList(8, 12)));
        List<RunStore> stores = List.of(kit.store(), kit.another());
        try (Race race = new Race(2)) {
            List<Integer> moved =
                    race.start(racer -> moveTickets(stores.get(racer), racer == 0 ? left : right, middle));
            assertThat(moved).as("how often each moved one").anyMatch(times -> times > 0);
        }
        List<String> found = Stream.of(left, middle, right)
                .flatMap(key -> held(kit.item(key)).stream())
                .toList();
        assertThat(found).containsExactlyInAnyOrderElementsOf(tickets);
    }

    /** From the one to the other and back, in turns; returns how often a ticket moved. */
    private int moveTickets(RunStore store, ItemKey one, ItemKey other) {
        int moved = 0;
        for (int turn = 0; turn < kit.contract().raceRounds(); turn++) {
            ItemKey from = turn % 2 == 0 ? one : other;
            ItemKey to = turn % 2 == 0 ? other : one;
            RunItem source = RunKit.item(store, from);
            RunItem target = RunKit.item(store, to);
            Deque<String> left = held(source);
            Deque<String> joined = held(target);
            if (!left.isEmpty()) {
                joined.addLast(left.removeFirst());
                Commit move = kit.commitOf(holding(from, source, left), holding(to, target, joined));
                moved += answer(store, move) ? 1 : 0;
            }
        }
        return moved;
    }

    private Change holding(ItemKey key, @Nullable RunItem seen, Iterable<String> tickets) {
        return Change.of(key)
                .expect("a", seen == null ? ABSENT : version(seen.cell("a")))
                .put("a", kit.cell(String.join(",", tickets)))
                .build();
    }

    private static Deque<String> held(RunItem item) {
        String text = text(item, "a");
        return new ArrayDeque<>(text.isEmpty() ? List.of() : List.of(text.split(",")));
    }

    @Test
    void reader_amongCommits_seesNoneInPart() {
        ItemKey left = kit.key(LEFT);
        ItemKey right = kit.key(RIGHT);
        kit.apply(share(left, null, 0, UNITS), share(right, null, 0, 0));
        RunStore writing = kit.store();
        RunStore reading = kit.another();
        AtomicInteger reads = new AtomicInteger();
        AtomicBoolean done = new AtomicBoolean();
        try (Race race = new Race(2)) {
            race.start(racer -> {
                try {
                    return racer == 0 ? moveUnits(writing, left, right, reads, done) : readUnits(reading, reads, done);
                } finally {
                    done.set(true);
                }
            });
        }
    }

    /** Units of the left item go to the right one and back, one at a time, until there were enough reads among it. */
    private int moveUnits(RunStore store, ItemKey left, ItemKey right, AtomicInteger reads, AtomicBoolean done) {
        int round = 0;
        while (!done.get()
                && (round < kit.contract().raceRounds()
                        || reads.get() < kit.contract().raceRounds())) {
            round++;
            int units = Math.abs(UNITS - round % (2 * UNITS));
            RunItem leftSeen = RunKit.item(store, left);
            RunItem rightSeen = RunKit.item(store, right);
            Commit move =
                    kit.commitOf(share(left, leftSeen, round, units), share(right, rightSeen, round, UNITS - units));
            assertThat(answer(store, move)).isTrue();
        }
        return round;
    }

    private int readUnits(RunStore store, AtomicInteger reads, AtomicBoolean done) {
        do {
            List<RunItem> items = store.load(kit.namespace(), RunKit.PARTITION);
            assertThat(items).hasSize(2);
            List<String> rounds = new ArrayList<>();
            int units = 0;
            for (RunItem item : items) {
                assertThat(text(item, "round")).isEqualTo(text(item, "roundAgain"));
                rounds.add(text(item, "round"));
                units += Integer.parseInt(text(item, "units"));
            }
            if (kit.contract().loadsAtOneInstant()) {
                assertThat(units).as("the units of both items").isEqualTo(UNITS);
                assertThat(rounds.get(0)).isEqualTo(rounds.get(1));
            }
            reads.incrementAndGet();
        } while (!done.get());
        return reads.get();
    }

    private Change share(ItemKey key, @Nullable RunItem seen, int round, int units) {
        return Change.of(key)
                .expect("units", seen == null ? ABSENT : version(seen.cell("units")))
                .put("round", kit.cell("" + round))
                .put("units", kit.cell("" + units))
                .put("roundAgain", kit.cell("" + round))
                .build();
    }
}
