package dev.toolcheckpoint.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolcheckpoint.json.JsonLimits;
import dev.toolcheckpoint.json.StrictJson;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Runs commands in this process on a SQLite file in a folder, at a time of the test's choice. */
public final class Cli {

    /** Where the tests' time starts. */
    public static final long T0 = 1_800_000_000_000L;

    private final Path folder;
    private final Map<String, String> environment = new HashMap<>();
    private final List<String> always = new ArrayList<>();
    private String stdin = "";
    private @Nullable Long at = T0;

    /** Commands on {@code calls.db} in {@code folder}. */
    public Cli(Path folder) {
        this.folder = folder;
        environment.put("TOOL_CHECKPOINT_STORE", "sqlite:" + store());
        environment.put("PATH", System.getenv().getOrDefault("PATH", ""));
    }

    /** The store's file. */
    public Path store() {
        return folder.resolve("calls.db");
    }

    /** Sets the time of the commands that follow. */
    public Cli at(long time) {
        this.at = time;
        return this;
    }

    /** The commands that follow use the real time. */
    public Cli now() {
        this.at = null;
        return this;
    }

    /** Sets the standard input of the commands that follow. */
    public Cli stdin(String text) {
        this.stdin = text;
        return this;
    }

    /** Sets a variable; {@code null} removes it. */
    public Cli with(String variable, @Nullable String value) {
        if (value == null) {
            environment.remove(variable);
        } else {
            environment.put(variable, value);
        }
        return this;
    }

    /** The commands that follow get these options, too. */
    public Cli always(String... options) {
        always.addAll(List.of(options));
        return this;
    }

    /** Runs one command. */
    public Result run(String command, String... options) {
        List<String> args = new ArrayList<>(List.of(command));
        if (at != null) {
            args.addAll(List.of("--at", String.valueOf(at)));
        }
        args.addAll(always);
        args.addAll(List.of(options));
        return raw(args.toArray(String[]::new));
    }

    /** Runs exactly these arguments. */
    public Result raw(String... args) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        ByteArrayInputStream in = new ByteArrayInputStream(stdin.getBytes(StandardCharsets.UTF_8));
        int exitCode = Main.run(new Surroundings(environment, in, out, err, false), args);
        return new Result(exitCode, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    /** Begins the refund of {@code callId}, and says what came back. */
    public Result begin(String callId, String... further) {
        return run("begin", concat(intent(callId), further));
    }

    /** The options that say the refund of {@code callId}. */
    public static String[] intent(String callId) {
        return new String[] {"--namespace", "shop", "--call-id", callId, "--tool", "refund", "--input", "{\"order\":1}"
        };
    }

    /** The options that name the record of {@code callId}. */
    public static String[] key(String callId, String... further) {
        return options("shop", callId, further);
    }

    /** The options that name a record, and others. */
    public static String[] options(String namespace, String callId, String... further) {
        return concat(new String[] {"--namespace", namespace, "--call-id", callId}, further);
    }

    /** Acquires the refund of {@code callId} and returns the file with its lease. */
    public String acquired(String callId, String... further) {
        Result begun = begin(callId, further);
        assertThat(begun.kind()).isEqualTo("acquired");
        return file("lease-" + callId + "-" + begun.json().path("epoch") + ".json", begun.out());
    }

    /** Acquires and completes the refund of {@code callId}. */
    public void completed(String callId, String result) {
        assertThat(run("complete", "--lease", acquired(callId), "--result", result)
                        .kind())
                .isEqualTo("completed");
    }

    /** Writes a file and returns its name. */
    public String file(String name, String text) {
        try {
            return Files.writeString(folder.resolve(name), text).toString();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static String[] concat(String[] first, String[] second) {
        List<String> all = new ArrayList<>(List.of(first));
        all.addAll(List.of(second));
        return all.toArray(String[]::new);
    }

    /**
     * How a command ended.
     *
     * @param exitCode what it exited with
     * @param out its standard output
     * @param err its standard error
     */
    public record Result(int exitCode, String out, String err) {

        /** The one document on standard output. */
        public JsonNode json() {
            return StrictJson.parse(out, JsonLimits.DEFAULT);
        }

        /** The kind of answer. */
        public String kind() {
            return json().path("kind").asText();
        }

        /** The error document's code. */
        public String code() {
            return json().path("error").path("code").asText();
        }

        /** The error document's message. */
        public String message() {
            return json().path("error").path("message").asText();
        }

        /** Asserts the document and the exit code. */
        public Result is(int expectedExitCode, String expectedJson) {
            assertThat(out).isEqualTo(expectedJson + System.lineSeparator());
            assertThat(exitCode).isEqualTo(expectedExitCode);
            return this;
        }
    }
}
