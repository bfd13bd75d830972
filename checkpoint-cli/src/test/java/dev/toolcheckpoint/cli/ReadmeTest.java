package dev.toolcheckpoint.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A newcomer types what the documents say: the Java compiles, the commands are understood, the links lead somewhere. */
class ReadmeTest {

    private static final Path ROOT = Path.of("..");

    private static final String IMPORTS = """
            import com.amazonaws.services.lambda.runtime.Context;
            import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
            import com.fasterxml.jackson.databind.JsonNode;
            import com.fasterxml.jackson.databind.node.JsonNodeFactory;
            import dev.langchain4j.agent.tool.ToolSpecification;
            import dev.langchain4j.model.chat.ChatModel;
            import dev.toolcheckpoint.journal.*;
            import dev.toolcheckpoint.lambda.*;
            import dev.toolcheckpoint.protocol.*;
            import dev.toolcheckpoint.runs.*;
            import dev.toolcheckpoint.runs.store.*;
            import dev.toolcheckpoint.store.*;
            import dev.toolcheckpoint.tool.*;
            import java.io.*;
            import java.time.Duration;
            import java.util.Map;
            """;

    /** What the samples leave to the reader. */
    private static final String READERS = """
            class RefundService implements RequestStreamHandler {
                public void handleRequest(InputStream in, OutputStream out, Context context) {}
            }
            record Refund(String order, long amount) {}
            record RefundReceipt(String reference) {}
            interface Payments {
                RefundReceipt refund(Refund refund, String key);
            }
            class Samples {
                Payments payments;
                ChatModel model;
                ToolSpecification specification;
                TriggerEnvelope trigger;
                String show(Outcome outcome) { return outcome.toString(); }
                void samples() {
            """;

    @TempDir
    private Path folder;

    @Test
    void samplesInJava_asWritten_compile() throws IOException {
        List<String> samples = blocks("README.md", "java");
        String classes =
                String.join("\n", samples.stream().filter(ReadmeTest::isClass).toList());
        String statements =
                String.join("\n", samples.stream().filter(s -> !isClass(s)).toList());
        Path source = Files.writeString(
                folder.resolve("Samples.java"),
                IMPORTS + classes.replace("public final class", "final class") + READERS + statements + "}}");
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter problems = new StringWriter();

        boolean compiled = compiler.getTask(
                        problems,
                        null,
                        null,
                        List.of("-proc:none", "-d", folder.toString(), "-cp", System.getProperty("java.class.path")),
                        null,
                        compiler.getStandardFileManager(null, null, null).getJavaFileObjects(source))
                .call();

        assertThat(samples).hasSizeGreaterThan(2);
        assertThat(compiled).as(problems.toString()).isTrue();
    }

    private static boolean isClass(String sample) {
        return sample.startsWith("public ");
    }

    static Stream<String> commands() throws IOException {
        List<String> found = new ArrayList<>();
        for (String document : List.of("README.md", "docs/reference/cli.md", "docs/reference/direct-invoke.md")) {
            for (String block : blocks(document, "(?:sh)?")) {
                block.replace("\\\n", " ")
                        .lines()
                        .map(String::strip)
                        .filter(line -> line.startsWith("./checkpoint ") || line.startsWith("checkpoint "))
                        .forEach(found::add);
            }
        }
        return found.stream();
    }

    @ParameterizedTest
    @MethodSource("commands")
    void command_asWritten_isUnderstood(String line) {
        String[] args = words(line).stream().skip(1).toArray(String[]::new);

        assertThatCode(() -> Main.commandLine(Surroundings.ofProcess()).parseArgs(args))
                .doesNotThrowAnyException();
    }

    @Test
    void commands_areFound() throws IOException {
        assertThat(commands()).hasSizeGreaterThan(10);
    }

    @Test
    @Timeout(300)
    void runAnAgent_asWritten_goesFromItsStartToItsEnd() throws IOException {
        Cli cli = new Cli(folder).now().with("XDG_STATE_HOME", folder.toString());
        String section = Files.readString(ROOT.resolve("README.md")).split("## Run an agent\n", -1)[1];
        List<String> lines = blocksOf(section, "").get(0).lines().toList();
        String run = "RUN";
        String last = "";
        for (String line : lines) {
            String[] args = words(line.replace("RUN", run)).stream().skip(1).toArray(String[]::new);
            Cli.Result done = cli.raw(args);
            assertThat(done.exitCode())
                    .as(line + "\n" + done.out() + done.err())
                    .isZero();
            if (line.contains("runs list")) {
                run = done.out().lines().toList().get(1).split(" ", 2)[0];
            }
            last = done.out();
        }
        assertThat(lines).hasSize(7);
        assertThat(last).contains("Run " + run + ": COMPLETED");
    }

    @Test
    void links_leadToFiles() throws IOException {
        for (String document : List.of("README.md", "docs/reference/cli.md", "CONTRIBUTING.md", "SECURITY.md")) {
            Path folderOfIt = ROOT.resolve(document).resolve("..").normalize();
            Matcher links = Pattern.compile("\\]\\(([^)#:]+)\\)").matcher(Files.readString(ROOT.resolve(document)));
            assertThat(links.results().map(link -> folderOfIt.resolve(link.group(1))))
                    .as(document)
                    .allSatisfy(target -> assertThat(target).exists());
        }
    }

    private static List<String> blocks(String document, String language) throws IOException {
        return blocksOf(Files.readString(ROOT.resolve(document)), language);
    }

    private static List<String> blocksOf(String text, String language) {
        Pattern block = Pattern.compile("(?ms)^```([^\\n]*)\\n(.*?)^```");
        return block.matcher(text)
                .results()
                .filter(found -> found.group(1).matches(language))
                .map(found -> found.group(2))
                .toList();
    }

    /** As a shell splits a line: quotes, a comment at the end, no pipe or redirection. */
    private static List<String> words(String line) {
        Pattern word = Pattern.compile("'([^']*)'|\"([^\"]*)\"|([^\\s]+)");
        List<String> words = new ArrayList<>();
        for (MatchResult found : word.matcher(line).results().toList()) {
            if (found.group().matches("[#>|].*")) {
                break;
            }
            words.add(found.group().replaceAll("^(['\"])(.*)\\1$", "$2"));
        }
        return words;
    }
}
