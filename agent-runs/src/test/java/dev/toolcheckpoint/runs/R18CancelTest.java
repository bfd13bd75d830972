package dev.toolcheckpoint.runs;

import static dev.toolcheckpoint.runs.ScriptedModel.calls;
import static dev.toolcheckpoint.runs.ScriptedModel.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.langchain4j.data.message.ChatMessage;
import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.protocol.Payload;
import dev.toolcheckpoint.protocol.Recovery;
import dev.toolcheckpoint.protocol.Status;
import dev.toolcheckpoint.runs.store.InMemoryRunStore;
import dev.toolcheckpoint.store.InMemoryCheckpointStore;
import dev.toolcheckpoint.store.ListQuery;
import dev.toolcheckpoint.tool.Tool;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** R18: a cancel may land anywhere; a finished effect is recorded, nothing new starts, and the run stays cancelled. */
class R18CancelTest {

    private final World world = new World();
    private final ScriptedModel model =
            ScriptedModel.turns(calls("refund", "{\"order\":\"1\"}"), calls("refund", "{\"order\":\"2\"}"), says("ok"));

    /** Cancels when an event of this name is heard for the first time. */
    private Runs cancellingAt(String event, AtomicReference<RunKey> run, RunTool.Effect effect) {
        boolean[] done = {false};
        Runs[] self = new Runs[1];
        Consumer<RunEvent> listener = heard -> {
            world.events.add(heard);
            if (!done[0] && heard.getClass().getSimpleName().equals(event)) {
                done[0] = true;
                assertThat(self[0].cancel(run.get(), "user")).isEqualTo(Cancelled.REQUESTED);
            }
        };
        self[0] = world.runs(
                builder -> builder.listener(listener::accept),
                Agent.named("a", model).tools(effect).build());
        return self[0];
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Claimed",
                "ModelAsked",
                "ModelAnswered",
                "TurnStored",
                "ToolStarting",
                "ToolAnswered",
                "StepStored"
            })
    void whereverItLandsTheEffectHappensAtMostOnceAndTheRunStaysCancelled(String event) {
        AtomicReference<RunKey> run = new AtomicReference<>();
        Runs runs = cancellingAt(event, run, world.effect("refund"));
        run.set(world.start(runs, "a", "1"));

        assertThat(world.execute(runs, run.get())).isEqualTo(RunStatus.CANCELLED);
        assertThat(runs.execute(run.get(), World.limits())).isInstanceOf(Execute.NotClaimed.class);
        assertThat(runs.cancel(run.get(), "user")).isEqualTo(Cancelled.ALREADY_ENDED);
        assertThat(world.effects).hasSizeLessThanOrEqualTo(1).doesNotContain("refund:2");
        assertThat(model.asked()).hasSizeLessThanOrEqualTo(1);
        RunDetails details = runs.load(run.get()).orElseThrow();
        ScriptedModel.checkPairs(details.checkpoint().messages());
        String told = details.checkpoint().messages().stream()
                .map(ChatMessage::toString)
                .reduce("", String::concat);
        assertThat(told.contains("done 1")).isEqualTo(world.effects.contains("refund:1"));
    }

    /** The cancel comes while the tool works: its receipt is recorded, in its own record and in the history. */
    @Test
    void anEffectThatIsUnderWayIsRecordedOnTheCancelledRun() {
        AtomicReference<RunKey> run = new AtomicReference<>();
        Runs[] self = new Runs[1];
        RunTool.Effect slow = RunTool.effect(
                World.specification("refund", "order"),
                Tool.named("refund", JsonNode.class).handler((input, context) -> {
                    self[0].cancel(run.get(), "user");
                    world.effects.add("refund");
                    return "done 1";
                }));
        self[0] = world.runs(Agent.named("a", model).tools(slow).build());
        run.set(world.start(self[0], "a", "1"));

        assertThat(world.execute(self[0], run.get())).isEqualTo(RunStatus.CANCELLED);
        assertThat(world.effects).containsExactly("refund");
        List<Checkpoint> records = world.journal.list(ListQuery.all()).records();
        assertThat(records).extracting(Checkpoint::status).containsExactly(Status.COMPLETED);
        assertThat(self[0].load(run.get()).orElseThrow().steps().get(1).output())
                .contains("done 1");
    }

    /** A worker that lost its run can't begin a call that was filled in as cancelled: the fill is in the call's own record. */
    @Test
    void aCallThatWasFilledInCantBeBegunByAnybodyElse() {
        AtomicReference<RunKey> run = new AtomicReference<>();
        Runs runs = cancellingAt("TurnStored", run, world.effect("refund"));
        run.set(world.start(runs, "a", "1"));
        world.execute(runs, run.get());

        assertThat(world.effects).isEmpty();
        Checkpoint record = world.journal.list(ListQuery.all()).records().get(0);
        assertThat(record.status()).isEqualTo(Status.COMPLETED);
        CheckpointKey key = record.key();
        assertThat(new String(
                        ((Payload.Inline) world.journal
                                        .loadOutcome(world.journal.inspect(key).orElseThrow())
                                        .payload())
                                .bytes(),
                        StandardCharsets.UTF_8))
                .contains("CANCELLED");
    }

    /** An attempt that was given up may have acted, so "cancelled before it began" would be a guess. */
    @Test
    void aCallThatMayHaveActedIsNotFilledInAsCancelled() {
        AtomicReference<RunKey> run = new AtomicReference<>();
        Runs[] self = new Runs[1];
        RunTool.Effect failing = RunTool.effect(
                World.specification("refund", "order"),
                Tool.named("refund", JsonNode.class)
                        .recovery(Recovery.idempotent(Duration.ofHours(1)))
                        .handler((input, context) -> {
                            world.effects.add("refund");
                            self[0].cancel(run.get(), "user");
                            throw new IOException("reset after it was sent");
                        }));
        self[0] = world.runs(Agent.named("a", model).tools(failing).build());
        run.set(world.start(self[0], "a", "1"));

        assertThat(world.execute(self[0], run.get())).isEqualTo(RunStatus.CANCELLED);
        Step refund = self[0].load(run.get()).orElseThrow().steps().get(1);
        assertThat(refund.error()).isEqualTo("UNCERTAIN");
        assertThat(world.journal.list(ListQuery.all()).records())
                .extracting(Checkpoint::status)
                .containsExactly(Status.UNCERTAIN);
    }

    private Agent asking() {
        return Agent.named("a", model)
                .tools(world.effect("refund").approvedWithin(Duration.ofHours(1)))
                .build();
    }

    private Runs slow(Disturbance disturbance) {
        return Runs.builder(new DisturbedRunStore(world.store, () -> disturbance), world.journal)
                .agents(asking())
                .build();
    }

    /** The run begins to wait in the moment before the wish is written: nobody would look at it any more. */
    @Test
    void aWishThatComesWithTheWaitEndsTheRun() {
        Runs runs = world.runs(asking());
        RunKey run = world.start(runs, "a", "1");
        Runs dying = slow(new Disturbance(Disturbance.Kind.KILL, 2, null));
        assertThatThrownBy(() -> dying.execute(run, World.limits())).isInstanceOf(Killed.class);
        world.clock.advance(Duration.ofMinutes(2));
        Disturbance sleep = new Disturbance(Disturbance.Kind.SLEEP, 0, () -> world.execute(runs, run));

        assertThat(slow(sleep).cancel(run, "user")).isEqualTo(Cancelled.CANCELLED);
        assertThat(sleep.happened()).isTrue();
        assertThat(runs.find(run).orElseThrow().status()).isEqualTo(RunStatus.CANCELLED);
    }

    /** The wish is written in the moment before the run begins to wait. */
    @Test
    void aRunDoesNotBeginToWaitOverAWish() {
        Runs runs = world.runs(asking());
        RunKey run = world.start(runs, "a", "1");
        Disturbance sleep = new Disturbance(
                Disturbance.Kind.SLEEP,
                2,
                () -> assertThat(runs.cancel(run, "user")).isEqualTo(Cancelled.REQUESTED));

        assertThat(world.execute(slow(sleep), run)).isEqualTo(RunStatus.CANCELLED);
        assertThat(sleep.happened()).isTrue();
        assertThat(world.requests).isEmpty();
    }

    @Test
    void aFinalAnswerThatIsStoredWins() {
        Runs runs = world.runs(Agent.named("a", ScriptedModel.turns(says("ok"))).build());
        RunKey run = world.start(runs, "a", "1");
        world.execute(runs, run);

        assertThat(runs.cancel(run, "user")).isEqualTo(Cancelled.ALREADY_ENDED);
        assertThat(runs.find(run).orElseThrow().status()).isEqualTo(RunStatus.COMPLETED);
    }

    @Test
    void aRunThatNobodyHasIsCancelledAtOnce() {
        Runs runs =
                world.runs(Agent.named("a", model).tools(world.effect("refund")).build());
        RunKey run = world.start(runs, "a", "1");

        assertThat(runs.cancel(run, "user")).isEqualTo(Cancelled.CANCELLED);
        assertThat(runs.execute(run, World.limits())).isInstanceOf(Execute.NotClaimed.class);
        assertThat(runs.cancel(new RunKey(World.NAMESPACE, "nobody"), "user")).isEqualTo(Cancelled.UNKNOWN);
        assertThat(model.asked()).isEmpty();
    }

    /** The claim is held by a worker that is gone; the next one sees the wish. */
    @Test
    void aWishOutlivesTheWorkerItWasFor() {
        Disturbance kill = new Disturbance(Disturbance.Kind.KILL, 2, null);
        World lasting = new World(new InMemoryRunStore(), new InMemoryCheckpointStore());
        Agent agent = Agent.named("a", model).tools(lasting.effect("refund")).build();
        Runs dying = Runs.builder(new DisturbedRunStore(lasting.store, () -> kill), lasting.journal)
                .agents(agent)
                .build();
        Runs runs = lasting.runs(agent);
        RunKey run = lasting.start(runs, "a", "1");
        org.assertj.core.api.Assertions.assertThatThrownBy(() -> dying.execute(run, World.limits()))
                .isInstanceOf(Killed.class);

        assertThat(runs.cancel(run, "user")).isEqualTo(Cancelled.REQUESTED);
        lasting.clock.advance(Duration.ofMinutes(2));
        assertThat(lasting.execute(runs, run)).isEqualTo(RunStatus.CANCELLED);
        assertThat(lasting.effects).isEmpty();
    }

    /** With a thread that looks, a model that takes long is given up. */
    @Test
    void aModelCallIsGivenUp() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        ScriptedModel hanging = new ScriptedModel(messages -> {
            asked.countDown();
            try {
                never.await();
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
            return says("too late");
        });
        Runs runs = world.runs(Agent.named("a", hanging).build());
        RunKey run = world.start(runs, "a", "1");
        ExecutionLimits looking = new ExecutionLimits(
                Duration.ofMinutes(1), Duration.ofMillis(5), false, null, Duration.ZERO, Duration.ZERO, () -> false);
        Thread canceller = new Thread(() -> {
            try {
                asked.await();
            } catch (InterruptedException stopped) {
                return;
            }
            runs.cancel(run, "user");
        });
        canceller.start();
        Execute done = runs.execute(run, looking);
        canceller.join();

        assertThat(done)
                .isInstanceOfSatisfying(
                        Execute.Settled.class,
                        settled -> assertThat(settled.run().status()).isEqualTo(RunStatus.CANCELLED));
        assertThat(runs.load(run).orElseThrow().steps()).isEmpty();
    }
}
