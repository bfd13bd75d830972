package dev.toolcheckpoint.cli.lab;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolcheckpoint.cli.Cli;
import dev.toolcheckpoint.protocol.CheckpointKey;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code demo --http}: what it prints is what the service's own database has. */
class LostReceiptTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    @Test
    void http_told_printsTheFiguresOfTheServicesDatabase() throws Exception {
        Shell shell = new Shell();
        Path kept = folder.resolve("kept");

        int exit = shell.run(demo(true), "--http", "--keep", kept.toString());

        assertThat(exit).as(shell.err() + shell.out()).isZero();
        assertThat(tableRows(shell.out()))
                .containsExactly(
                        List.of("journal-idempotent", "2", "1", "retryable, completed, replay"),
                        List.of("journal-manual", "1", "1", "uncertain, uncertain, settled, replay"));
        assertThat(counted(kept, "calls", "keyed")).isEqualTo(2);
        assertThat(counted(kept, "refunds", "keyed")).isEqualTo(1);
        assertThat(counted(kept, "calls", "unkeyed")).isEqualTo(1);
        assertThat(counted(kept, "refunds", "unkeyed")).isEqualTo(1);
        assertThat(shell.out())
                .contains("checkpoint settle \\", "--evidence 'payment service: refund-2'", "as documented.")
                .doesNotContain("\u001b");
        assertThat(shell.out().lines().filter(line -> !line.contains(folder.toString())))
                .allMatch(line -> line.length() <= 80);
    }

    @Test
    void http_serviceThatForgetsKeys_saysThatItIsNotAsDocumented() throws Exception {
        Shell shell = new Shell();
        Path kept = folder.resolve("kept");

        int exit = shell.run(demo(false), "--http", "--keep", kept.toString());

        assertThat(exit).isEqualTo(1);
        assertThat(counted(kept, "refunds", "keyed")).isEqualTo(2);
        assertThat(tableRows(shell.out()).get(0))
                .isEqualTo(List.of("journal-idempotent", "2", "2", "retryable, completed, replay"));
        assertThat(shell.out()).contains("Something did not come out as documented");
    }

    @Test
    void http_json_isOneDocument_andItsSettleCommandIsUnderstoodByTheSameStore() throws Exception {
        Path kept = folder.resolve("kept");
        Cli cli = new Cli(folder).now();

        Cli.Result told = cli.raw("demo", "--http", "--json", "--keep", kept.toString());

        assertThat(told.exitCode()).as(told.err()).isZero();
        assertThat(told.err()).isEmpty();
        JsonNode document = told.json();
        assertThat(document.path("matches").asBoolean()).isTrue();
        assertThat(document.path("cases")).hasSize(2);
        for (JsonNode each : document.path("cases")) {
            String callId = each.path("callId").asText();
            assertThat(each.path("calls").asInt()).isEqualTo(counted(kept, "calls", callId));
            assertThat(each.path("effects").asInt()).isEqualTo(counted(kept, "refunds", callId));
        }
        List<String> words = new ArrayList<>();
        document.path("settle").forEach(word -> words.add(word.asText()));
        Cli.Result again = cli.raw(words.subList(1, words.size()).toArray(String[]::new));
        assertThat(again.exitCode()).as(again.err()).isZero();
        assertThat(again.kind()).as("the same evidence is there already").isEqualTo("replayed");
    }

    @Test
    void http_namedStore_keepsTheRecords_underIdsThatNoOtherRunHas() {
        String store = "sqlite:" + folder.resolve("named.db");
        Cli cli = new Cli(folder).now();

        JsonNode first = cli.raw("demo", "--http", "--json", "--store", store).json();
        JsonNode second = cli.raw("demo", "--http", "--json", "--store", store).json();

        assertThat(first.path("matches").asBoolean()).isTrue();
        assertThat(second.path("matches").asBoolean()).isTrue();
        for (JsonNode run : List.of(first, second)) {
            String callId = run.path("cases").path(1).path("callId").asText();
            Cli.Result found =
                    cli.raw("inspect", "--store", store, "--namespace", "lab", "--call-id", callId, "--json");
            assertThat(found.json().path("status").asText()).isEqualTo("COMPLETED");
        }
    }

    @Test
    void options_ofTheOtherDemo_areRefused_andNothingIsWritten() {
        Cli cli = new Cli(folder).now();
        Path html = folder.resolve("demo.html");

        assertThat(cli.raw("demo", "--http", "--html", html.toString()).exitCode())
                .isEqualTo(2);
        assertThat(cli.raw("demo", "--json").message()).contains("--json needs --http");
        assertThat(cli.raw("demo", "--keep", folder.resolve("kept").toString()).err())
                .contains("--keep needs --http");
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void settleLine_ofATable_hasTheOptionsThatLeadThere() {
        StorePlace place = new StorePlace("dynamo:lab", Map.of("tableId", "t-1", "kms", "none"));
        LostReceipt.CallStory story = new LostReceipt.CallStory(Strategy.JOURNAL_MANUAL, "it's", List.of(), 1, 1);
        LostReceipt.Settlement settlement = new LostReceipt.Settlement(folder.toUri(), "{}", "{}", "seen", story);

        assertThat(String.join("\n", new SettleLine(place, settlement).lines()))
                .contains("--store dynamo:lab \\", "--kms none \\", "--table-id t-1 \\", "--call-id 'it'\\''s' \\");
    }

    private DemoCommand demo(boolean serviceKeepsKeys) {
        return new DemoCommand(LabProcess.class.getName(), Map.of(), serviceKeepsKeys);
    }

    /** The rows of the last table, without the program's own counting. */
    private static List<List<String>> tableRows(String text) {
        return Pattern.compile("(?m)^(journal-\\w+) +(\\d+) +(\\d+) +(.+)$")
                .matcher(text)
                .results()
                .map(row -> List.of(row.group(1), row.group(2), row.group(3), row.group(4)))
                .toList();
    }

    private static int counted(Path folder, String table, String callId) throws SQLException {
        String id = CheckpointKey.of("lab", callId).id();
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("payments.db"));
                Statement statement = connection.createStatement();
                ResultSet rows =
                        statement.executeQuery("SELECT count(*) FROM " + table + " WHERE reference = '" + id + "'")) {
            rows.next();
            return rows.getInt(1);
        }
    }
}
