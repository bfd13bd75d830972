package dev.toolcheckpoint.runs;

import static dev.toolcheckpoint.runs.ScriptedModel.calls;
import static dev.toolcheckpoint.runs.ScriptedModel.says;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** At most one active run has a key; the others come in the order they arrived. */
class ConcurrencyKeysTest {

    private final World world = new World();

    private StartRequest request(String trigger, String key) {
        return new StartRequest(World.NAMESPACE, "a", world.trigger(trigger), key);
    }

    private Agent agent() {
        return Agent.named("a", ScriptedModel.turns(calls("refund", "{\"order\":\"1\"}"), says("ok")))
                .tools(world.effect("refund").approvedWithin(Duration.ofHours(1)))
                .build();
    }

    @Test
    void aRunThatWaitsForPeopleKeepsTheKey() {
        Runs runs = world.runs(agent());
        RunKey first = runs.start(request("1", "k")).run().key();
        RunKey second = runs.start(request("2", "k")).run().key();
        world.execute(runs, first);

        assertThat(runs.execute(second, World.limits())).isInstanceOf(Execute.NotClaimed.class);
        runs.approve(World.NAMESPACE, world.requests.get(0).token(), "boss");
        assertThat(runs.execute(second, World.limits())).isInstanceOf(Execute.NotClaimed.class);
        world.dispatched.clear();
        world.execute(runs, first);
        assertThat(world.dispatched).containsExactly(second);
        assertThat(world.execute(runs, second)).isEqualTo(RunStatus.WAITING);
    }

    @Test
    void cancelledTicketsAreSkippedHoweverMany() {
        Runs runs = world.runs(agent());
        RunKey first = runs.start(request("first", "k")).run().key();
        List<RunKey> middle = new ArrayList<>();
        for (int number = 0; number < 150; number++) {
            middle.add(runs.start(request("m" + number, "k")).run().key());
        }
        RunKey last = runs.start(request("last", "k")).run().key();
        middle.forEach(run -> assertThat(runs.cancel(run, "user")).isEqualTo(Cancelled.CANCELLED));
        world.dispatched.clear();

        assertThat(runs.cancel(first, "user")).isEqualTo(Cancelled.CANCELLED);
        assertThat(world.dispatched).containsExactly(last);
        assertThat(world.execute(runs, last)).isEqualTo(RunStatus.WAITING);
    }

    /** The run that comes next is cancelled in the moment before the key is passed on to it. */
    @Test
    void aKeyIsNotPassedOnToARunThatIsCancelledMeanwhile() {
        Agent agent = Agent.named("a", ScriptedModel.turns(says("ok"))).build();
        Runs runs = world.runs(agent);
        RunKey first = runs.start(request("1", "k")).run().key();
        RunKey second = runs.start(request("2", "k")).run().key();
        RunKey third = runs.start(request("3", "k")).run().key();
        // The claim takes two boundaries; the next one is before the last commit.
        Disturbance sleep = new Disturbance(Disturbance.Kind.SLEEP, 2, () -> runs.cancel(second, "user"));
        Runs slow = Runs.builder(new DisturbedRunStore(world.store, () -> sleep), world.journal)
                .agents(agent)
                .build();

        assertThat(world.execute(slow, first)).isEqualTo(RunStatus.COMPLETED);
        assertThat(sleep.happened()).isTrue();
        assertThat(runs.find(second).orElseThrow().status()).isEqualTo(RunStatus.CANCELLED);
        assertThat(world.execute(runs, third)).isEqualTo(RunStatus.COMPLETED);
    }

    /** The key is passed on to a run in the moment before it is cancelled. */
    @Test
    void aRunThatGotTheKeyMeanwhilePassesItOnWhenItIsCancelled() {
        Agent agent = Agent.named("a", ScriptedModel.turns(says("ok"))).build();
        Runs runs = world.runs(agent);
        RunKey first = runs.start(request("1", "k")).run().key();
        RunKey second = runs.start(request("2", "k")).run().key();
        RunKey third = runs.start(request("3", "k")).run().key();
        Disturbance sleep = new Disturbance(Disturbance.Kind.SLEEP, 0, () -> world.execute(runs, first));
        Runs slow = Runs.builder(new DisturbedRunStore(world.store, () -> sleep), world.journal)
                .agents(agent)
                .build();

        assertThat(slow.cancel(second, "user")).isEqualTo(Cancelled.CANCELLED);
        assertThat(sleep.happened()).isTrue();
        assertThat(world.execute(runs, third)).isEqualTo(RunStatus.COMPLETED);
    }

    @Test
    void twentyWorkersTwoHundredRunsTenKeys() throws Exception {
        Map<String, AtomicInteger> active = new ConcurrentHashMap<>();
        Map<String, String> broken = new ConcurrentHashMap<>();
        BlockingQueue<RunKey> queue = new LinkedBlockingQueue<>();
        Agent busy = Agent.named("a", ScriptedModel.turns(calls("work", "{}"), says("ok")))
                .tools(context -> List.of(RunTool.plain(World.specification("work"), input -> {
                    String key = String.valueOf(context.keys().get("key"));
                    int now = active.computeIfAbsent(key, none -> new AtomicInteger())
                            .incrementAndGet();
                    if (now > 1) {
                        broken.put(key, now + " at once");
                    }
                    active.get(key).decrementAndGet();
                    return "worked";
                })))
                .build();
        Runs runs = world.runs(builder -> builder.dispatcher(queue::add), busy);
        List<RunKey> all = new ArrayList<>();
        for (int number = 0; number < 200; number++) {
            String key = "key-" + number % 10;
            TriggerEnvelope trigger = new TriggerEnvelope(
                    "t" + number,
                    "test",
                    "go",
                    Documents.toTree("{}"),
                    Map.of("key", key),
                    null,
                    world.clock.instant());
            all.add(runs.start(new StartRequest(World.NAMESPACE, "a", trigger, key))
                    .run()
                    .key());
        }
        ExecutorService workers = Executors.newFixedThreadPool(20);
        List<Future<?>> done = new ArrayList<>();
        AtomicInteger ended = new AtomicInteger();
        for (int worker = 0; worker < 20; worker++) {
            done.add(workers.submit(() -> {
                while (ended.get() < all.size()) {
                    RunKey run = queue.poll(20, TimeUnit.MILLISECONDS);
                    if (run != null && runs.execute(run, World.limits()) instanceof Execute.Settled) {
                        ended.incrementAndGet();
                    }
                }
                return null;
            }));
        }
        for (Future<?> each : done) {
            each.get(120, TimeUnit.SECONDS);
        }
        workers.shutdown();

        assertThat(broken).isEmpty();
        assertThat(all)
                .allSatisfy(
                        run -> assertThat(runs.find(run).orElseThrow().status()).isEqualTo(RunStatus.COMPLETED));
        for (int key = 0; key < 10; key++) {
            List<RunKey> ofKey = new ArrayList<>();
            for (int number = key; number < 200; number += 10) {
                ofKey.add(all.get(number));
            }
            List<RunKey> claimed = world.heard(RunEvent.Claimed.class).stream()
                    .map(RunEvent.Claimed::run)
                    .filter(ofKey::contains)
                    .toList();
            assertThat(claimed).containsExactlyElementsOf(ofKey);
        }
    }
}
