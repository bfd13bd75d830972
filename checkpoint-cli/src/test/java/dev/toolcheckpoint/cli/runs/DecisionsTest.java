package dev.toolcheckpoint.cli.runs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolcheckpoint.cli.Cli.Result;
import dev.toolcheckpoint.journal.IdSource;
import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.lambda.samples.FileLedger;
import dev.toolcheckpoint.orderdesk.OrderDesk;
import dev.toolcheckpoint.orderdesk.Place;
import dev.toolcheckpoint.orderdesk.ScriptedDeskModel;
import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.runs.Runs;
import dev.toolcheckpoint.runs.store.RunStore;
import dev.toolcheckpoint.runs.store.RunStores;
import dev.toolcheckpoint.store.CheckpointStore;
import dev.toolcheckpoint.store.CheckpointStores;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** People decide by command: approvals, and calls nobody knows the end of. */
class DecisionsTest {

    private static final String ABSENT = "00000000000000000000000000000000";

    @TempDir
    private Path folder;

    private RunsCli runs;

    @BeforeEach
    void open() {
        runs = new RunsCli(folder);
    }

    @Test
    void approve_asShowPrintsIt_letsTheRunGoOn() throws IOException {
        String run = runs.waiting("t-1");
        String shown = runs.run("show", run).out();
        assertThat(shown)
                .contains("approval of refund_large_order: nobody decided yet", "tool refund_large_order: not begun");

        Result approved = runs.printed(shown, "runs approve");

        assertThat(approved.exitCode()).isZero();
        assertThat(runs.worker("--run", run).exitCode()).isZero();
        assertThat(runs.run("show", run).out()).contains("approval of refund_large_order: APPROVED by YOU");
        assertThat(runs.effects())
                .containsExactly(
                        "{\"type\":\"effect\",\"order\":\"order-1002\",\"amount\":480.00}",
                        "{\"type\":\"effect\",\"order\":\"order-1002\",\"mail\":\"grace@example.com\"}");
    }

    @Test
    void decisions_twice_sameIsHarmlessAndOtherIsAConflict() {
        String run = runs.waiting("t-1");
        String approval = runs.approval(run);

        Result rejected = runs.run("reject", run, approval, "--by", "ann", "--reason", "no photo", "--json");

        assertThat(rejected.exitCode()).isZero();
        assertThat(rejected.kind()).isEqualTo("decided");
        assertThat(rejected.json().path("run").asText()).isEqualTo(run);
        assertThat(rejected.json().path("runGoesOn").asBoolean()).isTrue();
        JsonNode decision = rejected.json().path("decision");
        assertThat(decision.path("answer").asText()).isEqualTo("REJECTED");
        assertThat(decision.path("by").asText()).isEqualTo("ann");
        assertThat(decision.path("reason").asText()).isEqualTo("no photo");
        assertThat(decision.path("at").isIntegralNumber()).isTrue();

        Result again = runs.run("reject", run, approval, "--by", "bob", "--json");
        assertThat(again.exitCode()).isZero();
        assertThat(again.kind()).isEqualTo("already_decided");
        Result other = runs.run("approve", run, approval, "--by", "bob", "--json");
        assertThat(other.exitCode()).isEqualTo(4);
        assertThat(other.kind()).isEqualTo("conflict");
        assertThat(other.json().path("decision")).isEqualTo(decision);
    }

    @Test
    void decision_afterTheRunWasCancelled_isTooLate_andTheApproverIsTold() {
        String run = runs.waiting("t-1");
        String approval = runs.approval(run);
        runs.run("cancel", run, "--by", "ann");

        Result late = runs.run("approve", run, approval, "--by", "bob", "--json");

        assertThat(late.exitCode()).isEqualTo(5);
        assertThat(late.kind()).isEqualTo("too_late");
        assertThat(late.json().path("status").asText()).isEqualTo("CANCELLED");
        assertThat(late.json().path("why").asText()).isNotEmpty();
        assertThat(runs.run("approve", run, approval, "--by", "bob").out()).contains("too late");
    }

    @Test
    void decision_onNothing_isRefused() {
        String run = runs.waiting("t-1");

        runs.run("approve", run, "approval-9-9", "--by", "ann", "--json").is(2, "{\"kind\":\"unknown\"}");
        runs.run("approve", ABSENT, "approval-2-1", "--by", "ann", "--json").is(2, "{\"kind\":\"unknown\"}");
        runs.run("approve", "--token", "made-up", "--by", "ann", "--json").is(2, "{\"kind\":\"unknown\"}");
        assertThat(runs.run("approve", run, "--by", "ann").err()).contains("Name the run and the approval");
        assertThat(runs.run("approve", run, "--token", "made-up", "--by", "ann").exitCode())
                .isEqualTo(2);
        assertThat(runs.run("approve", run, runs.approval(run)).err()).contains("--by");
        assertThat(runs.status(run)).isEqualTo("WAITING");
    }

    @Test
    void token_ofTheRequest_decides() {
        String run = runs.started("t-1", RunsCli.BICYCLE);
        String token = tokenOf(run);

        Result approved = runs.run("approve", "--token", token, "--by", "ann", "--json");

        assertThat(approved.kind()).isEqualTo("decided");
        assertThat(approved.out() + approved.err()).doesNotContain(token);
        assertThat(runs.status(run)).isEqualTo("QUEUED");
    }

    /** Executes the run with a notifier that keeps what a real one would send. */
    private String tokenOf(String run) {
        List<String> tokens = new CopyOnWriteArrayList<>();
        String name = "sqlite:" + runs.store();
        try (CheckpointStore checkpoints = CheckpointStores.open(name, Map.of());
                RunStore store = RunStores.open(name, Map.of())) {
            Runs.builder(store, Journal.over(checkpoints))
                    .agents(OrderDesk.agent(
                            new ScriptedDeskModel(IdSource.secureRandom()),
                            new FileLedger(runs.ledger()),
                            Place.Visitor.none()))
                    .notifier(request -> tokens.add(request.token()))
                    .build()
                    .execute(runs.key(run));
        }
        assertThat(tokens).hasSize(1);
        return tokens.get(0);
    }

    @Test
    void uncertainCall_isShownWithWhatToDo_andGoesOnWhenItIsSettled() throws IOException {
        String run = runs.started("t-1", RunsCli.KETTLE);
        refundWhoseEndNobodyKnows(run);
        String shown = runs.run("show", run).out();
        assertThat(shown)
                .contains(
                        "WAITING",
                        "unknown whether refund_order took effect; waits to be settled",
                        "checkpoint settle --namespace local --call-id run/" + run + "/2/1/call_");

        JsonNode wait = runs.run("show", run, "--json").json().path("waiting").path(0);
        assertThat(wait.path("kind").asText()).isEqualTo("uncertain");
        assertThat(runs.cli
                        .raw(
                                "settle",
                                "--namespace",
                                "local",
                                "--call-id",
                                wait.path("callId").asText(),
                                "--error",
                                "NOT_DONE",
                                "--message",
                                "No refund was made.",
                                "--absent",
                                "not in the ledger",
                                "--by",
                                "olga",
                                // "It did not happen" counts when the call's lease is over.
                                "--at",
                                String.valueOf(System.currentTimeMillis() + 60_000))
                        .kind())
                .isEqualTo("settled");
        assertThat(runs.printed(shown, "runs resume").exitCode()).isZero();
        assertThat(runs.worker("--run", run).exitCode()).isZero();
        assertThat(runs.run("show", run, "--show-payload").out())
                .contains("settled, went on by YOU", "tool refund_order: error", "order-1001 was not refunded");
        assertThat(runs.effects())
                .containsExactly("{\"type\":\"effect\",\"order\":\"order-1001\",\"mail\":\"ada@example.com\"}");
    }

    /** A tool that says so itself parks its run like a worker that died in the middle. */
    private void refundWhoseEndNobodyKnows(String run) {
        String name = "sqlite:" + runs.store();
        try (CheckpointStore checkpoints = CheckpointStores.open(name, Map.of());
                RunStore store = RunStores.open(name, Map.of())) {
            Journal journal = Journal.over(checkpoints);
            Runs.builder(store, journal)
                    .agents(OrderDesk.agent(
                            new ScriptedDeskModel(IdSource.secureRandom()), new FileLedger(runs.ledger()), place -> {
                                throw new IllegalStateException("made up: the connection broke");
                            }))
                    .build()
                    .execute(runs.key(run));
            String callId = runs.run("show", run, "--json")
                    .json()
                    .path("waiting")
                    .path(0)
                    .path("callId")
                    .asText();
            assertThat(journal.inspect(CheckpointKey.of("local", callId))).isPresent();
        }
    }
}
