package dev.toolcheckpoint.cli.dynamo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolcheckpoint.cli.Cli;
import dev.toolcheckpoint.cli.Cli.Result;
import dev.toolcheckpoint.testing.aws.AwsEndpoint;
import dev.toolcheckpoint.testing.aws.LocalAws;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands of {@code runs} on a table, its payloads encrypted. */
@LocalAws
class RunsOnDynamoTest {

    @TempDir
    private Path folder;

    private final CloudTable table;
    private String key = "";

    RunsOnDynamoTest(AwsEndpoint aws) {
        table = new CloudTable(aws);
    }

    @BeforeEach
    void makeKey() {
        key = table.newKey();
    }

    @AfterEach
    void close() {
        table.close();
    }

    private Cli cli() {
        return table.bare(folder);
    }

    private Result runs(String... words) {
        List<String> all = new ArrayList<>(List.of("runs"));
        all.addAll(List.of(words));
        all.addAll(
                List.of("--store", table.store(), "--endpoint", table.aws.uri().toString(), "--kms", key));
        return cli().raw(all.toArray(String[]::new));
    }

    private Result start() {
        return runs(
                "start",
                "--agent",
                "order-desk",
                "--trigger-id",
                "t",
                "--json",
                "--payload",
                "{\"order\":\"order-1002\"}");
    }

    @Test
    void wholeRun_withAnApproval_asShowPrintsIt() {
        table.made();
        String run = start().json().path("run").asText();
        String ledger = folder.resolve("ledger.jsonl").toString();
        assertThat(start().kind()).isEqualTo("already_started");
        assertThat(runs("worker", "--once", "--ledger", ledger).out()).contains(run + ": WAITING");

        Matcher approve = Pattern.compile("(?m)^ *checkpoint (runs approve .*)$")
                .matcher(runs("show", run).out());

        assertThat(approve.find()).isTrue();
        assertThat(cli().raw(approve.group(1).split(" ")).exitCode()).isZero();
        assertThat(runs("worker", "--run", run, "--ledger", ledger).exitCode()).isZero();
        assertThat(runs("list", "--json").json().path("runs").findValuesAsText("status"))
                .containsExactly("COMPLETED");
        assertThat(runs("show", run, "--show-payload").out()).contains("was refunded, 480.00 euros");
    }

    @Test
    void tableThatIsMissing_isAFailure() {
        Result started = start();

        assertThat(started.exitCode()).isEqualTo(1);
        assertThat(started.code()).isEqualTo("TABLE_MISSING");
    }
}
