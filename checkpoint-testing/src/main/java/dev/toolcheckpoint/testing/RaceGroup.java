package dev.toolcheckpoint.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolcheckpoint.protocol.Binding;
import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.protocol.ExecutionTransitions;
import dev.toolcheckpoint.protocol.Receipt;
import dev.toolcheckpoint.protocol.Recovery;
import dev.toolcheckpoint.protocol.Transition;
import dev.toolcheckpoint.store.CheckpointStore;
import dev.toolcheckpoint.store.SealedPayload;
import dev.toolcheckpoint.store.WriteResult;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Exactly one of many wins, and nothing is lost. */
abstract class RaceGroup {

    private static final int THREADS = 32;
    private static final int CALLS_EACH = 10;
    private static final int SHARED_KEYS = 4;
    private static final int WINS_EACH = 10;

    private final KitFixture kit;

    RaceGroup(KitFixture kit) {
        this.kit = kit;
    }

    @Test
    void creators_ofOneKey_exactlyOneWins() {
        CheckpointStore store = kit.store();
        rounds(kit.contract().raceRounds(), (race, round) -> {
            Binding binding = kit.binding("call-" + round);
            List<Transition> claims = IntStream.range(0, kit.contract().racers())
                    .mapToObj(racer -> ExecutionTransitions.createClaimed(
                            binding,
                            Recovery.manual(),
                            "attempt-" + racer,
                            CallWalk.LEASE,
                            "write-" + racer,
                            VirtualClock.DEFAULT_START))
                    .toList();

            List<WriteResult> results = race.start(racer -> CallWalk.send(store, claims.get(racer), null));

            assertOneWon(claims, results);
        });
    }

    @Test
    void swappers_ofOneRecord_exactlyOneWins() {
        CheckpointStore store = kit.store();
        rounds(kit.contract().raceRounds(), (race, round) -> {
            Checkpoint ready = kit.walk("call-" + round).create().record();
            List<Transition> claims = IntStream.range(0, kit.contract().racers())
                    .mapToObj(racer -> ExecutionTransitions.claimExecution(
                            ready, "attempt-" + racer, CallWalk.LEASE, "write-" + racer, VirtualClock.DEFAULT_START))
                    .toList();

            List<WriteResult> results = race.start(racer -> CallWalk.send(store, claims.get(racer), null));

            assertOneWon(claims, results);
        });
    }

    @Test
    void completers_ofOneRecord_exactlyOneWinsWithItsOwnPayload() {
        CheckpointStore store = kit.store();
        rounds(Math.max(1, kit.contract().raceRounds() / 10), (race, round) -> {
            Checkpoint executing = kit.walk("call-" + round).createClaimed().record();
            List<SealedPayload> sealed = IntStream.range(0, kit.contract().racers())
                    .mapToObj(racer -> store.seal(executing.key(), "write-" + racer, payload(racer)))
                    .toList();
            List<Transition> completions = IntStream.range(0, sealed.size())
                    .mapToObj(racer ->
                            SwapGroup.completion(executing, "write-" + racer, sealed.get(racer), payload(racer).length))
                    .toList();

            List<WriteResult> results =
                    race.start(racer -> CallWalk.send(store, completions.get(racer), sealed.get(racer)));

            int winner = assertOneWon(completions, results);
            Checkpoint found = store.find(executing.key()).orElseThrow();
            assertThat(store.loadPayload(found)).isEqualTo(payload(winner));
        });
    }

    @Test
    void repeatsOfOneWrite_areAllStoredAndCountOnce() {
        CheckpointStore store = kit.store();
        rounds(Math.max(1, kit.contract().raceRounds() / 10), (race, round) -> {
            Transition creation = CreateGroup.creation(kit.binding("call-" + round), "write-1");
            Transition claim = CreateGroup.claim(creation.next());

            List<WriteResult> created = race.start(racer -> CallWalk.send(store, creation, null));
            List<WriteResult> claimed = race.start(racer -> CallWalk.send(store, claim, null));

            assertThat(created).containsOnly(new WriteResult.Stored());
            assertThat(claimed).containsOnly(new WriteResult.Stored());
            assertThat(kit.found(creation.next().key())).isEqualTo(claim.next());
        });
    }

    @Test
    void threadsOnKeysOfTheirOwn_loseNothing() {
        CheckpointStore store = kit.store();
        try (Race race = new Race(THREADS)) {
            List<List<CallWalk>> walks = race.start(thread -> IntStream.range(0, CALLS_EACH)
                    .mapToObj(call -> CallWalk.of(store, kit.binding("call-" + thread + "-" + call))
                            .createClaimed()
                            .complete(Receipt.success("text/plain", payload(thread * CALLS_EACH + call)))
                            .claimDelivery(true)
                            .completeDelivery())
                    .toList());

            List<CallWalk> all = walks.stream().flatMap(List::stream).toList();
            kit.reopen();
            all.forEach(kit::assertHolds);
            kit.assertListing(() -> assertThat(kit.listed(kit.own(100))).hasSameSizeAs(all));
        }
    }

    @Test
    void threadsOnSharedKeys_loseNoAcknowledgedWrite() {
        CheckpointStore store = kit.store();
        List<CheckpointKey> keys = IntStream.range(0, SHARED_KEYS)
                .mapToObj(
                        key -> kit.walk("call-" + key).createClaimed().record().key())
                .toList();
        try (Race race = new Race(THREADS)) {
            race.start(thread -> {
                CheckpointKey key = keys.get(thread % SHARED_KEYS);
                int tries = 0;
                for (int wins = 0; wins < WINS_EACH; tries++) {
                    Checkpoint current = store.find(key).orElseThrow();
                    Transition renewal = SwapGroup.renewal(current, "write-" + thread + "-" + tries);
                    wins += CallWalk.send(store, renewal, null) instanceof WriteResult.Stored ? 1 : 0;
                }
                return tries;
            });
        }
        for (CheckpointKey key : keys) {
            assertThat(kit.found(key).revision()).isEqualTo(1L + THREADS / SHARED_KEYS * WINS_EACH);
        }
    }

    @Test
    void readers_seeEveryAcknowledgedWriteAtOnceAndNeverGoBack() {
        CheckpointStore writing = kit.store();
        CheckpointStore reading = kit.another();
        Checkpoint first = kit.walk("call").createClaimed().record();
        AtomicLong acknowledged = new AtomicLong(first.revision());
        int writes = kit.contract().raceRounds();
        try (Race race = new Race(4)) {
            race.start(racer -> {
                if (racer == 0) {
                    Checkpoint current = first;
                    for (int write = 1; write <= writes; write++) {
                        Transition renewal = SwapGroup.renewal(current, "write-" + write);
                        assertThat(CallWalk.send(writing, renewal, null)).isEqualTo(new WriteResult.Stored());
                        current = renewal.next();
                        acknowledged.set(current.revision());
                    }
                    return writes;
                }
                long seen = 0;
                while (seen <= writes) {
                    long atLeast = Math.max(seen, acknowledged.get());
                    seen = reading.find(first.key()).orElseThrow().revision();
                    assertThat(seen).as("the revision that a reader sees").isGreaterThanOrEqualTo(atLeast);
                }
                return writes;
            });
        }
    }

    /** Exactly one was stored, and every refusal carries that one's record; returns which. */
    private int assertOneWon(List<Transition> sent, List<WriteResult> results) {
        List<Integer> winners = IntStream.range(0, results.size())
                .filter(racer -> results.get(racer) instanceof WriteResult.Stored)
                .boxed()
                .toList();
        assertThat(winners).as("the racers whose write was stored").hasSize(1);
        Checkpoint winning = sent.get(winners.get(0)).next();
        assertThat(kit.store().find(winning.key()).orElseThrow().writeId()).isEqualTo(winning.writeId());
        for (WriteResult result : results) {
            if (result instanceof WriteResult.Refused refused) {
                assertThat(refused.current()).isNotNull();
                assertThat(refused.current()).extracting(Checkpoint::writeId).isEqualTo(winning.writeId());
            }
        }
        return winners.get(0);
    }

    private static byte[] payload(int racer) {
        return SamplePayload.random(2_000, racer);
    }

    private void rounds(int rounds, Round round) {
        try (Race race = new Race(kit.contract().racers())) {
            for (int number = 0; number < rounds; number++) {
                round.run(race, number);
            }
        }
    }

    private interface Round {
        void run(Race race, int number);
    }
}
