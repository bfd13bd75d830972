package dev.toolcheckpoint.cli;

import static dev.toolcheckpoint.cli.Cli.key;
import static org.assertj.core.api.Assertions.assertThat;

import dev.toolcheckpoint.cli.Cli.Result;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What is not as it must be is refused by name, with the rule, and leaves nothing behind. */
class RefusedInputTest {

    @TempDir
    private Path folder;

    private Cli cli;

    @BeforeEach
    void start() {
        cli = new Cli(folder);
    }

    private static Arguments refused(String what, String rule, String... args) {
        return Arguments.of(what, rule, "", List.of(args));
    }

    private static Arguments fed(String what, String rule, String stdin, String... args) {
        return Arguments.of(what, rule, stdin, List.of(args));
    }

    private static Arguments begin(String what, String rule, String... instead) {
        List<String> args = new ArrayList<>(List.of("begin"));
        args.addAll(List.of(Cli.intent("c")));
        for (int i = 0; i < instead.length; i += 2) {
            int at = args.indexOf(instead[i]);
            if (at >= 0) {
                args.set(at + 1, instead[i + 1]);
            } else {
                args.addAll(List.of(instead[i], instead[i + 1]));
            }
        }
        return Arguments.of(what, rule, "", args);
    }

    private static Arguments intent(String what, String rule, String document) {
        return fed(what, rule, document, "begin", "--intent", "-");
    }

    static Stream<Arguments> arguments() {
        String lease = "{\"kind\":\"acquired\",\"namespace\":\"shop\",\"id\":\"" + "0".repeat(64)
                + "\",\"attemptId\":\"a\",\"epoch\":1,\"leaseUntil\":1%s}";
        return Stream.of(
                begin("not JSON", "--input is not acceptable JSON", "--input", "{order:1}"),
                begin("duplicate key", "DUPLICATE_KEY", "--input", "{\"a\":1,\"a\":2}"),
                begin("text after the document", "NOT_JSON", "--input", "1 2"),
                begin("NaN", "NOT_JSON", "--input", "NaN"),
                begin("too deep", "maxDepth = 64", "--input", "[".repeat(65) + "]".repeat(65)),
                begin("too many bytes", "maxBytes = 1048576", "--input", "\"" + "x".repeat(1 << 20) + "\""),
                begin("number out of range", "NUMBER_OUT_OF_RANGE", "--input", "1e999"),
                begin("namespace with #", "must not contain '#'", "--namespace", "a#b"),
                begin("empty namespace", "namespace must have 1 to 512", "--namespace", ""),
                begin("long call id", "callId must have 1 to 512", "--call-id", "x".repeat(513)),
                begin("lease 0", "lease must be 1 ms to 86400000 ms, found 0 ms", "--lease-ms", "0"),
                begin("negative lease", "found -5 ms", "--lease-ms", "-5"),
                begin("huge lease", "found 9223372036854775807 ms", "--lease-ms", "9223372036854775807"),
                begin("lease that is no number", "'soon' is not a long", "--lease-ms", "soon"),
                begin("unknown recovery", "must be manual or idempotent, found \"maybe\"", "--recovery", "maybe"),
                begin("retry window with manual", "--retry-for-ms belongs to idempotent", "--retry-for-ms", "1000"),
                begin("attempts with manual", "--max-attempts belongs to idempotent", "--max-attempts", "2"),
                begin("downstream with manual", "belongs to idempotent", "--downstream-keeps-ms", "2"),
                begin("idempotent without a window", "needs --retry-for-ms", "--recovery", "idempotent"),
                begin("window of 0", "retryFor must be 1 ms to", "--recovery", "idempotent", "--retry-for-ms", "0"),
                begin(
                        "huge window",
                        "retryFor must be 1 ms to",
                        "--recovery",
                        "idempotent",
                        "--retry-for-ms",
                        "9223372036854775807"),
                begin(
                        "no attempts",
                        "--max-attempts must be 1",
                        "--recovery",
                        "idempotent",
                        "--retry-for-ms",
                        "10",
                        "--max-attempts",
                        "0"),
                begin(
                        "downstream that forgets too early",
                        "needs 30010 ms",
                        "--recovery",
                        "idempotent",
                        "--retry-for-ms",
                        "10",
                        "--downstream-keeps-ms",
                        "1000"),
                begin("negative skew margin", "--skew-margin-ms must be 0 to 3600000", "--skew-margin-ms", "-1"),
                begin("store without scheme", "SCHEME:LOCATION", "--store", "calls.db"),
                begin("unknown scheme", "No store has the scheme \"redis\"", "--store", "redis:x"),
                begin("option of another store", "endpoint", "--endpoint", "http://localhost:1"),
                begin("unknown option", "Unknown option", "--colour", "red"),
                begin("intent beside its parts", "can't stand beside --namespace", "--intent", "-"),
                refused("option twice", "only once", "begin", "--tool", "a", "--tool", "b"),
                refused("option without value", "--tool", "begin", "--tool"),
                refused("no namespace", "--namespace is missing", "begin", "--call-id", "c"),
                refused("no input", "--input is missing", "begin", "--namespace", "n", "--call-id", "c", "--tool", "t"),
                refused("unknown command", "Unmatched argument", "frobnicate", "--json"),
                refused("missing file", "there is no file", "begin", "--intent", "nowhere.json"),
                intent("unknown member", "unknown member \"colour\"", "{\"colour\":1}"),
                intent("missing member", "needs the member \"namespace\"", "{}"),
                intent("member of another kind", "a string as \"namespace\", found the number 1", "{\"namespace\":1}"),
                intent("no object", "must be a JSON object, found an array", "[]"),
                intent("duplicate member", "DUPLICATE_KEY", "{\"tool\":1,\"tool\":2}"),
                intent(
                        "window that is not whole",
                        "a whole number as \"retryForMs\", found the number 1.5",
                        "{\"namespace\":\"n\",\"callId\":\"c\",\"tool\":\"t\",\"input\":1,\"recovery\":\"idempotent\","
                                + "\"retryForMs\":1.5}"),
                intent(
                        "window with manual",
                        "retryForMs belongs to idempotent",
                        "{\"namespace\":\"n\",\"callId\":\"c\",\"tool\":\"t\",\"input\":1,\"retryForMs\":1}"),
                fed(
                        "busy document as lease",
                        "found the kind \"busy\"",
                        "{\"kind\":\"busy\",\"leaseUntil\":1,\"retryAt\":1}",
                        "complete",
                        "--lease",
                        "-",
                        "--void"),
                fed(
                        "unknown member of a lease",
                        "unknown member \"x\"",
                        String.format(lease, ",\"x\":1"),
                        "complete",
                        "--lease",
                        "-",
                        "--void"),
                fed("no result", "exactly one of", String.format(lease, ""), "complete", "--lease", "-"),
                fed(
                        "two results",
                        "found 2",
                        String.format(lease, ""),
                        "complete",
                        "--lease",
                        "-",
                        "--void",
                        "--result",
                        "1"),
                fed(
                        "error without message",
                        "--error needs --message",
                        String.format(lease, ""),
                        "complete",
                        "--lease",
                        "-",
                        "--error",
                        "E"),
                fed(
                        "result that is not JSON",
                        "The result is not acceptable JSON",
                        String.format(lease, ""),
                        "complete",
                        "--lease",
                        "-",
                        "--result",
                        "yes"),
                refused("id that is none", "64 lower-case hex digits", "inspect", "--namespace", "n", "--id", "x"),
                refused("id and call id", "not both", "inspect", "--namespace", "n", "--id", "x", "--call-id", "c"),
                refused("neither id", "--id or --call-id", "inspect", "--namespace", "n"),
                refused("no evidence", "found neither", "settle", "--by", "a", "--result", "1"),
                refused(
                        "quiescence below 0",
                        "--quiescence-ms must be 0",
                        "settle",
                        "--by",
                        "a",
                        "--result",
                        "1",
                        "--quiescence-ms",
                        "-1"),
                refused(
                        "delivered and not",
                        "found both",
                        "settle-delivery",
                        "--namespace",
                        "n",
                        "--call-id",
                        "c",
                        "--delivered",
                        "--not-delivered",
                        "--evidence",
                        "e",
                        "--by",
                        "a"),
                refused("unknown status", "found \"DONE\"", "list", "--json", "--status", "DONE"),
                refused("age without unit", "with a unit", "list", "--json", "--older-than", "15"),
                refused(
                        "lease of run without unit",
                        "--lease must be a whole number with a unit",
                        "run",
                        "--json",
                        "--namespace",
                        "n",
                        "--key",
                        "k",
                        "--lease",
                        "15",
                        "true"),
                refused("run of nothing", "COMMAND", "run", "--json", "--namespace", "n", "--key", "k"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("arguments")
    void command_badInput_isRefusedByName(String what, String rule, String stdin, List<String> args)
            throws IOException {
        Result refused = cli.stdin(stdin).raw(args.toArray(String[]::new));

        assertThat(refused.message()).as(what).contains(rule);
        assertThat(refused.json().path("error").path("effectMayHaveHappened").asBoolean())
                .isFalse();
        assertThat(refused.code()).isIn("INVALID_ARGUMENT", "INVALID_CONFIGURATION");
        assertThat(refused.err()).contains(rule);
        assertThat(refused.exitCode()).isEqualTo(2);
        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left).isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("times")
    void at_outOfRange_isRefused(String time) {
        Result refused = cli.raw("inspect", "--at", time, "--namespace", "n", "--call-id", "c");

        assertThat(refused.message()).contains("--at must be 0 to 253402300799999", time);
        assertThat(refused.exitCode()).isEqualTo(2);
    }

    static Stream<String> times() {
        return Stream.of("-1", "253402300800000", "9223372036854775807");
    }

    @Test
    void complete_resultOverTheLimit_isTooLargeAndNothingIsStored() {
        String lease = cli.acquired("c");
        String large = cli.file("large.json", "\"" + "x".repeat(1 << 20) + "\"");

        Result refused = cli.run("complete", "--lease", lease, "--result-file", large);

        assertThat(refused.code()).isEqualTo("PAYLOAD_TOO_LARGE");
        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(cli.run("inspect", key("c")).json().path("status").asText()).isEqualTo("EXECUTING");
    }

    @Test
    void store_isAFolder_namesIt() throws IOException {
        Files.createDirectory(cli.store());

        Result refused = cli.begin("c");

        assertThat(refused.exitCode()).isNotZero();
        assertThat(refused.message()).contains(cli.store().toString(), "folder");
        assertThat(cli.store()).isEmptyDirectory();
    }

    @Test
    void store_isNoDatabase_namesItAndLeavesIt() throws IOException {
        Files.writeString(cli.store(), "My diary.".repeat(200), StandardCharsets.UTF_8);

        Result refused = cli.begin("c");

        assertThat(refused.code()).isEqualTo("TABLE_MISMATCH");
        assertThat(refused.exitCode()).isEqualTo(1);
        assertThat(refused.message()).contains(cli.store().toString());
        assertThat(cli.store()).hasContent("My diary.".repeat(200));
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void store_whereNothingCanBeWritten_failsAndNamesIt() {
        // Not even a superuser makes a file there.
        cli.with("TOOL_CHECKPOINT_STORE", "sqlite:/proc/calls.db");

        Result refused = cli.begin("c");

        assertThat(refused.exitCode()).isEqualTo(1);
        assertThat(refused.code()).isEqualTo("STORE_UNAVAILABLE");
        assertThat(refused.message()).contains("/proc/calls.db");
    }

    @Test
    void store_inAFolderThatIsNone_namesIt() {
        String file = cli.file("notes.txt", "notes");
        cli.with("TOOL_CHECKPOINT_STORE", "sqlite:" + Path.of(file).resolve("calls.db"));

        Result refused = cli.begin("c");

        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.message()).contains("notes.txt", "folder");
    }

    @Test
    void complete_resultFileThatIsNotUtf8_isRefused() throws IOException {
        String lease = cli.acquired("c");
        Path file = Files.write(folder.resolve("latin1.json"), new byte[] {'"', (byte) 0xeb, '"'});

        Result refused = cli.run("complete", "--lease", lease, "--result-file", file.toString());

        assertThat(refused.message()).contains("not UTF-8");
        assertThat(refused.exitCode()).isEqualTo(2);
    }
}
