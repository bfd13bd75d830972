package dev.toolcheckpoint.cli.dynamo;

import static dev.toolcheckpoint.cli.Cli.key;
import static org.assertj.core.api.Assertions.assertThat;

import dev.toolcheckpoint.cli.Cli;
import dev.toolcheckpoint.cli.Cli.Result;
import dev.toolcheckpoint.dynamo.DynamoCheckpointStore;
import dev.toolcheckpoint.dynamo.crypto.PayloadCipher;
import dev.toolcheckpoint.journal.Begin;
import dev.toolcheckpoint.journal.Intent;
import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.protocol.Binding;
import dev.toolcheckpoint.protocol.Receipt;
import dev.toolcheckpoint.protocol.Recovery;
import dev.toolcheckpoint.store.CheckpointStore;
import dev.toolcheckpoint.testing.aws.AwsEndpoint;
import dev.toolcheckpoint.testing.aws.LocalAws;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.s3.S3Client;

/** Every command of the journal on a table, its payloads encrypted. */
@LocalAws
class CommandsOnDynamoTest {

    @TempDir
    private Path folder;

    private final CloudTable table;
    private Cli cli;

    CommandsOnDynamoTest(AwsEndpoint aws) {
        table = new CloudTable(aws).made();
        cli = new Cli(Path.of("."));
    }

    @BeforeEach
    void start() {
        cli = table.cli(folder, table.newKey());
    }

    @AfterEach
    void close() {
        table.close();
    }

    private Result run(String command, String callId, String... further) {
        return cli.run(command, key(callId, further));
    }

    @Test
    void beginAndComplete_thenAgain_replaysTheBytesAndStoresThemSealed() {
        String lease = cli.acquired("c");
        cli.run("renew", "--lease", lease, "--lease-ms", "60000");
        assertThat(cli.begin("c").exitCode()).isEqualTo(3);

        cli.run("complete", "--lease", lease, "--result", "{ \"refund\":\"R-1\" }")
                .is(0, "{\"kind\":\"completed\"}");

        cli.begin("c")
                .is(
                        0,
                        "{\"kind\":\"replay\",\"status\":\"COMPLETED\",\"outcome\":{\"kind\":\"success\",\"payload\":{"
                                + " \"refund\":\"R-1\" }}}");
        cli.run("complete", "--lease", lease, "--result", "2").is(4, "{\"kind\":\"outcome_conflict\"}");
        assertThat(cli.begin("c", "--revision", "2").exitCode()).isEqualTo(4);
        AttributeValue sealed = table.item("c").getOrDefault("payload", AttributeValue.fromS(""));
        assertThat(sealed.b().asString(StandardCharsets.ISO_8859_1))
                .hasSizeGreaterThan(200)
                .doesNotContain("R-1");
    }

    @Test
    void abandon_ofAnIdempotentCall_letsTheNextAttemptBegin() {
        String[] idempotent = {"--recovery", "idempotent", "--retry-for-ms", "600000"};

        cli.run("abandon", "--lease", cli.acquired("c", idempotent)).is(0, "{\"kind\":\"abandoned\"}");

        assertThat(cli.begin("c", idempotent).json().path("epoch").intValue()).isEqualTo(2);
    }

    @Test
    void markUncertain_settled_isReplayed() {
        String lease = cli.acquired("c");
        cli.run("mark-uncertain", "--lease", lease, "--reason", "no answer").is(0, "{\"kind\":\"marked\"}");
        assertThat(cli.begin("c").exitCode()).isEqualTo(5);

        run("settle", "c", "--result", "7", "--evidence", "ledger", "--by", "ada")
                .is(0, "{\"kind\":\"settled\",\"status\":\"COMPLETED\"}");

        assertThat(cli.begin("c").kind()).isEqualTo("replay");
    }

    @Test
    void deliveries_eachCommand_changesTheRecord() {
        cli.completed("c", "\"result\"");

        String first = run("claim-delivery", "c").json().path("deliveryId").asText();
        assertThat(run("claim-delivery", "c").exitCode()).isEqualTo(3);
        run("release-delivery", "c", "--delivery-id", first).is(0, "{\"kind\":\"done\"}");
        String second = run("claim-delivery", "c").json().path("deliveryId").asText();
        run("complete-delivery", "c", "--delivery-id", first).is(6, "{\"kind\":\"stale\"}");
        run("complete-delivery", "c", "--delivery-id", second).is(0, "{\"kind\":\"done\"}");
        run("claim-delivery", "c").is(0, "{\"kind\":\"already_delivered\"}");

        cli.completed("d", "1");
        String gone = run("claim-delivery", "d").json().path("deliveryId").asText();
        run("mark-undeliverable", "d", "--delivery-id", gone, "--reason", "HTTP 410")
                .is(0, "{\"kind\":\"done\"}");

        cli.completed("e", "1");
        run("claim-delivery", "e");
        run("settle-delivery", "e", "--delivered", "--evidence", "seen", "--by", "ada")
                .is(0, "{\"kind\":\"done\"}");
    }

    @Test
    void forget_thePayload_keepsTheRecord() {
        cli.completed("c", "\"secret\"");

        run("forget", "c").is(0, "{\"kind\":\"forgotten\"}");

        assertThat(cli.begin("c").json().path("outcome").path("forgotten").booleanValue())
                .isTrue();
    }

    @Test
    void inspectAndList_showWhatIsThere() {
        run("inspect", "c").is(0, "{\"kind\":\"absent\"}");
        cli.run("list").is(0, "No records.");
        cli.completed("c", "\"secret\"");
        cli.acquired("d");

        assertThat(run("inspect", "c").out()).doesNotContain("secret");
        assertThat(run("inspect", "c", "--show-payload")
                        .json()
                        .path("outcome")
                        .path("payload")
                        .asText())
                .isEqualTo("secret");
        assertThat(cli.run("list", "--json", "--status", "COMPLETED").json().path("records"))
                .hasSize(1);
        assertThat(cli.run("list").out()).contains("COMPLETED", "EXECUTING", "lease ends in");
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void run_again_replaysWithoutRunning() throws Exception {
        Path ledger = folder.resolve("ledger");
        String[] command = {
            "--namespace",
            "ops",
            "--key",
            "k",
            "--",
            "sh",
            "-c",
            "echo effect >> \"$1\"; echo hi; exit 7",
            "sh",
            ledger.toString()
        };

        Result first = cli.run("run", command);
        Result second = cli.run("run", command);

        assertThat(first.exitCode()).isEqualTo(7);
        assertThat(second.exitCode()).isEqualTo(7);
        assertThat(second.out()).isEqualTo("hi\n");
        assertThat(Files.readAllLines(ledger)).hasSize(1);
    }

    @Test
    void bucket_thatHoldsAPayload_isReadFrom() {
        String bucket = table.aws.uniqueName("payloads");
        String result = "\"" + "0123456789".repeat(300) + "\"";
        try (S3Client s3 = table.aws.s3().build();
                CheckpointStore store = DynamoCheckpointStore.builder(table.name)
                        .client(table.hands)
                        .s3(s3)
                        .bucket(bucket)
                        .inlineLimit(512)
                        .chunkLimit(512)
                        .compress(false)
                        .cipher(PayloadCipher.none())
                        .build()) {
            s3.createBucket(request -> request.bucket(bucket));
            Journal journal = Journal.over(store);
            Intent call = Intent.of(
                    new Binding("shop", "large", "refund", "1", "sha256:" + "0".repeat(64)), Recovery.manual());
            Begin begun = journal.begin(call, Journal.DEFAULT_LEASE);
            journal.complete(((Begin.Acquired) begun).lease(), Receipt.successJson(result));
        }

        cli = table.cli(folder, "none");
        Result without = run("inspect", "large", "--show-payload");
        Result with = run("inspect", "large", "--show-payload", "--bucket", bucket);

        assertThat(without.code()).isEqualTo("PAYLOAD_UNREADABLE");
        assertThat(with.json().path("outcome").path("payload").asText()).hasSize(3_000);
    }

    @Test
    void skewMargin_onManyHosts_isASecondUnlessTheTimeIsFixed() {
        cli.acquired("c", "--lease-ms", "30000");
        Result busy = cli.begin("c");
        long margin = busy.json().path("retryAt").longValue()
                - busy.json().path("leaseUntil").longValue();
        Result fixed = cli.at(Cli.T0).begin("c");

        assertThat(margin).isEqualTo(1_000);
        assertThat(fixed.json().path("retryAt").longValue())
                .isEqualTo(fixed.json().path("leaseUntil").longValue());
    }
}
