package dev.toolcheckpoint.runs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.toolcheckpoint.journal.IdSource;
import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.journal.RetryPolicy;
import dev.toolcheckpoint.protocol.Recovery;
import dev.toolcheckpoint.runs.store.Cell;
import dev.toolcheckpoint.runs.store.InMemoryRunStore;
import dev.toolcheckpoint.runs.store.RunItem;
import dev.toolcheckpoint.runs.store.RunStore;
import dev.toolcheckpoint.store.CheckpointStore;
import dev.toolcheckpoint.store.InMemoryCheckpointStore;
import dev.toolcheckpoint.testing.VirtualClock;
import dev.toolcheckpoint.tool.Tool;
import dev.toolcheckpoint.tool.ToolRunner;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;

/** One store, one journal and one clock for a test, with a ledger that every effect is written to. */
final class World {

    static final String NAMESPACE = "shop";

    final VirtualClock clock = new VirtualClock();
    final RunStore store;
    final Journal journal;
    final List<RunEvent> events = new CopyOnWriteArrayList<>();
    final List<String> effects = Collections.synchronizedList(new ArrayList<>());
    final List<ApprovalNotifier.Request> requests = new CopyOnWriteArrayList<>();
    final List<RunKey> dispatched = new CopyOnWriteArrayList<>();

    World() {
        this(new InMemoryRunStore(), new InMemoryCheckpointStore());
    }

    World(RunStore store, CheckpointStore checkpoints) {
        this.store = store;
        this.journal =
                Journal.builder(checkpoints).clock(clock).pause(clock::advance).build();
    }

    Runs runs(Agent... agents) {
        return runs(builder -> builder, agents);
    }

    Runs runs(UnaryOperator<Runs.Builder> more, Agent... agents) {
        Runs.Builder builder = Runs.builder(store, journal)
                .agents(agents)
                .pause(clock::advance)
                .listener(events::add)
                .dispatcher(dispatched::add)
                .notifier(request -> {
                    requests.add(request);
                    return true;
                });
        return more.apply(builder).build();
    }

    static Cell cell(RunItem item, String name) {
        return Objects.requireNonNull(item.cell(name));
    }

    /** What the parts of an engine without agents share, for tests of one part. */
    RunSettings settings() {
        return new RunSettings(
                store,
                journal,
                ToolRunner.over(journal),
                clock,
                IdSource.secureRandom(),
                clock::advance,
                RetryPolicy.DEFAULT,
                Duration.ZERO,
                Duration.ofMinutes(1),
                Map.of(),
                RunListener.none(),
                new LogNotifier(),
                RunDispatcher.none());
    }

    /** Nothing renews and nothing polls: the test's clock stands still while the engine works. */
    static ExecutionLimits limits() {
        return new ExecutionLimits(
                Duration.ofMinutes(1), Duration.ZERO, false, null, Duration.ZERO, Duration.ZERO, () -> false);
    }

    TriggerEnvelope trigger(String id) {
        return TriggerEnvelope.of(
                id, "mail", "arrived", JsonNodeFactory.instance.objectNode().put("order", id), clock.instant());
    }

    RunKey start(Runs runs, String agent, String triggerId) {
        return runs.start(StartRequest.of(NAMESPACE, agent, trigger(triggerId)))
                .run()
                .key();
    }

    RunStatus execute(Runs runs, RunKey run) {
        return execute(runs, run, limits());
    }

    RunStatus execute(Runs runs, RunKey run, ExecutionLimits limits) {
        Execute done = runs.execute(run, limits);
        if (done instanceof Execute.Settled settled) {
            return settled.run().status();
        }
        throw new AssertionError("The run was not executed: " + done);
    }

    static ToolSpecification specification(String name, String... required) {
        JsonObjectSchema.Builder schema = JsonObjectSchema.builder();
        for (String field : required) {
            schema.addStringProperty(field);
        }
        return ToolSpecification.builder()
                .name(name)
                .parameters(schema.required(required).build())
                .build();
    }

    /** A tool with an effect that is written to the ledger under its order. */
    RunTool.Effect effect(String name) {
        return effect(name, "1", Recovery.manual());
    }

    RunTool.Effect effect(String name, String revision, Recovery recovery) {
        return RunTool.effect(
                specification(name, "order"),
                Tool.named(name, JsonNode.class)
                        .revision(revision)
                        .recovery(recovery)
                        .handler((input, context) -> {
                            effects.add(name + ":" + input.path("order").asText());
                            return "done " + input.path("order").asText();
                        }));
    }

    <E extends RunEvent> List<E> heard(Class<E> type) {
        return events.stream().filter(type::isInstance).map(type::cast).toList();
    }
}
