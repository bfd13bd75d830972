package dev.toolcheckpoint.cli.inspect;

import static dev.toolcheckpoint.cli.Cli.T0;
import static dev.toolcheckpoint.cli.Cli.key;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolcheckpoint.cli.Cli;
import dev.toolcheckpoint.cli.Cli.Result;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InspectAndListTest {

    @TempDir
    private Path folder;

    private Cli cli;

    @BeforeEach
    void start() {
        cli = new Cli(folder);
    }

    @Test
    void inspect_executing_showsTheAttempt() {
        cli.acquired("c");

        JsonNode record = cli.run("inspect", key("c")).json();

        assertThat(record.fieldNames())
                .toIterable()
                .containsExactly(
                        "id",
                        "binding",
                        "recovery",
                        "status",
                        "revision",
                        "execution",
                        "uncertainty",
                        "outcome",
                        "delivery",
                        "createdAt",
                        "updatedAt",
                        "expiresAt");
        assertThat(record.path("binding").path("toolName").asText()).isEqualTo("refund");
        assertThat(record.path("status").asText()).isEqualTo("EXECUTING");
        assertThat(record.path("revision").asLong()).isEqualTo(1);
        assertThat(record.path("execution").path("leaseUntil").asLong()).isEqualTo(T0 + 30_000);
        assertThat(record.path("outcome").isNull()).isTrue();
        assertThat(record.path("createdAt").asLong()).isEqualTo(T0);
        assertThat(record.path("expiresAt").isNull()).isTrue();
    }

    @Test
    void inspect_completed_showsThePayloadOnlyWhenAsked() {
        cli.completed("c", "{\"secret\":1}");

        Result hidden = cli.run("inspect", key("c"));
        Result shown = cli.run("inspect", key("c", "--show-payload"));

        assertThat(hidden.out()).doesNotContain("secret").contains("\"size\":12");
        assertThat(shown.json().path("outcome").path("payload").path("secret").asInt())
                .isEqualTo(1);
        assertThat(shown.exitCode()).isZero();
    }

    @Test
    void inspect_settled_keepsTheHistory() {
        cli.run("mark-uncertain", "--lease", cli.acquired("c"), "--reason", "no answer");
        cli.run("settle", key("c", "--result", "1", "--evidence", "line 7", "--by", "alice"));

        JsonNode record = cli.run("inspect", key("c")).json();

        assertThat(record.path("uncertainty").path("reason").asText()).isEqualTo("no answer");
        assertThat(record.path("outcome").path("settlement").toString())
                .isEqualTo("{\"kind\":\"happened\",\"evidence\":\"line 7\",\"by\":\"alice\"}");
    }

    @Test
    void list_mixed_isATableWithAgesAndRemarks() {
        cli.acquired("live", "--lease-ms", "7200000");
        cli.completed("done", "1");
        cli.run("mark-uncertain", "--lease", cli.acquired("lost"), "--reason", "no answer");

        Result list = cli.at(T0 + 3_600_000).run("list");

        assertThat(list.exitCode()).isZero();
        assertThat(list.out().lines())
                .hasSize(4)
                .anySatisfy(line -> assertThat(line).containsSubsequence("EXECUTING", "live", "lease ends in 1h"))
                .anySatisfy(line -> assertThat(line).containsSubsequence("COMPLETED", "done", "1h", "1h", "success"))
                .anySatisfy(line -> assertThat(line).containsSubsequence("UNCERTAIN", "lost", "no answer"));
    }

    @Test
    void brokenRecord_read_isReportedNeverHiddenOrReset() throws SQLException {
        cli.acquired("good");
        cli.acquired("bad");
        execute("UPDATE checkpoints SET document = '{\"schemaVersion\":1}' WHERE document LIKE '%\"bad\"%'");

        Result inspected = cli.run("inspect", key("bad"));
        Result listed = cli.run("list");
        Result json = cli.run("list", "--json");
        Result begun = cli.begin("bad");

        assertThat(inspected.code()).isEqualTo("INVALID_CHECKPOINT");
        assertThat(inspected.exitCode()).isEqualTo(7);
        assertThat(inspected.json().path("error").path("effectMayHaveHappened").asBoolean())
                .isTrue();
        assertThat(listed.out()).contains("good", "INVALID_CHECKPOINT");
        assertThat(listed.exitCode()).isEqualTo(7);
        assertThat(json.json().path("records")).hasSize(1);
        assertThat(json.json().path("invalid").findValuesAsText("code")).containsExactly("INVALID_CHECKPOINT");
        assertThat(begun.exitCode()).isEqualTo(7);
    }

    private void execute(String statement) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + cli.store());
                Statement change = connection.createStatement()) {
            assertThat(change.executeUpdate(statement)).isEqualTo(1);
        }
    }

    @Test
    void list_filters_narrowIt() {
        cli.acquired("old");
        cli.at(T0 + 60_000).completed("new", "1");
        cli.at(T0 + 61_000);

        assertThat(calls("--status", "executing,uncertain")).containsExactly("old");
        assertThat(calls("--older-than", "30s")).containsExactly("old");
        assertThat(calls("--older-than", "2000000d")).isEmpty();
        assertThat(calls("--namespace", "other")).isEmpty();
        assertThat(calls("--namespace", "shop")).containsExactlyInAnyOrder("old", "new");
    }

    @Test
    void list_moreThanTheLimit_saysSo() {
        for (int i = 0; i < 3; i++) {
            cli.acquired("c" + i);
        }

        Result two = cli.run("list", "--json", "--limit", "2");

        assertThat(two.json().path("records")).hasSize(2);
        assertThat(two.json().path("more").asBoolean()).isTrue();
        assertThat(cli.run("list", "--limit", "2").err()).contains("--limit");
    }

    @Test
    void list_nameWithControlCharacters_isHarmless() {
        cli.run("begin", "--namespace", "shop", "--call-id", "a\u001b[31m\nb", "--tool", "t", "--input", "1");

        Result list = cli.run("list");

        assertThat(list.out()).doesNotContain("\u001b").contains("a\\u001b[31m\\u000ab");
        assertThat(list.out().lines()).hasSize(2);
    }

    private List<String> calls(String... options) {
        String[] args = Arrays.copyOf(options, options.length + 1);
        args[options.length] = "--json";
        return cli.run("list", args).json().path("records").findValuesAsText("callId");
    }
}
