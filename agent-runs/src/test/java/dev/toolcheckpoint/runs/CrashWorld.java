package dev.toolcheckpoint.runs;

import static dev.toolcheckpoint.runs.ScriptedModel.calls;
import static dev.toolcheckpoint.runs.ScriptedModel.says;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.Evidence;
import dev.toolcheckpoint.protocol.Receipt;
import dev.toolcheckpoint.protocol.Recovery;
import dev.toolcheckpoint.protocol.Status;
import dev.toolcheckpoint.protocol.StoreException;
import dev.toolcheckpoint.runs.store.RunStore;
import dev.toolcheckpoint.store.CheckpointStore;
import dev.toolcheckpoint.store.ListQuery;
import dev.toolcheckpoint.testing.Coverage;
import dev.toolcheckpoint.testing.SequentialIds;
import dev.toolcheckpoint.testing.VirtualClock;
import dev.toolcheckpoint.tool.Tool;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Three runs, two of which share a concurrency key, and two engines that crash, sleep, lose answers and overtake each other. What must hold is checked
 * after every command; at the end everything is brought to its end without further faults.
 */
final class CrashWorld {

    private static final String NAMESPACE = "shop";
    private static final int MAX_ATTEMPTS = 3;
    private static final int LAST_TURN = 6;
    private static final Duration APPROVAL = Duration.ofMinutes(30);

    private final VirtualClock clock = new VirtualClock();
    private final RunStore runStore;
    private final CheckpointStore checkpoints;
    private final Coverage coverage;
    private final Journal operator;
    private final List<AtomicReference<Disturbance>> disturbances = new ArrayList<>();
    private final List<Runs> engines = new ArrayList<>();
    private final List<RunKey> runs = new ArrayList<>();
    private final List<ApprovalNotifier.Request> requests = new ArrayList<>();

    /** What the outside world did: calls by the order they are for, each with the keys that it accepted. */
    private final Map<String, Set<String>> effects = new HashMap<>();

    private final Map<RunKey, List<String>> stepsSeen = new HashMap<>();
    private final Map<RunKey, RunStatus> endsSeen = new HashMap<>();
    private final Map<String, Integer> asked = new LinkedHashMap<>();
    private boolean sleeping;

    CrashWorld(RunStore runStore, CheckpointStore checkpoints, Coverage coverage) {
        this.runStore = runStore;
        this.checkpoints = checkpoints;
        this.coverage = coverage;
        this.operator = Journal.builder(checkpoints)
                .clock(clock)
                .pause(clock::advance)
                .skewMargin(Duration.ZERO)
                .build();
        SequentialIds ids = new SequentialIds();
        for (int engine = 0; engine < CrashCommand.ENGINES; engine++) {
            engines.add(engine(ids));
        }
        for (int run = 0; run < CrashCommand.RUNS; run++) {
            runs.add(((Start.Started) engines.get(0).start(request(run))).run().key());
        }
    }

    private Runs engine(SequentialIds ids) {
        AtomicReference<Disturbance> disturbance = new AtomicReference<>(Disturbance.none());
        disturbances.add(disturbance);
        Journal journal = Journal.builder(new DisturbedCheckpointStore(checkpoints, disturbance::get))
                .clock(clock)
                .pause(clock::advance)
                .ids(ids)
                .skewMargin(Duration.ZERO)
                .build();
        return Runs.builder(new DisturbedRunStore(runStore, disturbance::get), journal)
                .agents(agent(disturbance))
                .ids(ids)
                .pause(clock::advance)
                .skewMargin(Duration.ZERO)
                .notifier(request -> {
                    requests.add(request);
                    return requests.size() % 3 != 0;
                })
                .listener(this::heard)
                .build();
    }

    private Agent agent(AtomicReference<Disturbance> disturbance) {
        return Agent.named("worker", new ScriptedModel(CrashWorld::answer))
                .budget(new Budget(LAST_TURN + 2, 100_000, Duration.ofHours(2)))
                .maxAttempts(MAX_ATTEMPTS)
                .parallelTools(1)
                .state("notes")
                .tools(
                        RunTool.plain(World.specification("lookup", "order"), input -> "paid"),
                        effect("refund", Recovery.manual(), disturbance),
                        effect("mail", Recovery.idempotent(Duration.ofMinutes(20)), disturbance),
                        effect("pay", Recovery.manual(), disturbance).approvedWithin(APPROVAL))
                .build();
    }

    private RunTool.Effect effect(String name, Recovery recovery, AtomicReference<Disturbance> disturbance) {
        return RunTool.effect(
                World.specification(name, "order"),
                Tool.named(name, JsonNode.class).recovery(recovery).handler((input, context) -> {
                    String order = name + ":" + input.path("order").asText();
                    disturbance.get().boundary(false, "before an effect");
                    // The downstream deduplicates by its key: an equal key is one effect.
                    effects.computeIfAbsent(order, none -> new TreeSet<>()).add(context.idempotencyKey());
                    disturbance.get().boundary(false, "after an effect");
                    return "done " + order;
                }));
    }

    /** The script depends on the history alone: asked again, it wants the same effects under new call ids. */
    private static AiMessage answer(List<ChatMessage> messages) {
        String order = order(messages);
        return switch (ScriptedModel.answersIn(messages)) {
            case 0 -> calls("lookup", order(order, 0));
            case 1 -> calls("refund", order(order, 1));
            case 2 -> calls("mail", order(order, 2), "refund", order(order, 3), "lookup", order(order, 4));
            case 3 -> calls("pay", order(order, 5), "set_notes", "{\"value\":\"x\"}", "pay", order(order, 6));
            case 4 -> calls("nonsense", "{}", "refund", "{\"wrong\":1}");
            case 5 -> calls("mail", order(order, 7));
            default -> says("all done for " + order);
        };
    }

    private static String order(List<ChatMessage> messages) {
        String first = messages.get(0).toString();
        int at = first.indexOf("run-");
        return first.substring(at, at + 5);
    }

    private static String order(String run, int number) {
        return "{\"order\":\"" + run + "." + number + "\"}";
    }

    private StartRequest request(int run) {
        TriggerEnvelope trigger = TriggerEnvelope.of(
                "t" + run,
                "test",
                "go",
                JsonNodeFactory.instance.objectNode().put("for", "run-" + run),
                clock.instant());
        return new StartRequest(NAMESPACE, "worker", trigger, run < 2 ? "both" : null);
    }

    private void heard(RunEvent event) {
        if (event instanceof RunEvent.ModelAsked model) {
            int times = asked.merge(model.run() + "/" + model.step(), 1, Integer::sum);
            require(times <= MAX_ATTEMPTS, "step " + model.step() + " was asked " + times + " times");
        }
        coverage.hit("event " + event.getClass().getSimpleName());
        if (event instanceof RunEvent.Settled settled) {
            coverage.hit("settled " + settled.status());
        } else if (event instanceof RunEvent.Decided decided) {
            coverage.hit("decided " + decided.answer());
        }
    }

    void play(CrashCommand command) {
        if (command instanceof CrashCommand.Execute execute) {
            execute(execute);
        } else if (command instanceof CrashCommand.Advance advance) {
            clock.advance(advance.time());
        } else if (command instanceof CrashCommand.Cancel cancel) {
            coverage.hit("cancel " + engines.get(0).cancel(runs.get(cancel.run()), "somebody"));
        } else if (command instanceof CrashCommand.Decide decide) {
            decide(decide);
        } else if (command instanceof CrashCommand.Look) {
            engines.get(0).tick(clock.instant().plusSeconds(3600));
        } else if (command instanceof CrashCommand.Settle) {
            settleUncertain();
        } else if (command instanceof CrashCommand.Redeliver redeliver) {
            Start again = engines.get(1).start(request(redeliver.run()));
            require(again instanceof Start.AlreadyStarted, "a redelivered trigger was answered with " + again);
        }
        check();
    }

    private void execute(CrashCommand.Execute execute) {
        int other = 1 - execute.engine();
        Runnable takeover = () -> {
            if (!sleeping) {
                sleeping = true;
                clock.advance(Duration.ofMinutes(3));
                undisturbed(other, execute.run());
                sleeping = false;
            }
        };
        Disturbance disturbance = new Disturbance(execute.kind(), execute.at(), takeover);
        disturbances.get(execute.engine()).set(disturbance);
        boolean[] drain = {execute.drain()};
        ExecutionLimits limits = World.limits().drainedWhen(() -> drain[0]);
        try {
            Execute done = engines.get(execute.engine()).execute(runs.get(execute.run()), limits);
            coverage.hit("execute " + done.getClass().getSimpleName());
        } catch (Killed killed) {
            coverage.hit(String.valueOf(killed.getMessage()));
        } catch (StoreException failure) {
            coverage.hit("store exception");
        } finally {
            disturbances.get(execute.engine()).set(Disturbance.none());
        }
        if (disturbance.happened()) {
            coverage.hit("happened " + execute.kind());
        }
    }

    private void undisturbed(int engine, int run) {
        Disturbance before = disturbances.get(engine).getAndSet(Disturbance.none());
        try {
            engines.get(engine).execute(runs.get(run), World.limits());
        } finally {
            disturbances.get(engine).set(before);
        }
    }

    private void decide(CrashCommand.Decide decide) {
        if (requests.isEmpty()) {
            return;
        }
        String token =
                requests.get(Math.max(0, requests.size() - 1 - decide.token())).token();
        Decided decided = decide.approve()
                ? engines.get(0).approve(NAMESPACE, token, "boss")
                : engines.get(0).reject(NAMESPACE, token, "boss", "no");
        coverage.hit("decision " + decided.getClass().getSimpleName());
    }

    /** Only what surely can't act any more is settled as absent. */
    private void settleUncertain() {
        for (Checkpoint record : operator.list(ListQuery.all()).records()) {
            if (record.status() == Status.EXECUTING) {
                operator.expire(record.key());
            }
        }
        clock.advance(Duration.ofMinutes(31));
        for (Checkpoint record : operator.list(ListQuery.all()).records()) {
            if (record.status() == Status.UNCERTAIN) {
                boolean happened = effects.values().stream()
                        .anyMatch(keys -> keys.contains(record.key().id()));
                Evidence evidence = happened
                        ? Evidence.happened("seen at the service", "operator")
                        : Evidence.absent("not at the service", "operator");
                Receipt receipt = happened
                        ? Receipt.successJson("\"done\"")
                        : Receipt.errorJson("NOT_DONE", "It did not happen.", false);
                operator.settle(record.key(), evidence, receipt, Duration.ZERO);
                coverage.hit("settled as " + (happened ? "happened" : "absent"));
            }
        }
    }

    /** What must hold at every moment. */
    void check() {
        effects.forEach((order, keys) -> require(keys.size() == 1, order + " had " + keys.size() + " effects"));
        int active = 0;
        for (int run = 0; run < runs.size(); run++) {
            RunDetails details = engines.get(0).load(runs.get(run)).orElseThrow();
            check(details);
            active += run < 2 && details.run().status().active() ? 1 : 0;
        }
        require(active <= 1, active + " active runs have one key");
    }

    private void check(RunDetails details) {
        Run run = details.run();
        RunStatus ended = endsSeen.get(run.key());
        require(ended == null || ended == run.status(), "an ended run became " + run.status());
        if (run.status().ended()) {
            endsSeen.put(run.key(), run.status());
        }
        List<String> steps = details.steps().stream()
                .filter(step -> step.index() <= run.stepsUsed() && step.kind() != Step.Kind.WAIT)
                .map(step -> step.index() + "." + step.position() + " " + step.input() + " " + step.output())
                .toList();
        List<String> before = stepsSeen.getOrDefault(run.key(), List.of());
        require(
                steps.size() >= before.size() && steps.subList(0, before.size()).equals(before),
                "a step that was stored is lost or changed: " + before + " -> " + steps);
        stepsSeen.put(run.key(), steps);
        long answers = details.steps().stream()
                .filter(step -> step.kind() == Step.Kind.LLM)
                .count();
        require(
                run.usage()
                        .equals(new Usage(answers * ScriptedModel.INPUT_TOKENS, answers * ScriptedModel.OUTPUT_TOKENS)),
                "the usage is " + run.usage() + " for " + answers + " answers");
        require(run.stepsUsed() <= LAST_TURN + 1, "steps over the script: " + run.stepsUsed());
        ScriptedModel.checkPairs(details.checkpoint().messages());
        if (run.status() == RunStatus.COMPLETED) {
            require(run.output() != null, "a completed run without an answer");
        }
    }

    /** Without further faults, with every wait answered, everything ends. */
    void finish() {
        for (int round = 0; round < 40 && endsSeen.size() < runs.size(); round++) {
            settleUncertain();
            engines.get(0).tick(clock.instant().plusSeconds(3600));
            for (int run = 0; run < runs.size(); run++) {
                undisturbed(round % 2, run);
                approveAll(run);
            }
            check();
        }
        for (RunKey run : runs) {
            RunDetails details = engines.get(0).load(run).orElseThrow();
            require(
                    details.run().status().ended(),
                    "run " + run + " never ended: " + details.run() + " "
                            + details.run().error() + details.run().waiting());
            told(details);
        }
    }

    private void approveAll(int run) {
        for (WaitPoint wait :
                engines.get(0).load(runs.get(run)).orElseThrow().run().waiting()) {
            if (wait.kind() == WaitPoint.Kind.APPROVAL && wait.decision() == null) {
                engines.get(0).approve(runs.get(run), wait.approvalId(), "boss");
            }
        }
    }

    /** What a model was told of a call is what happened. */
    private void told(RunDetails details) {
        for (Step step : details.steps()) {
            boolean effect = step.kind() == Step.Kind.TOOL
                    && Set.of("refund", "mail", "pay").contains(step.name());
            String output = step.output();
            if (effect && output != null && !"INVALID_CALL".equals(step.error())) {
                String order = step.name() + ":" + order(step.input());
                boolean happened = effects.containsKey(order);
                if (output.contains("done")) {
                    require(happened || step.error() != null, order + " was told as done and never happened");
                } else if (!"UNCERTAIN".equals(step.error())) {
                    require(!happened, order + " happened and was told as " + step.error());
                }
            }
        }
    }

    private static String order(@Nullable String input) {
        return Documents.toTree(String.valueOf(input)).path("order").asText();
    }

    private static void require(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError(what);
        }
    }
}
