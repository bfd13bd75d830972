package dev.toolcheckpoint.cli.runs;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolcheckpoint.cli.io.Json;
import dev.toolcheckpoint.json.JsonLimits;
import dev.toolcheckpoint.json.StrictJson;
import dev.toolcheckpoint.orderdesk.OrderDesk;
import dev.toolcheckpoint.orderdesk.Place;
import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.protocol.Evidence;
import dev.toolcheckpoint.protocol.Receipt;
import dev.toolcheckpoint.runs.Run;
import dev.toolcheckpoint.runs.RunDetails;
import dev.toolcheckpoint.runs.RunKey;
import dev.toolcheckpoint.runs.RunStatus;
import dev.toolcheckpoint.runs.Runs;
import dev.toolcheckpoint.runs.Start;
import dev.toolcheckpoint.runs.StartRequest;
import dev.toolcheckpoint.runs.Step;
import dev.toolcheckpoint.runs.TriggerEnvelope;
import dev.toolcheckpoint.runs.WaitPoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Does what the demo tells of. Everything it shows was measured in this run. */
final class RunsDemo {

    static final String ORDER = "order-1002";

    /** Longer than a claim and the lease of a call. */
    private static final Duration LATER = Duration.ofMinutes(2);

    private final Path folder;
    private final RunsDemoText text;
    private final DemoProcess processes;
    private Duration ahead = Duration.ZERO;
    private int workers;
    private int asked;

    RunsDemo(Path folder, Map<String, String> environment, RunsDemoText text) {
        this.folder = folder;
        this.text = text;
        this.processes = new DemoProcess(folder, environment);
    }

    /** Whether everything came out as promised. */
    boolean tell() throws IOException, InterruptedException {
        text.opening();
        RunKey run = startTwice();
        killedWorker(DemoWorker.AFTER_LOOK_UP);
        worker();
        approve(run);
        killedWorker(Place.AFTER_REFUND.name());
        worker();
        settle(run);
        killedWorker(Place.AFTER_MAIL.name());
        worker();
        return ending(run);
    }

    private RunKey startTwice() {
        try (DemoStore store = new DemoStore(folder, ahead)) {
            Runs runs = store.runs(Place.Visitor.none()).build();
            TriggerEnvelope trigger = TriggerEnvelope.of(
                    "complaint-17",
                    "mail",
                    "complaint",
                    Json.object().put("order", ORDER),
                    store.clock().instant().truncatedTo(ChronoUnit.MILLIS));
            StartRequest request = StartRequest.of(DemoStore.NAMESPACE, OrderDesk.NAME, trigger);
            RunKey run = runs.start(request).run().key();
            Start again = runs.start(request);
            text.started(
                    run,
                    again instanceof Start.AlreadyStarted && again.run().key().equals(run));
            return run;
        }
    }

    private void worker() throws IOException, InterruptedException {
        workers++;
        text.worker(workers);
        processes.run(workers, ahead, DemoProcess.NOWHERE, this::heard);
        text.workerEnded(workers);
    }

    private void killedWorker(String place) throws IOException, InterruptedException {
        workers++;
        text.worker(workers);
        processes.run(workers, ahead, place, this::heard);
        ahead = ahead.plus(LATER);
        text.workerKilled(workers, String.valueOf(DemoWorker.PLACES.get(place)), LATER);
    }

    private void heard(String line) {
        if (line.startsWith(DemoWorker.ASKED)) {
            asked++;
        } else if (line.startsWith(DemoWorker.SAYS)) {
            text.workerSays(line.substring(DemoWorker.SAYS.length()));
        }
    }

    private void approve(RunKey run) {
        try (DemoStore store = new DemoStore(folder, ahead)) {
            Runs runs = store.runs(Place.Visitor.none()).build();
            WaitPoint wait = open(runs, run, WaitPoint.Kind.APPROVAL);
            runs.approve(run, wait.approvalId(), "ann");
            text.approved(run, wait, arguments(runs, run, wait));
        }
    }

    /** What an operator does: looks into the ledger, records what is there, and lets the run go on. */
    private void settle(RunKey run) throws IOException {
        try (DemoStore store = new DemoStore(folder, ahead)) {
            Runs runs = store.runs(Place.Visitor.none()).build();
            WaitPoint wait = open(runs, run, WaitPoint.Kind.UNCERTAIN);
            List<String> ledger = lines();
            JsonNode refund = effects("amount").get(0);
            String receipt = Json.line(Json.object()
                    .put("refund", "found in the ledger")
                    .put("order", refund.path("order").asText())
                    .put("amount", refund.path("amount").decimalValue()));
            store.journal()
                    .settle(
                            CheckpointKey.of(run.namespace(), wait.callId()),
                            Evidence.happened("ledger of the payment service", "olga"),
                            Receipt.successJson(receipt),
                            Duration.ZERO);
            boolean goesOn = runs.resume(run, "olga");
            text.settled(run, wait, ledger, receipt, goesOn);
        }
    }

    /** As the model wrote them. */
    private static String arguments(Runs runs, RunKey run, WaitPoint wait) {
        return runs.load(run).map(RunDetails::steps).orElse(List.of()).stream()
                .filter(step -> step.kind() == Step.Kind.TOOL
                        && step.index() == wait.stepIndex()
                        && step.position() == wait.position())
                .map(step -> String.valueOf(step.input()))
                .findFirst()
                .orElse("");
    }

    private static WaitPoint open(Runs runs, RunKey run, WaitPoint.Kind kind) {
        Run waiting = runs.load(run).map(RunDetails::run).orElse(null);
        WaitPoint wait = waiting == null ? null : first(waiting, kind);
        if (wait == null) {
            throw new DemoFailedException("Expected a run that waits for " + kind + ", found "
                    + (waiting == null ? "no run." : waiting.status() + "."));
        }
        return wait;
    }

    private static @Nullable WaitPoint first(Run run, WaitPoint.Kind kind) {
        return run.waiting().stream()
                .filter(wait -> wait.kind() == kind && wait.decision() == null)
                .findFirst()
                .orElse(null);
    }

    private boolean ending(RunKey run) throws IOException {
        try (DemoStore store = new DemoStore(folder, ahead)) {
            RunDetails details = store.runs(Place.Visitor.none())
                    .build()
                    .load(run)
                    .orElseThrow(() -> new DemoFailedException("The run is gone."));
            int answers = (int) details.steps().stream()
                    .filter(step -> step.kind() == Step.Kind.LLM)
                    .count();
            Figures figures = new Figures(
                    details.run().status(),
                    asked,
                    answers,
                    calls("amount"),
                    effects("amount").size(),
                    calls("mail"),
                    effects("mail").size());
            text.ending(
                    RunText.of(
                            details,
                            new Hints(run.namespace(), List.of()),
                            false,
                            store.clock().instant()),
                    figures,
                    workers);
            return figures.asPromised();
        }
    }

    /** The ledger's effects that have this member. */
    private List<JsonNode> effects(String member) throws IOException {
        return lines().stream()
                .map(line -> StrictJson.parse(line, JsonLimits.COMPACT))
                .filter(line -> line.path("type").asText().equals("effect") && line.has(member))
                .toList();
    }

    /** How many requests came in for the effects that have this member. */
    private int calls(String member) throws IOException {
        List<String> keys = effects(member).stream()
                .map(effect -> effect.path("key").asText())
                .toList();
        return (int) lines().stream()
                .map(line -> StrictJson.parse(line, JsonLimits.COMPACT))
                .filter(line -> line.path("type").asText().equals("call")
                        && keys.contains(line.path("key").asText()))
                .count();
    }

    private List<String> lines() throws IOException {
        return Files.readAllLines(DemoStore.ledger(folder));
    }

    /**
     * What was counted.
     *
     * @param status how the run ended
     * @param asked questions to the model
     * @param answers answers of the model that are stored
     * @param refundCalls requests to the payment service
     * @param refunds refunds it made
     * @param mailCalls requests to the mail service
     * @param mails mails it sent
     */
    record Figures(RunStatus status, int asked, int answers, int refundCalls, int refunds, int mailCalls, int mails) {

        private static final int TURNS = 4;

        /** Whether no answer was asked for twice, and each effect happened once. */
        boolean asPromised() {
            return status == RunStatus.COMPLETED
                    && asked == TURNS
                    && answers == TURNS
                    && refundCalls == 1
                    && refunds == 1
                    && mailCalls == 2
                    && mails == 1;
        }
    }
}
