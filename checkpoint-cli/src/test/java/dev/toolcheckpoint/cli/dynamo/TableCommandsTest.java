package dev.toolcheckpoint.cli.dynamo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolcheckpoint.cli.Cli;
import dev.toolcheckpoint.cli.Cli.Result;
import dev.toolcheckpoint.testing.aws.AwsEndpoint;
import dev.toolcheckpoint.testing.aws.LocalAws;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** {@code table create} and {@code table check}. What a stand-in keeps of the settings is its own affair; requests are tested in the store's module. */
@LocalAws
class TableCommandsTest {

    @TempDir
    private Path folder;

    private final CloudTable table;
    private Cli cli;

    TableCommandsTest(AwsEndpoint aws) {
        table = new CloudTable(aws);
        cli = new Cli(Path.of("."));
    }

    @BeforeEach
    void start() {
        cli = new Cli(folder);
    }

    @AfterEach
    void close() {
        table.close();
    }

    private Result run(String command, String... further) {
        List<String> args = new ArrayList<>(List.of(
                "table",
                command,
                "--store",
                table.store(),
                "--endpoint",
                table.aws.uri().toString()));
        args.addAll(List.of(further));
        return cli.raw(args.toArray(String[]::new));
    }

    private static Map<String, String> findings(JsonNode document) {
        Map<String, String> found = new TreeMap<>();
        document.path("findings")
                .forEach(each -> found.put(
                        each.path("subject").asText(), each.path("severity").asText()));
        return found;
    }

    @Test
    void create_thenCheck_isUsableAndSaysItsId() {
        Result created = run("create", "--json");

        assertThat(created.json().path("table").asText()).isEqualTo(table.name);
        assertThat(created.json().path("made").booleanValue()).isTrue();
        assertThat(created.json().path("usable").booleanValue()).isTrue();
        assertThat(findings(created.json())).doesNotContainKeys("keys", "index", "ttl");
        assertThat(created.exitCode()).isEqualTo(findings(created.json()).isEmpty() ? 0 : 1);
        String id = created.json().path("tableId").asText();
        assertThat(run("check").out())
                .contains("Table " + table.name + ": checked.", "TABLE_ID=" + id)
                .containsPattern("  keys +ok\\R  index +ok\\R  ttl +ok\\R  pitr ");
        assertThat(table.cli(folder, "none").begin("c", "--table-id", id).kind())
                .isEqualTo("acquired");
    }

    @Test
    void attentionIndex_lean_leavesALiveAttemptOut_andNothingElseIsAccepted() {
        table.made();
        Cli cli = table.cli(folder, "none");

        assertThat(cli.begin("listed").kind()).isEqualTo("acquired");
        assertThat(cli.begin("unlisted", "--attention-index", "lean").kind()).isEqualTo("acquired");

        assertThat(table.hands.scan(request -> request.tableName(table.name)).items())
                .filteredOn(item -> item.containsKey("attention"))
                .singleElement()
                .satisfies(item -> assertThat(item.get("callId")).isEqualTo(AttributeValue.fromS("listed")));
        assertThat(cli.begin("third", "--attention-index", "sparse").err()).contains("attentionIndex is full or lean");
    }

    @Test
    void create_whereATableIs_saysSoAndChangesNothing() {
        table.madeWithOtherKeys();

        Result again = run("create");

        assertThat(again.exitCode()).isEqualTo(1);
        assertThat(again.out()).contains("was there already; checked, not changed", "A journal must not use it.");
        assertThat(table.hands
                        .describeTimeToLive(request -> request.tableName(table.name))
                        .timeToLiveDescription()
                        .timeToLiveStatusAsString())
                .isEqualTo("DISABLED");
    }

    @Test
    void check_ofATableThatIsNone_listsEverythingAtOnce() {
        table.madeWithOtherKeys();
        table.hands.updateTimeToLive(request -> request.tableName(table.name)
                .timeToLiveSpecification(ttl -> ttl.enabled(true).attributeName("retain")));

        Result checked = run("check", "--json");

        assertThat(checked.exitCode()).isEqualTo(1);
        assertThat(checked.json().path("usable").booleanValue()).isFalse();
        assertThat(findings(checked.json()))
                .containsAllEntriesOf(Map.of(
                        "keys", "error",
                        "index", "error",
                        "ttl", "error",
                        "pitr", "warning",
                        "encryption", "warning",
                        "deletion-protection", "warning"));
        assertThat(checked.out()).contains("must be on expiresAt, found retain", "id (HASH, S), at (RANGE, N)");
    }

    @Test
    void check_ofATableThatWasRestored_namesWhatItLost() {
        table.made();
        table.hands.updateTimeToLive(request -> request.tableName(table.name)
                .timeToLiveSpecification(ttl -> ttl.enabled(false).attributeName("expiresAt")));
        table.hands.updateContinuousBackups(request -> request.tableName(table.name)
                .pointInTimeRecoverySpecification(pitr -> pitr.pointInTimeRecoveryEnabled(false)));
        table.hands.updateTable(request -> request.tableName(table.name).deletionProtectionEnabled(false));

        Result checked = run("check");

        assertThat(checked.exitCode()).isEqualTo(1);
        assertThat(checked.out())
                .containsPattern("  ttl +warning +Time to live is off")
                .containsPattern("  pitr +warning +Point-in-time recovery is off")
                .containsPattern("  deletion-protection +warning +The table can be deleted by one request")
                .contains("A journal works with it, with less protection than it should have.");
    }

    @Test
    void check_ofATableWithAnotherId_isAnError() {
        String id = run("create", "--json").json().path("tableId").asText();

        Result other = run("check", "--table-id", "0f1e");

        assertThat(other.exitCode()).isEqualTo(1);
        assertThat(other.out()).containsPattern("  id +error +.*has the id " + id + ", but TABLE_ID pins 0f1e");
        assertThat(run("check", "--table-id", id).out()).containsPattern("  id +ok");
    }

    @Test
    void check_ofATableThatIsMissing_isAnError() {
        Result missing = run("check", "--json");

        assertThat(missing.code()).isEqualTo("TABLE_MISSING");
        assertThat(missing.exitCode()).isEqualTo(1);
    }

    @Test
    void table_ofAFile_orWithoutACommand_isUsage() {
        assertThat(cli.raw("table", "check", "--store", "sqlite:calls.db").err())
                .contains("--store dynamo:TABLE, found \"sqlite:calls.db\"");
        assertThat(cli.with("TOOL_CHECKPOINT_STORE", null)
                        .raw("table", "create")
                        .exitCode())
                .isEqualTo(2);
        assertThat(cli.raw("table").err()).contains("A command is missing: create or check");
        assertThat(cli.raw("table", "drop").exitCode()).isEqualTo(2);
        assertThat(cli.raw("table", "check", "--help").out()).contains("checkpoint table check --store dynamo:calls");
    }
}
