package dev.toolcheckpoint.cli.invoke;

import dev.toolcheckpoint.cli.HelpOption;
import dev.toolcheckpoint.cli.StateFolder;
import dev.toolcheckpoint.cli.StoreOptions;
import dev.toolcheckpoint.cli.journal.RetryOptions;
import dev.toolcheckpoint.lambda.samples.RefundFunction;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code checkpoint invoke}. */
@Command(
        name = "invoke",
        description = {
            "Runs a real handler on a real event, in a process with a Lambda-like context.",
            "Prints the handler's answer and nothing else; its log goes to stderr."
        },
        footer = {
            "%nExample:",
            "  checkpoint invoke events/direct-refund.json --kill after-effect",
            "  checkpoint invoke events/direct-refund.json",
            "%nExit codes: 0 answered, 1 the handler threw or timed out, 2 usage or a refused call, 3 in progress,",
            "4 conflict, 5 uncertain, 137 killed where --kill said."
        })
public final class InvokeCommand implements Callable<Integer> {

    private static final int FAILURE = 1;
    private static final int USAGE = 2;
    private static final int KILLED = 137;
    private static final String IDEMPOTENT = "idempotent";
    private static final String RETRY_FOR = "TOOL_CHECKPOINT_RETRY_FOR";

    private final Map<String, String> environment;
    private final OutputStream out;
    private final OutputStream err;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(paramLabel = "EVENT", description = "The event: a JSON file, handed to the handler as it is.")
    private Path event = Path.of("");

    @Option(
            names = "--handler",
            paramLabel = "CLASS",
            description =
                    "A RequestStreamHandler with a no-argument constructor, here or on $CLASSPATH. Default: the sample"
                            + " function with the tool refund-order.")
    private String handler = RefundFunction.class.getName();

    @Mixin
    private final StoreOptions store = new StoreOptions();

    @Option(names = "--namespace", paramLabel = "N", description = "The namespace. Default: ${DEFAULT-VALUE}.")
    private String namespace = "local";

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            converter = TimeoutConverter.class,
            description = "The function's time-out, from the handler's entry on: 1ms to 15m. Default: 30s.")
    private Duration timeout = Duration.ofSeconds(30);

    @Option(
            names = "--kill",
            paramLabel = "WHERE",
            converter = KillPoint.Converter.class,
            description =
                    "Kill the process: before-effect or after-effect (sample tools), or after-complete (any handler).")
    private @Nullable KillPoint kill;

    @Option(
            names = "--ledger",
            paramLabel = "FILE",
            description = "The sample tool's ledger. Default: $REFUND_LEDGER, else a file beside the default store.")
    private @Nullable Path ledger;

    @Mixin
    private final RetryOptions recovery = new RetryOptions();

    @Option(names = "--context", paramLabel = "FILE", description = "The client context: {\"custom\":{…},\"env\":{…}}.")
    private @Nullable Path context;

    @Mixin
    @SuppressWarnings("unused") // picocli acts on it
    private final HelpOption help = new HelpOption();

    /** The command in this process. */
    public InvokeCommand() {
        this(System.getenv(), System.out, System.err);
    }

    /**
     * The command with what it sees of its process.
     *
     * @param environment what the handler's process inherits
     * @param out gets the answer
     * @param err gets everything for people, and the handler's log
     */
    public InvokeCommand(Map<String, String> environment, OutputStream out, OutputStream err) {
        this.environment = Map.copyOf(environment);
        this.out = out;
        this.err = err;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        check();
        Control control = Control.inNewFolder();
        try {
            HandlerChild.Order order = new HandlerChild.Order(
                    handler,
                    event,
                    control,
                    timeout,
                    UUID.randomUUID().toString(),
                    context == null ? "" : context.toString(),
                    kill == KillPoint.AFTER_COMPLETE);
            return exitCode(new HandlerProcess(order, childEnvironment(control), err).run(), control);
        } finally {
            control.delete();
        }
    }

    private int exitCode(HandlerProcess.End end, Control control) throws IOException {
        return switch (end) {
            case ANSWERED -> answered(control.answer());
            case REFUSED -> USAGE;
            case FAILED -> FAILURE;
            case KILLED_AT_PAUSE -> {
                say("Killed at " + Files.readString(control.pauseFile()) + ".");
                yield KILLED;
            }
            case TIMED_OUT -> {
                say("The handler timed out after " + timeout.toMillis() + " ms, and was killed.");
                yield FAILURE;
            }
        };
    }

    private int answered(byte[] answer) throws IOException {
        if (kill != null) {
            say("The handler answered without reaching " + kill.text() + ": nothing was killed.");
        }
        out.write(answer);
        out.flush();
        return Answers.exitCode(answer);
    }

    private void check() {
        if (!Files.isReadable(event) || Files.isDirectory(event)) {
            throw refused("EVENT: expected a readable file, found '" + event + "'");
        }
        String kind = recovery.kind();
        if (kind != null && !kind.equals("manual") && !kind.equals(IDEMPOTENT)) {
            throw refused("--recovery: expected manual or idempotent, found '" + kind + "'");
        }
        boolean idempotent = IDEMPOTENT.equals(kind);
        Long retryFor = recovery.retryForMs();
        if (retryFor != null && (!idempotent || retryFor < 1)) {
            throw refused("--retry-for-ms: expected 1 or more beside --recovery idempotent, found '" + retryFor + "'");
        }
        if (idempotent && retryFor == null && !environment.containsKey(RETRY_FOR)) {
            throw refused("--recovery idempotent: expected --retry-for-ms beside it");
        }
        if (context != null) {
            try {
                LocalClientContext.read(context);
            } catch (IllegalArgumentException unusable) {
                throw refused("--context: " + unusable.getMessage());
            }
        }
    }

    private ParameterException refused(String problem) {
        return new ParameterException(spec.commandLine(), problem);
    }

    /** What the handler would find in Lambda, on top of this process's own. */
    private Map<String, String> childEnvironment(Control control) throws IOException {
        Map<String, String> child = new HashMap<>(environment);
        child.put("_HANDLER", handler);
        child.put("AWS_LAMBDA_FUNCTION_NAME", "local");
        child.put("AWS_LAMBDA_FUNCTION_VERSION", "$LATEST");
        child.put("AWS_LAMBDA_FUNCTION_MEMORY_SIZE", "512");
        child.put("AWS_LAMBDA_LOG_GROUP_NAME", "/aws/lambda/local");
        child.put("AWS_LAMBDA_LOG_STREAM_NAME", "local");
        child.put("TOOL_CHECKPOINT_NAMESPACE", namespace);
        putStore(child);
        putRecovery(child);
        child.put("REFUND_LEDGER", (ledger == null ? defaultLedger() : ledger).toString());
        child.remove("REFUND_PAUSE_AT");
        if (kill != null) {
            child.put("REFUND_PAUSE_AT", kill.text());
            child.put("REFUND_PAUSE_FILE", control.pauseFile().toString());
        }
        return child;
    }

    private void putStore(Map<String, String> child) {
        String named = store.named(environment);
        String name = named == null ? StoreOptions.defaultName(environment) : named;
        Map<String, String> options = store.options(name, environment);
        child.put(StoreOptions.VARIABLE, name);
        // Those of this process are DynamoDB's, and may be there while the store is a file.
        putOrRemove(child, StoreOptions.KMS_VARIABLE, options.get(StoreOptions.KMS));
        putOrRemove(child, StoreOptions.BUCKET_VARIABLE, options.get(StoreOptions.BUCKET));
        putOrRemove(child, StoreOptions.TABLE_ID_VARIABLE, options.get(StoreOptions.TABLE_ID));
        putOrRemove(child, StoreOptions.ATTENTION_INDEX_VARIABLE, options.get(StoreOptions.ATTENTION_INDEX));
        String endpoint = options.get(StoreOptions.ENDPOINT);
        if (endpoint != null) {
            child.put("AWS_ENDPOINT_URL", endpoint);
        }
    }

    private void putRecovery(Map<String, String> child) {
        String kind = recovery.kind();
        if (kind != null) {
            child.put("TOOL_CHECKPOINT_RECOVERY", kind);
            if (!kind.equals(IDEMPOTENT)) {
                child.remove(RETRY_FOR);
            }
        }
        Long retryFor = recovery.retryForMs();
        if (retryFor != null) {
            child.put(RETRY_FOR, Duration.ofMillis(retryFor).toString());
        }
    }

    private static void putOrRemove(Map<String, String> child, String name, @Nullable String value) {
        if (value == null) {
            child.remove(name);
        } else {
            child.put(name, value);
        }
    }

    /** {@code REFUND_LEDGER}, else a file beside the default store. */
    private Path defaultLedger() throws IOException {
        String named = environment.getOrDefault("REFUND_LEDGER", "");
        return named.isEmpty() ? StateFolder.made(environment).resolve("refund-ledger.jsonl") : Path.of(named);
    }

    private void say(String text) throws IOException {
        err.write((text + System.lineSeparator()).getBytes(StandardCharsets.UTF_8));
        err.flush();
    }
}
