package dev.toolcheckpoint.runs;

import static dev.toolcheckpoint.runs.ScriptedModel.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.toolcheckpoint.runs.Records.Claim;
import dev.toolcheckpoint.runs.store.Commit;
import dev.toolcheckpoint.runs.store.InMemoryRunStore;
import dev.toolcheckpoint.store.InMemoryCheckpointStore;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** R44: whatever looks after a claim has ended when an execution comes back; a claim that is lost is told to the tools. */
class R44WatchTest {

    private static final ExecutionLimits RENEWED = new ExecutionLimits(
            Duration.ofMillis(40), Duration.ofMillis(5), true, null, Duration.ZERO, Duration.ZERO, () -> false);

    private final World world = new World();

    @Test
    void aClaimIsRenewedWhileTheModelWorksAndNotAfterwards() throws Exception {
        CountDownLatch renewedTwice = new CountDownLatch(2);
        AtomicInteger renewals = new AtomicInteger();
        InMemoryRunStore store = new InMemoryRunStore();
        World watched = new World(
                new DisturbedRunStore(store, Disturbance::none) {
                    @Override
                    public boolean commit(Commit commit) {
                        boolean applied = super.commit(commit);
                        boolean renewal = commit.changes().size() == 1
                                && commit.changes().get(0).puts().keySet().equals(Set.of(Keys.CLAIM));
                        if (renewal) {
                            renewals.incrementAndGet();
                            renewedTwice.countDown();
                        }
                        return applied;
                    }
                },
                new InMemoryCheckpointStore());
        Runs runs = watched.runs(Agent.named("a", new ScriptedModel(messages -> {
                    try {
                        // Each look finds more of the lease gone.
                        while (!renewedTwice.await(1, TimeUnit.MILLISECONDS)) {
                            watched.clock.advance(Duration.ofMillis(10));
                        }
                    } catch (InterruptedException stopped) {
                        Thread.currentThread().interrupt();
                    }
                    return says("ok");
                }))
                .build());
        RunKey run = watched.start(runs, "a", "1");

        assertThat(watched.execute(runs, run, RENEWED)).isEqualTo(RunStatus.COMPLETED);
        int then = renewals.get();
        assertThat(then).isGreaterThanOrEqualTo(2);
        watched.clock.advance(Duration.ofHours(1));
        assertThat(Thread.getAllStackTraces().keySet())
                .noneMatch(thread -> thread.getName().equals("tool-checkpoint-run"));
        assertThat(renewals).hasValue(then);
    }

    @Test
    void aLostClaimTellsTheToolToStop() {
        Runs runs = world.runs(Agent.named("a", ScriptedModel.turns(says("ok"))).build());
        RunKey run = world.start(runs, "a", "1");
        world.execute(runs, run);
        RunSettings settings = world.settings();
        Claim foreign = new Claim("somebody", 99, world.clock.instant().plusSeconds(60));
        try (Watch watch = Watch.over(settings, new Storage(settings), run, foreign, World.limits())) {
            watch.look();
            assertThat(watch.lost()).isTrue();
            assertThat(watch.toolSignal().cancelled()).isTrue();
        }
    }
}
