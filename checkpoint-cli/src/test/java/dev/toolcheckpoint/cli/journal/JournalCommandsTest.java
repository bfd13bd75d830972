package dev.toolcheckpoint.cli.journal;

import static dev.toolcheckpoint.cli.Cli.T0;
import static dev.toolcheckpoint.cli.Cli.key;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolcheckpoint.cli.Cli;
import dev.toolcheckpoint.cli.Cli.Result;
import dev.toolcheckpoint.protocol.CheckpointKey;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The exact shapes and exit codes of begin and of what the holder of an attempt may do. */
class JournalCommandsTest {

    private static final String ID = CheckpointKey.of("shop", "c").id();
    private static final String[] IDEMPOTENT = {"--recovery", "idempotent", "--retry-for-ms", "60000"};

    @TempDir
    private Path folder;

    private Cli cli;

    @BeforeEach
    void start() {
        cli = new Cli(folder);
    }

    @Test
    void begin_newCall_isAcquired() {
        Result begun = cli.begin("c");

        String attempt = begun.json().path("attemptId").asText();
        assertThat(attempt).matches("[0-9a-f]{32}");
        begun.is(
                0,
                "{\"kind\":\"acquired\",\"namespace\":\"shop\",\"id\":\"" + ID + "\",\"attemptId\":\"" + attempt
                        + "\",\"epoch\":1,\"leaseUntil\":" + (T0 + 30_000)
                        + ",\"reacquired\":false,\"retryStartBefore\":null}");
    }

    @Test
    void begin_intentDocument_isTheSameCallAsItsOptions() {
        String intent = cli.file(
                "intent.json",
                "{\"namespace\":\"shop\",\"callId\":\"c\",\"tool\":\"refund\",\"revision\":\"1\",\"input\":{\"order\":1.0},"
                        + "\"recovery\":\"manual\"}");
        cli.acquired("c");

        cli.run("begin", "--intent", intent)
                .is(3, "{\"kind\":\"busy\",\"leaseUntil\":" + (T0 + 30_000) + ",\"retryAt\":" + (T0 + 30_000) + "}");
    }

    @Test
    void begin_intentFromStdinIdempotent_isAcquiredWithItsCutoff() {
        cli.stdin(
                "{\"namespace\":\"shop\",\"callId\":\"c\",\"tool\":\"refund\",\"input\":null,\"recovery\":\"idempotent\","
                        + "\"retryForMs\":60000,\"maxAttempts\":3,\"downstreamKeepsMs\":90000}");

        Result begun = cli.run("begin", "--intent", "-", "--lease-ms", "20000");

        assertThat(begun.kind()).isEqualTo("acquired");
        assertThat(begun.json().path("retryStartBefore").asLong()).isEqualTo(T0 + 60_000);
        assertThat(begun.json().path("leaseUntil").asLong()).isEqualTo(T0 + 20_000);
    }

    @Test
    void begin_liveLeaseWithSkewMargin_isBusyUntilTheMarginIsOver() {
        cli.acquired("c");

        cli.begin("c", "--skew-margin-ms", "1000")
                .is(3, "{\"kind\":\"busy\",\"leaseUntil\":" + (T0 + 30_000) + ",\"retryAt\":" + (T0 + 31_000) + "}");
    }

    @Test
    void begin_otherInput_isConflict() {
        cli.acquired("c");

        cli.run("begin", "--namespace", "shop", "--call-id", "c", "--tool", "refund", "--input", "{\"order\":2}")
                .is(4, "{\"kind\":\"conflict\",\"differing\":[\"inputFingerprint\"]}");
    }

    @Test
    void begin_afterManualLeaseExpired_isUncertain() {
        cli.acquired("c");

        cli.at(T0 + 30_000)
                .begin("c")
                .is(
                        5,
                        "{\"kind\":\"uncertain\",\"reason\":\"The lease ended without a receipt, and no further attempt is"
                                + " admissible.\",\"since\":" + (T0 + 30_000) + "}");
    }

    @Test
    void begin_afterIdempotentLeaseExpired_isReacquiredWithTheSameCutoff() {
        cli.acquired("c", IDEMPOTENT);

        JsonNode second = cli.at(T0 + 30_000).begin("c", IDEMPOTENT).json();

        assertThat(second.path("kind").asText()).isEqualTo("acquired");
        assertThat(second.path("epoch").asLong()).isEqualTo(2);
        assertThat(second.path("reacquired").asBoolean()).isTrue();
        assertThat(second.path("retryStartBefore").asLong()).isEqualTo(T0 + 60_000);
    }

    @Test
    void begin_completed_replaysThePayloadToTheLetter() {
        cli.completed("c", " {\"amount\": 1.50, \"name\":\"Zo\\u00eb\"}\n");

        cli.begin("c")
                .is(
                        0,
                        "{\"kind\":\"replay\",\"status\":\"COMPLETED\",\"outcome\":{\"kind\":\"success\",\"payload\":"
                                + "{\"amount\": 1.50, \"name\":\"Zo\\u00eb\"}}}");
    }

    @Test
    void begin_completedWithNull_showsThePayload() {
        cli.completed("c", "null");

        cli.begin("c")
                .is(
                        0,
                        "{\"kind\":\"replay\",\"status\":\"COMPLETED\",\"outcome\":{\"kind\":\"success\",\"payload\":null}}");
    }

    @Test
    void begin_completedWithNothing_saysThatItIsVoid() {
        cli.run("complete", "--lease", cli.acquired("c"), "--void");

        cli.begin("c")
                .is(
                        0,
                        "{\"kind\":\"replay\",\"status\":\"COMPLETED\",\"outcome\":{\"kind\":\"success\",\"void\":true,"
                                + "\"payload\":null}}");
    }

    @Test
    void begin_completedWithError_replaysIt() {
        cli.run("complete", "--lease", cli.acquired("c"), "--error", "OUT_OF_STOCK", "--message", "none \"left\"");

        cli.begin("c")
                .is(
                        0,
                        "{\"kind\":\"replay\",\"status\":\"COMPLETED\",\"outcome\":{\"kind\":\"error\",\"code\":"
                                + "\"OUT_OF_STOCK\",\"message\":\"none \\\"left\\\"\",\"retryableAsNewCall\":false}}");
    }

    @Test
    void begin_forgotten_saysSo() {
        cli.completed("c", "1");
        cli.run("forget", key("c")).is(0, "{\"kind\":\"forgotten\"}");

        cli.begin("c")
                .is(
                        0,
                        "{\"kind\":\"replay\",\"status\":\"COMPLETED\",\"outcome\":{\"kind\":\"success\",\"forgotten\":true}}");
        cli.run("forget", key("c")).is(0, "{\"kind\":\"already_forgotten\"}");
    }

    @Test
    void begin_nameWithLoneSurrogate_printsADocumentThatReadsBack() {
        String intent = "{\"namespace\":\"\\ud800\",\"callId\":\"c\",\"tool\":\"t\",\"input\":1}";

        Result begun = cli.stdin(intent).run("begin", "--intent", "-");

        assertThat(begun.out()).contains("\"namespace\":\"\\ud800\"");
        cli.stdin(begun.out()).run("complete", "--lease", "-", "--void").is(0, "{\"kind\":\"completed\"}");
    }

    @Test
    void complete_again_isReplayedOrAnOutcomeConflict() {
        String lease = cli.acquired("c");

        cli.run("complete", "--lease", lease, "--result", "{\"a\":1}").is(0, "{\"kind\":\"completed\"}");
        cli.run("complete", "--lease", lease, "--result", "{\"a\":1}").is(0, "{\"kind\":\"replayed\"}");
        cli.run("complete", "--lease", lease, "--result", "{\"a\":2}").is(4, "{\"kind\":\"outcome_conflict\"}");
    }

    @Test
    void complete_resultFileWithLineBreak_isTheSameResult() {
        String lease = cli.acquired("c");
        cli.run("complete", "--lease", lease, "--result", "[]");

        cli.run("complete", "--lease", lease, "--result-file", cli.file("result.json", "[]\n"))
                .is(0, "{\"kind\":\"replayed\"}");
    }

    @Test
    void complete_takenOverOrUnknown_isStale() {
        String first = cli.acquired("c", IDEMPOTENT);
        cli.at(T0 + 30_000).acquired("c", IDEMPOTENT);
        String foreign = cli.file(
                "foreign.json",
                "{\"kind\":\"acquired\",\"namespace\":\"shop\",\"id\":\"" + "0".repeat(64)
                        + "\",\"attemptId\":\"a\",\"epoch\":1,\"leaseUntil\":1}");

        cli.run("complete", "--lease", first, "--void").is(6, "{\"kind\":\"stale\"}");
        cli.run("complete", "--lease", foreign, "--void").is(6, "{\"kind\":\"stale\"}");
    }

    @Test
    void complete_afterTheLease_dependsOnLateReceipts() {
        String lease = cli.acquired("c");
        cli.at(T0 + 30_000);

        cli.run("complete", "--lease", lease, "--void", "--late-receipts", "reject")
                .is(6, "{\"kind\":\"stale\"}");
        cli.run("complete", "--lease", lease, "--void").is(0, "{\"kind\":\"completed\"}");
    }

    @Test
    void renew_live_isLongerNeverShorter() {
        String lease = cli.acquired("c");
        cli.at(T0 + 1_000);

        cli.run("renew", "--lease", lease, "--lease-ms", "60000")
                .is(0, "{\"renewed\":true,\"leaseUntil\":" + (T0 + 61_000) + "}");
        cli.run("renew", "--lease", lease, "--lease-ms", "1")
                .is(0, "{\"renewed\":true,\"leaseUntil\":" + (T0 + 61_000) + "}");
    }

    @Test
    void renew_ended_isFalse() {
        String lease = cli.acquired("c");

        cli.at(T0 + 30_000)
                .run("renew", "--lease", lease, "--lease-ms", "60000")
                .is(0, "{\"renewed\":false}");
    }

    @Test
    void abandon_idempotent_letsTheNextOneStart() {
        String lease = cli.acquired("c", IDEMPOTENT);

        cli.run("abandon", "--lease", lease).is(0, "{\"kind\":\"abandoned\"}");
        assertThat(cli.begin("c", IDEMPOTENT).json().path("epoch").asLong()).isEqualTo(2);
        cli.run("abandon", "--lease", lease).is(6, "{\"kind\":\"stale\"}");
    }

    @Test
    void abandon_lastAdmissibleAttempt_isUncertain() {
        String lease = cli.acquired("c", "--recovery", "idempotent", "--retry-for-ms", "60000", "--max-attempts", "1");

        cli.run("abandon", "--lease", lease).is(5, "{\"kind\":\"uncertain\"}");
    }

    @Test
    void abandon_manual_isRefused() {
        Result refused = cli.run("abandon", "--lease", cli.acquired("c"));

        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.code()).isEqualTo("INVALID_ARGUMENT");
    }

    @Test
    void markUncertain_byHolderOrOperator_isMarkedOnce() {
        cli.run("mark-uncertain", "--lease", cli.acquired("c"), "--reason", "no answer")
                .is(0, "{\"kind\":\"marked\"}");
        cli.begin("c").is(5, "{\"kind\":\"uncertain\",\"reason\":\"no answer\",\"since\":" + T0 + "}");

        cli.acquired("d");
        cli.run("mark-uncertain", key("d", "--by", "alice", "--reason", "host is gone"))
                .is(0, "{\"kind\":\"marked\"}");

        cli.completed("e", "1");
        cli.run("mark-uncertain", key("e", "--by", "alice", "--reason", "late")).is(6, "{\"kind\":\"stale\"}");
    }

    @Test
    void everyCommand_withAndWithoutJson_printsTheSame() {
        String lease = cli.acquired("c");
        cli.run("complete", "--lease", lease, "--void", "--json").is(0, "{\"kind\":\"completed\"}");
        cli.run("complete", "--lease", lease, "--void").is(0, "{\"kind\":\"replayed\"}");

        for (List<String> extra : List.of(List.<String>of(), List.of("--json"))) {
            Result refused = cli.run("abandon", extra.toArray(String[]::new));
            assertThat(refused.code()).isEqualTo("INVALID_ARGUMENT");
            assertThat(refused.message()).contains("--lease");
            assertThat(refused.exitCode()).isEqualTo(2);
        }
    }
}
