package dev.toolcheckpoint.runs;

import static dev.toolcheckpoint.runs.ScriptedModel.calls;
import static dev.toolcheckpoint.runs.ScriptedModel.says;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolcheckpoint.protocol.Recovery;
import dev.toolcheckpoint.runs.store.Cell;
import dev.toolcheckpoint.runs.store.Change;
import dev.toolcheckpoint.runs.store.Commit;
import dev.toolcheckpoint.runs.store.Expected;
import dev.toolcheckpoint.tool.Tool;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** R37: a listing is a hint. Whoever is seen as expired may have renewed; only a conditional claim decides. */
class R37TakeoverTest {

    private final World world = new World();
    private final List<LeaseLostException> lost = new ArrayList<>();

    @Test
    void anOwnerThatRenewedSinceItWasListedKeepsItsRun() {
        Runs runs = world.runs(Agent.named("a", ScriptedModel.turns(says("ok"))).build());
        RunKey run = world.start(runs, "a", "1");
        Head queued = Head.of(world.store.find(Keys.run(run)).orElseThrow());
        RunSettings settings = world.settings();
        Claims claims = new Claims(settings, new Storage(settings));
        Head owner = Objects.requireNonNull(claims.claim(queued, Duration.ofMinutes(1)));
        world.clock.advance(Duration.ofMinutes(2));
        Head listed = Head.of(world.store.find(Keys.run(run)).orElseThrow());
        renew(run, owner);

        assertThat(listed.abandoned(world.clock.instant(), Duration.ZERO)).isTrue();
        assertThat(claims.claim(listed, Duration.ofMinutes(1))).isNull();
        assertThat(runs.execute(run, World.limits())).isInstanceOf(Execute.NotClaimed.class);
    }

    private void renew(RunKey run, Head owner) {
        Records.Claim longer = new Records.Claim(
                owner.claim().owner(),
                owner.claim().epoch(),
                world.clock.instant().plusSeconds(60));
        boolean renewed = world.store.commit(new Commit(
                "renewal",
                List.of(Change.of(Keys.run(run))
                        .expect(Keys.CLAIM, new Expected.Fence(owner.claim().fence()))
                        .put(Keys.CLAIM, Cell.open("renewal", longer.fence(), Documents.encode(longer)))
                        .build())));
        assertThat(renewed).isTrue();
    }

    @Test
    void ofManyClaimsAtOnceOneWins() throws Exception {
        ScriptedModel model = ScriptedModel.turns(calls("refund", "{\"order\":\"1\"}"), says("ok"));
        Runs runs =
                world.runs(Agent.named("a", model).tools(world.effect("refund")).build());
        ExecutorService threads = Executors.newFixedThreadPool(16);
        for (int round = 0; round < 20; round++) {
            RunKey run = world.start(runs, "a", "r" + round);
            List<Callable<Execute>> all = new ArrayList<>();
            for (int worker = 0; worker < 16; worker++) {
                all.add(() -> runs.execute(run, World.limits()));
            }
            int settled = 0;
            for (Future<Execute> each : threads.invokeAll(all)) {
                settled += each.get() instanceof Execute.Settled ? 1 : 0;
            }
            assertThat(settled).isEqualTo(1);
        }
        threads.shutdown();
        assertThat(world.effects).hasSize(20);
    }

    @Test
    void anExecutionThatWasOvertakenWritesNothingMoreAndDoesNotFailTheRun() {
        ScriptedModel model = ScriptedModel.turns(calls("refund", "{\"order\":\"1\"}"), says("ok"));
        Runs[] other = new Runs[1];
        RunKey[] run = new RunKey[1];
        RunTool.Effect sleepy = RunTool.effect(
                World.specification("refund", "order"),
                Tool.named("refund", JsonNode.class)
                        .recovery(Recovery.idempotent(Duration.ofHours(1)))
                        .handler((input, context) -> {
                            if (context.attempt() == 1) {
                                world.clock.advance(Duration.ofMinutes(5));
                                other[0].execute(run[0], World.limits());
                            }
                            world.effects.add(context.idempotencyKey());
                            return "done";
                        }));
        Agent agent = Agent.named("a", model).tools(sleepy).build();
        Runs runs = world.runs(
                builder -> builder.listener(new RunListener() {
                    @Override
                    public void on(RunEvent event) {
                        world.events.add(event);
                    }

                    @Override
                    public void onError(RunKey key, LeaseLostException failure) {
                        lost.add(failure);
                    }
                }),
                agent);
        other[0] = world.runs(agent);
        run[0] = world.start(runs, "a", "1");

        assertThat(runs.execute(run[0], World.limits())).isEqualTo(new Execute.LeaseLost(run[0]));
        assertThat(lost).hasSize(1);
        assertThat(runs.find(run[0]).orElseThrow().status()).isEqualTo(RunStatus.COMPLETED);
        assertThat(world.effects).hasSize(2).containsOnly(world.effects.get(0));
        assertThat(model.asked()).hasSize(2);
    }

    @Test
    void aTickHandsOverWhatNobodyWorksOn() {
        Runs runs = world.runs(Agent.named("a", ScriptedModel.turns(says("ok"))).build());
        RunKey run = world.start(runs, "a", "1");
        world.dispatched.clear();
        world.clock.advance(Duration.ofSeconds(1));

        assertThat(runs.tick(world.clock.instant().plusSeconds(60)).handedOver())
                .isEqualTo(1);
        assertThat(world.dispatched).containsExactly(run);
        assertThat(runs.tick(world.clock.instant().plusSeconds(60)).handedOver())
                .isZero();
        world.clock.advance(Duration.ofMinutes(2));
        assertThat(runs.tick(world.clock.instant().plusSeconds(60)).handedOver())
                .isEqualTo(1);
        world.execute(runs, run);
        world.clock.advance(Duration.ofHours(2));
        assertThat(runs.tick(world.clock.instant().plusSeconds(60))).isEqualTo(Tick.NONE);
    }
}
