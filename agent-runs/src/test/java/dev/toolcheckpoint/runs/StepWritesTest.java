package dev.toolcheckpoint.runs;

import static dev.toolcheckpoint.runs.ScriptedModel.calls;
import static dev.toolcheckpoint.runs.ScriptedModel.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.data.message.ChatMessageSerializer;
import dev.toolcheckpoint.protocol.Recovery;
import dev.toolcheckpoint.runs.store.Cell;
import dev.toolcheckpoint.runs.store.Commit;
import dev.toolcheckpoint.runs.store.InMemoryRunStore;
import dev.toolcheckpoint.store.InMemoryCheckpointStore;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a step costs: what it added, not the whole history; one commit, and one more for a turn with effects. */
class StepWritesTest {

    private final List<Commit> commits = new ArrayList<>();
    private final World world = new World(
            new DisturbedRunStore(new InMemoryRunStore(), Disturbance::none) {
                @Override
                public boolean commit(Commit commit) {
                    commits.add(commit);
                    return super.commit(commit);
                }
            },
            new InMemoryCheckpointStore());

    private static long bytes(Commit commit) {
        return commit.changes().stream()
                .flatMap(change -> change.puts().values().stream())
                .map(Cell::body)
                .mapToLong(body -> body.length)
                .sum();
    }

    private Agent agent(int steps, int size) {
        String argument = "{\"order\":\"" + "x".repeat(size / 2) + "\"}";
        ScriptedModel model = new ScriptedModel(
                messages -> ScriptedModel.answersIn(messages) < steps ? calls("lookup", argument) : says("ok"));
        return Agent.named("a", model)
                .budget(new Budget(steps + 1, 1_000_000, Duration.ofHours(1)))
                .tools(RunTool.plain(World.specification("lookup", "order"), input -> "y".repeat(size / 2)))
                .build();
    }

    @Test
    void aStepOfALongHistoryWritesWhatItAdded() {
        Runs runs = world.runs(agent(12, 10_000));
        RunKey run = world.start(runs, "a", "1");
        commits.clear();
        world.execute(runs, run);

        long added = runs.load(run).orElseThrow().checkpoint().messages().subList(1, 3).stream()
                .map(ChatMessageSerializer::messageToJson)
                .mapToLong(json -> json.getBytes(StandardCharsets.UTF_8).length)
                .sum();
        List<Commit> steps = commits.subList(1, commits.size() - 1);
        assertThat(steps).hasSize(12);
        assertThat(steps).allSatisfy(step -> assertThat(bytes(step)).isLessThanOrEqualTo(2 * added + 2_048));
    }

    @Test
    void twoHundredStepsOfAKilobyteWriteLessThanAMegabyte() {
        Runs runs = world.runs(agent(200, 1_000));
        RunKey run = world.start(runs, "a", "1");
        world.execute(runs, run);

        long all = commits.stream().mapToLong(StepWritesTest::bytes).sum();
        assertThat(all).isLessThan(1_000_000);
        assertThat(runs.load(run).orElseThrow().steps()).hasSize(401);
        // Merged: five items of forty steps each, and what a run always has.
        assertThat(world.store.load(World.NAMESPACE, Keys.partition(run))).hasSize(8);
        assertThat(world.heard(RunEvent.Compacted.class)).hasSize(5);
    }

    @Test
    void aStepIsOneCommitAndATurnWithEffectsOneMore() {
        ScriptedModel model = ScriptedModel.turns(
                calls("lookup", "{\"order\":\"1\"}"),
                calls("refund", "{\"order\":\"1\"}", "refund", "{\"order\":\"2\"}", "set_notes", "{\"value\":1}"),
                says("ok"));
        Runs runs = world.runs(Agent.named("a", model)
                .state("notes")
                .tools(
                        RunTool.plain(World.specification("lookup", "order"), input -> "paid"),
                        world.effect("refund", "1", Recovery.manual()))
                .build());
        RunKey run = world.start(runs, "a", "1");
        assertThat(commits).hasSize(1);
        commits.clear();
        world.execute(runs, run);

        // The claim, the first step, the turn with effects and its step, the answer with the run's end.
        assertThat(commits).hasSize(5);
    }
}
