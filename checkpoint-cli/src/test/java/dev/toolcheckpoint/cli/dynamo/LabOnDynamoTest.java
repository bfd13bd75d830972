package dev.toolcheckpoint.cli.dynamo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolcheckpoint.cli.Cli;
import dev.toolcheckpoint.cli.Cli.Result;
import dev.toolcheckpoint.json.JsonLimits;
import dev.toolcheckpoint.json.StrictJson;
import dev.toolcheckpoint.testing.aws.AwsEndpoint;
import dev.toolcheckpoint.testing.aws.LocalAws;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real processes, really killed, on a real table; payloads are encrypted. */
@LocalAws
class LabOnDynamoTest {

    @TempDir
    private Path folder;

    private final CloudTable table;

    LabOnDynamoTest(AwsEndpoint aws) {
        table = new CloudTable(aws);
    }

    @AfterEach
    void close() {
        table.close();
    }

    /** These commands take no time from outside. */
    private Result run(String key, String... args) {
        Cli cli = new Cli(folder).with("TOOL_CHECKPOINT_STORE", null);
        table.processEnvironment().forEach(cli::with);
        List<String> all = new ArrayList<>(List.of(args));
        all.addAll(
                List.of("--store", table.store(), "--endpoint", table.aws.uri().toString(), "--kms", key));
        return cli.raw(all.toArray(String[]::new));
    }

    @Test
    void lab_onATable_measuresTheDocumentedTableAndNamesTheStore() throws IOException {
        Path json = folder.resolve("lab.json");
        Path html = folder.resolve("lab.html");
        table.made();

        Result result = run(table.newKey(), "lab", "--json", json.toString(), "--html", html.toString());

        assertThat(result.exitCode()).as(result.toString()).isZero();
        assertThat(result.out())
                .contains(
                        "naive              1/1 completed  2/2 completed  2/2 completed  2/2 completed",
                        "journal-idempotent 1/1 completed  2/1 completed  1/1 replay     2/1 completed",
                        "journal-manual     0/0 uncertain  1/1 uncertain  1/1 replay     1/1 uncertain",
                        "All 20 cases match the documented table.");
        JsonNode document = StrictJson.parse(Files.readString(json), JsonLimits.DEFAULT);
        assertThat(document.path("environment").path("store").asText()).startsWith(table.store() + " (endpoint=http");
        assertThat(document.path("matches").booleanValue()).isTrue();
        assertThat(html).content().contains(table.store());
        // Eight cases have a record each: the two journal strategies with four faults.
        assertThat(table.hands.scan(request -> request.tableName(table.name)).items())
                .hasSize(8);
    }

    @Test
    void demo_onATable_tellsTheStoryThere() {
        table.made();

        Result result =
                run("none", "demo", "--html", folder.resolve("demo.html").toString());

        assertThat(result.exitCode()).as(result.toString()).isZero();
        assertThat(result.out())
                .contains("Everything came out as documented.", "checkpoint settle --namespace lab --call-id lab-");
        assertThat(folder.resolve("demo.html")).content().contains("store: " + table.store());
    }

    @Test
    void lab_onATableThatIsMissing_saysSoBeforeAnyProcess() {
        Result result = run("none", "lab");

        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.err()).contains(table.name, "does not exist").doesNotContain("cases of 3 processes");
    }

    @Test
    void invoke_onATable_runsTheHandlerOnceAndReplays() throws IOException {
        Path ledger = folder.resolve("ledger.jsonl");
        table.made();
        String[] refund = {
            "invoke", Path.of("..", "events", "direct-refund.json").toString(), "--ledger", ledger.toString()
        };
        String key = table.newKey();

        Result first = run(key, refund);
        Result second = run(key, refund);

        assertThat(first.exitCode()).as(first.err()).isZero();
        assertThat(second.out()).isEqualTo(first.out()).contains("refund");
        assertThat(Files.readAllLines(ledger))
                .filteredOn(line -> line.contains("\"call\""))
                .hasSize(1);
        assertThat(table.hands.scan(request -> request.tableName(table.name)).items())
                .singleElement()
                .satisfies(item -> assertThat(item.toString()).contains("local#"));
    }

    @Test
    void invoke_withoutAKey_isRefused() throws IOException {
        Cli cli = new Cli(folder).with("TOOL_CHECKPOINT_STORE", null);
        table.processEnvironment().forEach(cli::with);

        Result refused = cli.raw(
                "invoke",
                Path.of("..", "events", "direct-refund.json").toString(),
                "--store",
                table.store(),
                "--ledger",
                folder.resolve("ledger.jsonl").toString());

        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.err()).contains("TOOL_CHECKPOINT_KMS_KEY is missing");
    }
}
