package dev.toolcheckpoint.cli.dynamo;

import static dev.toolcheckpoint.cli.Cli.key;
import static org.assertj.core.api.Assertions.assertThat;

import dev.toolcheckpoint.cli.ChildJvm;
import dev.toolcheckpoint.cli.Cli;
import dev.toolcheckpoint.cli.Cli.Result;
import dev.toolcheckpoint.testing.aws.AwsEndpoint;
import dev.toolcheckpoint.testing.aws.LocalAws;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** What is not as it must be has a code, an exit code and a sentence that says what to do; the record stays as it is. */
@LocalAws
class RefusedOnDynamoTest {

    @TempDir
    private Path folder;

    private final CloudTable table;

    RefusedOnDynamoTest(AwsEndpoint aws) {
        table = new CloudTable(aws);
    }

    @AfterEach
    void close() {
        table.close();
    }

    private static void assertRefused(Result result, int exitCode, String code, String... sentence) {
        assertThat(result.code()).as("%s", result).isEqualTo(code);
        assertThat(result.exitCode()).isEqualTo(exitCode);
        assertThat(result.message()).contains(sentence);
    }

    @Test
    void tableThatIsMissing_isNoEmptyJournal() {
        Cli cli = table.cli(folder, "none");
        String lease = new Cli(folder).acquired("c");

        for (Result result : List.of(
                cli.begin("c"),
                cli.run("complete", "--lease", lease, "--result", "1"),
                cli.run("inspect", key("c")),
                cli.run("list", "--json"),
                cli.run("forget", key("c")))) {
            assertRefused(result, 1, "TABLE_MISSING", table.name, "checkpoint table create");
        }
        Result ran = cli.run("run", "--json", "--namespace", "n", "--key", "k", "--", "true");
        assertThat(ran.code()).isEqualTo("TABLE_MISSING");
        assertThat(ran.exitCode()).isEqualTo(122);
    }

    /** What each command needs beside the store. */
    private Map<String, List<String>> arguments() {
        Cli file = new Cli(folder);
        String lease = file.acquired("c");
        String idempotent = file.acquired("i", "--recovery", "idempotent", "--retry-for-ms", "60000");
        List<String> call = List.of(key("c"));
        List<String> delivery = List.of(key("c", "--delivery-id", "0123456789abcdef0123456789abcdef"));
        Map<String, List<String>> arguments = new HashMap<>();
        arguments.put("begin", List.of(Cli.intent("c")));
        arguments.put("complete", List.of("--lease", lease, "--result", "1"));
        arguments.put("renew", List.of("--lease", lease, "--lease-ms", "1000"));
        arguments.put("abandon", List.of("--lease", idempotent));
        arguments.put("mark-uncertain", List.of("--lease", lease, "--reason", "r"));
        arguments.put("settle", List.of(key("c", "--result", "1", "--evidence", "e", "--by", "ada")));
        arguments.put("claim-delivery", call);
        arguments.put("complete-delivery", delivery);
        arguments.put("release-delivery", delivery);
        arguments.put(
                "mark-undeliverable",
                List.of(key("c", "--delivery-id", "0123456789abcdef0123456789abcdef", "--reason", "r")));
        arguments.put("settle-delivery", List.of(key("c", "--delivered", "--evidence", "e", "--by", "ada")));
        arguments.put("forget", call);
        arguments.put("inspect", call);
        arguments.put("list", List.of());
        arguments.put("table", List.of("check"));
        arguments.put("demo", List.of("--html", folder.resolve("demo.html").toString()));
        arguments.put("lab", List.of());
        arguments.put("run", List.of("--namespace", "n", "--key", "k"));
        arguments.put(
                "invoke",
                List.of(
                        Path.of("..", "events", "direct-refund.json").toString(),
                        "--ledger",
                        folder.resolve("ledger.jsonl").toString()));
        arguments.put("runs", List.of("list"));
        return arguments;
    }

    @Test
    void everyCommand_onATableThatIsMissing_namesIt() {
        Map<String, List<String>> arguments = arguments();
        List<String> commands = Pattern.compile("(?m)^  ([a-z-]+) +[A-Z]")
                .matcher(new Cli(folder).raw("--help").out())
                .results()
                .map(found -> found.group(1))
                .toList();

        // 'invoke' passes on the handler's answer, which names the error; it is well-formed, so the source would take
        // it.
        Map<String, Integer> exitCodes = Map.of("run", 122, "invoke", 0);

        assertThat(commands).containsExactlyInAnyOrderElementsOf(arguments.keySet());
        for (String command : commands) {
            List<String> args = new ArrayList<>(List.of(command));
            args.addAll(arguments.getOrDefault(command, List.of()));
            args.addAll(List.of(
                    "--store",
                    table.store(),
                    "--kms",
                    "none",
                    "--endpoint",
                    table.aws.uri().toString()));
            if (command.equals("run")) {
                args.addAll(List.of("--", "true"));
            }
            Cli cli = new Cli(folder).with("TOOL_CHECKPOINT_STORE", null);
            table.processEnvironment().forEach(cli::with);

            Result refused = cli.raw(args.toArray(String[]::new));

            assertThat(refused.exitCode()).as("%s: %s", command, refused).isEqualTo(exitCodes.getOrDefault(command, 1));
            assertThat(refused.err() + refused.out()).as(command).contains(table.name, "does not exist");
        }
        assertThat(folder.resolve("ledger.jsonl")).doesNotExist();
    }

    @Test
    void tableWithOtherKeys_isAMismatch() {
        Cli cli = table.madeWithOtherKeys().cli(folder, "none");

        for (Result result : List.of(cli.begin("c"), cli.run("inspect", key("c")), cli.run("list", "--json"))) {
            assertRefused(result, 1, "TABLE_MISMATCH", table.name, "checkpoint table check");
        }
    }

    @Test
    void tableWithAnotherId_isAMismatch() {
        Cli cli = table.made().cli(folder, "none").always("--table-id", "11111111-2222-3333-4444-555555555555");

        assertRefused(cli.begin("c"), 1, "TABLE_MISMATCH", "11111111-2222", "may run again");
        assertThat(table.item("c")).isEmpty();
    }

    @Test
    void keyThatIsNotSaid_isRefused_andMayBeSaidByTheEnvironment() {
        Cli cli = table.made().bare(folder);

        assertRefused(cli.begin("c"), 2, "INVALID_CONFIGURATION", "kms must be a KMS key", "`none`");
        assertThat(table.item("c")).isEmpty();
        assertThat(cli.with("TOOL_CHECKPOINT_KMS_KEY", "none").begin("c").kind())
                .isEqualTo("acquired");
    }

    @Test
    void keyThatIsDisabled_claimsNothing_andLeavesWhatIsStored() {
        String key = table.made().newKey();
        Cli cli = table.cli(folder, key);
        cli.completed("done", "\"secret\"");
        Map<String, AttributeValue> stored = table.item("done");
        table.kms.disableKey(request -> request.keyId(key));

        assertRefused(cli.begin("new"), 1, "KMS_UNAVAILABLE", "DisabledException", "Enable the key");
        assertRefused(
                cli.run("inspect", key("done", "--show-payload")),
                7,
                "PAYLOAD_UNREADABLE",
                "Enable the key",
                "no tool runs again");
        assertThat(cli.run("inspect", key("done")).json().path("status").asText())
                .isEqualTo("COMPLETED");
        assertThat(table.item("new")).isEmpty();
        assertThat(table.item("done")).isEqualTo(stored);
    }

    @Test
    void keyOfAnotherAccount_opensNothing_andClaimsNothing() {
        table.made();
        table.cli(folder, table.newKey()).completed("done", "\"secret\"");
        Map<String, AttributeValue> stored = table.item("done");
        String foreign =
                "arn:aws:kms:" + table.aws.region().id() + ":999999999999:key/12345678-1234-1234-1234-123456789012";
        Cli cli = table.cli(folder, foreign);

        assertRefused(cli.begin("new"), 1, "KMS_UNAVAILABLE", foreign);
        assertRefused(cli.run("inspect", key("done", "--show-payload")), 7, "PAYLOAD_UNREADABLE", "trust");
        assertThat(table.item("new")).isEmpty();
        assertThat(table.item("done")).isEqualTo(stored);
    }

    @Test
    void payloadThatIsEncrypted_readWithoutAKey_isUnreadable() {
        table.made();
        table.cli(folder, table.newKey()).completed("c", "\"secret\"");

        assertRefused(
                table.cli(folder, "none").begin("c"), 7, "PAYLOAD_UNREADABLE", "without a key", "does not run again");
    }

    static Stream<Arguments> edits() {
        return Stream.of(
                edit("another schema", "UNSUPPORTED_SCHEMA", item -> item.put("schema", AttributeValue.fromN("2"))),
                edit(
                        "unknown attribute",
                        "INVALID_CHECKPOINT",
                        item -> item.put("colour", AttributeValue.fromS("red"))),
                edit("no such status", "INVALID_CHECKPOINT", item -> item.put("status", AttributeValue.fromS("DONE"))),
                edit(
                        "status by hand",
                        "INVALID_CHECKPOINT",
                        item -> item.put("status", AttributeValue.fromS("EXECUTING"))),
                edit(
                        "status of another type",
                        "INVALID_CHECKPOINT",
                        item -> item.put("status", AttributeValue.fromN("3"))));
    }

    private static Arguments edit(String what, String code, Consumer<Map<String, AttributeValue>> change) {
        return Arguments.of(what, code, change);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("edits")
    void recordThatBreaksARule_isRefusedByEachCommandAndLeftAlone(
            String what, String code, Consumer<Map<String, AttributeValue>> change) {
        Cli cli = table.made().cli(folder, "none");
        String lease = cli.acquired("c");
        cli.run("complete", "--lease", lease, "--result", "1");
        cli.completed("sound", "1");
        Map<String, AttributeValue> broken = table.edit("c", change);

        for (Result result : List.of(
                cli.begin("c"),
                cli.run("complete", "--lease", lease, "--result", "1"),
                cli.run("inspect", key("c")),
                cli.run("settle", key("c", "--result", "1", "--evidence", "e", "--by", "ada")),
                cli.run("claim-delivery", key("c")),
                cli.run("forget", key("c")))) {
            assertRefused(result, 7, code, "");
        }
        Result listed = cli.run("list", "--json");
        assertThat(listed.exitCode()).isEqualTo(7);
        assertThat(listed.json().path("records")).hasSize(1);
        assertThat(listed.json().path("invalid").path(0).path("code").asText()).isEqualTo(code);
        assertThat(table.item("c")).isEqualTo(broken);
    }

    @Test
    void endpointThatNobodyListensAt_isUnavailable() throws IOException {
        int free;
        try (ServerSocket socket = new ServerSocket(0)) {
            free = socket.getLocalPort();
        }
        Cli cli = new Cli(folder)
                .always("--store", table.store(), "--kms", "none", "--endpoint", "http://127.0.0.1:" + free);

        Result refused = cli.begin("c");

        assertRefused(refused, 1, "STORE_UNAVAILABLE", "can't be reached", "Check the endpoint");
        assertThat(refused.json().path("error").path("retryable").booleanValue())
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"nowhere", "ftp://127.0.0.1", "http:///x"})
    void endpointThatIsNone_isRefused(String endpoint) {
        Cli cli = new Cli(folder).always("--store", table.store(), "--kms", "none", "--endpoint", endpoint);

        assertRefused(cli.begin("c"), 2, "INVALID_CONFIGURATION", "endpoint is a URL", endpoint);
    }

    @Test
    void optionsOfAService_besideAFile_areRefused() {
        assertRefused(new Cli(folder).begin("c", "--kms", "none"), 2, "INVALID_CONFIGURATION", "kms");
        assertThat(folder).isEmptyDirectory();
    }

    /** What the SDK finds by itself is that of a process. */
    private String inAProcessWithout(String variable, String kms) throws IOException, InterruptedException {
        ProcessBuilder builder = ChildJvm.of(
                folder.resolve("calls.db"),
                "inspect",
                "--namespace",
                "shop",
                "--call-id",
                "c",
                "--store",
                table.store(),
                "--endpoint",
                table.aws.uri().toString(),
                "--kms",
                kms);
        Map<String, String> environment = builder.environment();
        environment.keySet().removeIf(name -> name.startsWith("AWS_"));
        environment.putAll(table.processEnvironment());
        environment.remove(variable);
        environment.put("AWS_EC2_METADATA_DISABLED", "true");
        environment.put("AWS_CONFIG_FILE", folder.resolve("none").toString());
        environment.put("AWS_SHARED_CREDENTIALS_FILE", folder.resolve("none").toString());
        Process process = builder.start();
        String answer = ChildJvm.output(process);
        return process.waitFor() + " " + answer;
    }

    @Test
    void credentialsThatAreMissing_areNamed() throws Exception {
        assertThat(inAProcessWithout("AWS_ACCESS_KEY_ID", "none"))
                .startsWith("1 {\"error\":{\"code\":\"STORE_UNAVAILABLE\"")
                .contains("credentials are missing", "AWS_ACCESS_KEY_ID", "\"retryable\":false");
    }

    @Test
    void regionThatIsMissing_isNamed() throws Exception {
        assertThat(inAProcessWithout("AWS_REGION", "alias/calls"))
                .startsWith("2 {\"error\":{\"code\":\"INVALID_CONFIGURATION\"")
                .contains("No AWS Region is set", "AWS_REGION");
    }
}
