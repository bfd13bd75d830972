package dev.toolcheckpoint.cli.journal;

import static dev.toolcheckpoint.cli.Cli.T0;
import static dev.toolcheckpoint.cli.Cli.key;
import static org.assertj.core.api.Assertions.assertThat;

import dev.toolcheckpoint.cli.Cli;
import dev.toolcheckpoint.cli.Cli.Result;
import dev.toolcheckpoint.protocol.CheckpointKey;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The exact shapes and exit codes of settling and delivering, and whole lives of a call by documents only. */
class SettleAndDeliverTest {

    private static final String SETTLED = "{\"kind\":\"settled\",\"status\":\"COMPLETED\"}";

    @TempDir
    private Path folder;

    private Cli cli;

    @BeforeEach
    void start() {
        cli = new Cli(folder);
    }

    private static String[] settlement(String... result) {
        String[] options = key("c", "--evidence", "ledger, line 7", "--by", "alice");
        String[] all = Arrays.copyOf(options, options.length + result.length);
        System.arraycopy(result, 0, all, options.length, result.length);
        return all;
    }

    @Test
    void settle_uncertain_isSettledThenReplayedOrConflict() {
        cli.run("mark-uncertain", "--lease", cli.acquired("c"), "--reason", "no answer");

        cli.run("settle", settlement("--result", "{\"r\":1}")).is(0, SETTLED);
        cli.run("settle", key("c", "--result", "{\"r\":1}", "--evidence", "another text", "--by", "bob"))
                .is(0, "{\"kind\":\"replayed\",\"status\":\"COMPLETED\"}");
        cli.run("settle", settlement("--result", "{\"r\":2}"))
                .is(4, "{\"kind\":\"conflict\",\"status\":\"COMPLETED\"}");
        cli.begin("c")
                .is(
                        0,
                        "{\"kind\":\"replay\",\"status\":\"COMPLETED\",\"outcome\":{\"kind\":\"success\",\"payload\":"
                                + "{\"r\":1}}}");
    }

    @Test
    void settle_executing_isNotUncertainUnlessExpiredOnDemand() {
        cli.acquired("c");

        cli.run("settle", settlement("--result", "1", "--expire"))
                .is(5, "{\"kind\":\"not_uncertain\",\"status\":\"EXECUTING\"}");
        cli.at(T0 + 30_000);
        cli.run("settle", settlement("--result", "1")).is(5, "{\"kind\":\"not_uncertain\",\"status\":\"EXECUTING\"}");
        cli.run("settle", settlement("--result", "1", "--expire")).is(0, SETTLED);
    }

    @Test
    void settle_absent_countsOnlyAfterLeaseAndQuiescence() {
        cli.run("mark-uncertain", "--lease", cli.acquired("c"), "--reason", "no answer");
        String[] absent = key(
                "c",
                "--error",
                "NOT_DONE",
                "--message",
                "No refund.",
                "--absent",
                "drained",
                "--by",
                "alice",
                "--quiescence-ms",
                "5000");

        Result early = cli.at(T0 + 34_999).run("settle", absent);
        assertThat(early.code()).isEqualTo("INVALID_TRANSITION");
        assertThat(early.message()).contains(String.valueOf(T0 + 35_000));
        assertThat(early.exitCode()).isEqualTo(2);

        cli.at(T0 + 35_000).run("settle", absent).is(0, SETTLED);
    }

    @Test
    void settle_absentRetryable_tellsTheCallerThatItMayCallAnew() {
        cli.run("mark-uncertain", "--lease", cli.acquired("c"), "--reason", "no answer");

        cli.at(T0 + 30_000)
                .run(
                        "settle",
                        key(
                                "c",
                                "--error",
                                "NOT_DONE",
                                "--message",
                                "No refund.",
                                "--retryable-as-new-call",
                                "--absent",
                                "drained",
                                "--by",
                                "alice"))
                .is(0, SETTLED);
        assertThat(cli.begin("c")
                        .json()
                        .path("outcome")
                        .path("retryableAsNewCall")
                        .asBoolean())
                .isTrue();
    }

    @Test
    void settle_intentOfAnotherCall_changesNothing() {
        cli.acquired("c");
        String other = cli.file(
                "other.json", "{\"namespace\":\"shop\",\"callId\":\"c\",\"tool\":\"refund\",\"input\":{\"order\":2}}");
        cli.at(T0 + 30_000);
        String before = cli.run("inspect", key("c")).out();

        cli.run("settle", "--intent", other, "--result", "1", "--evidence", "e", "--by", "alice", "--expire")
                .is(4, "{\"kind\":\"conflict\",\"status\":\"EXECUTING\"}");
        assertThat(cli.run("inspect", key("c")).out()).isEqualTo(before);
    }

    @Test
    void settle_missingRecord_isAnErrorThatSaysSo() {
        Result missing = cli.run("settle", settlement("--result", "1"));

        assertThat(missing.code()).isEqualTo("RECORD_MISSING");
        assertThat(missing.exitCode()).isEqualTo(1);
        assertThat(cli.store()).doesNotExist();
    }

    @Test
    void delivery_wholeLife_byDocumentsOnly() {
        cli.completed("c", "{\"r\":1}");
        String id = CheckpointKey.of("shop", "c").id();

        Result claimed = cli.run("claim-delivery", "--namespace", "shop", "--id", id);
        String delivery = claimed.json().path("deliveryId").asText();
        claimed.is(
                0,
                "{\"kind\":\"claimed\",\"deliveryId\":\"" + delivery
                        + "\",\"outcome\":{\"kind\":\"success\",\"payload\":{\"r\":1}}}");
        cli.run("claim-delivery", key("c")).is(3, "{\"kind\":\"busy\",\"leaseUntil\":" + (T0 + 60_000) + "}");
        cli.run("complete-delivery", key("c", "--delivery-id", "another")).is(6, "{\"kind\":\"stale\"}");
        cli.run("complete-delivery", key("c", "--delivery-id", delivery)).is(0, "{\"kind\":\"done\"}");
        cli.run("complete-delivery", key("c", "--delivery-id", delivery)).is(0, "{\"kind\":\"done\"}");
        cli.run("claim-delivery", key("c")).is(0, "{\"kind\":\"already_delivered\"}");
        cli.begin("c")
                .is(
                        0,
                        "{\"kind\":\"replay\",\"status\":\"DELIVERED\",\"outcome\":{\"kind\":\"success\",\"payload\":"
                                + "{\"r\":1}}}");
    }

    @Test
    void delivery_expired_isInDoubtUntilSettled() {
        cli.completed("c", "1");
        cli.run("claim-delivery", key("c", "--lease-ms", "1000"));
        String[] notDelivered = key("c", "--not-delivered", "--evidence", "inbox is empty", "--by", "alice");

        Result early = cli.run("settle-delivery", notDelivered);
        assertThat(early.code()).isEqualTo("INVALID_TRANSITION");
        assertThat(early.exitCode()).isEqualTo(2);

        cli.at(T0 + 1_000);
        cli.run("claim-delivery", key("c")).is(5, "{\"kind\":\"in_doubt\",\"since\":" + T0 + "}");
        cli.run("settle-delivery", notDelivered).is(0, "{\"kind\":\"done\"}");
        cli.run("settle-delivery", notDelivered).is(0, "{\"kind\":\"done\"}");
        assertThat(cli.run("claim-delivery", key("c")).kind()).isEqualTo("claimed");
        cli.run("settle-delivery", key("c", "--delivered", "--evidence", "message 17", "--by", "alice"))
                .is(0, "{\"kind\":\"done\"}");
        cli.run("claim-delivery", key("c")).is(0, "{\"kind\":\"already_delivered\"}");
    }

    @Test
    void delivery_expiredIdempotent_isClaimedAgain() {
        cli.completed("c", "1");
        cli.run("claim-delivery", key("c", "--lease-ms", "1000", "--idempotent"));

        assertThat(cli.at(T0 + 1_000)
                        .run("claim-delivery", key("c", "--idempotent"))
                        .kind())
                .isEqualTo("claimed");
    }

    @Test
    void delivery_releasedOrUndeliverable_isDone() {
        cli.completed("c", "1");
        String first =
                cli.run("claim-delivery", key("c")).json().path("deliveryId").asText();
        cli.run("release-delivery", key("c", "--delivery-id", first)).is(0, "{\"kind\":\"done\"}");
        String second =
                cli.run("claim-delivery", key("c")).json().path("deliveryId").asText();
        cli.run("release-delivery", key("c", "--delivery-id", first)).is(6, "{\"kind\":\"stale\"}");
        cli.run("mark-undeliverable", key("c", "--delivery-id", second, "--reason", "HTTP 410"))
                .is(0, "{\"kind\":\"done\"}");

        cli.run("claim-delivery", key("c")).is(0, "{\"kind\":\"undeliverable\",\"reason\":\"HTTP 410\"}");
    }

    @Test
    void claimDelivery_noOutcomeYet_isNotCompleted() {
        cli.acquired("c");

        cli.run("claim-delivery", key("c")).is(5, "{\"kind\":\"not_completed\",\"status\":\"EXECUTING\"}");
        cli.run("forget", key("c")).is(5, "{\"kind\":\"not_forgettable\"}");
    }
}
