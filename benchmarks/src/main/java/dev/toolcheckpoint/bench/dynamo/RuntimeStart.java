package dev.toolcheckpoint.bench.dynamo;

import dev.toolcheckpoint.stack.runtime.FunctionsZip;
import dev.toolcheckpoint.stack.runtime.LambdaRuntime;
import dev.toolcheckpoint.stack.runtime.RuntimeApi;
import dev.toolcheckpoint.stack.runtime.Sandbox;
import dev.toolcheckpoint.testing.aws.AwsEndpoint;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import software.amazon.awssdk.services.kms.KmsClient;

/**
 * From the start of a fresh JVM of the real runtime client to the answer of its first invocation: the functions' zip with its sample
 * function, against a bare handler that makes one put. They take turns, with the same JVM flags and the same Runtime API.
 */
final class RuntimeStart {

    private static final String GROUP = "cold start through the runtime client";
    private static final double TARGET = 1.2;
    private static final int STARTS = 11;
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final String REFUND = "dev.toolcheckpoint.lambda.samples.RefundFunction::handleRequest";
    private static final String BARE = BarePutHandler.class.getName() + "::handleRequest";

    /** What the zip has for the library's sake; the rest is what the SDK's DynamoDB client needs. */
    private static final String OURS =
            "(checkpoint-|lambda-handlers-|jackson-|jmespath-|java-json-|jspecify-|slf4j-simple-"
                    + "|kms-|s3-|sqs-|sfn-|arns-|aws-xml-|aws-query-|dynamodb-enhanced-).*";

    private final AwsEndpoint aws;
    private final Figures figures;
    private final LambdaRuntime runtime;
    private final Path zip;

    /**
     * Over what the build made.
     *
     * @param root the project's folder
     */
    RuntimeStart(AwsEndpoint aws, Figures figures, Path root) {
        this.aws = aws;
        this.figures = figures;
        this.runtime = new LambdaRuntime(root.resolve("stack-tests/target/lambda-runtime"));
        this.zip = root.resolve("lambda-handlers/target/functions.zip");
    }

    /**
     * One start.
     *
     * @param millis until the answer was there
     * @param initMillis until the runtime asked for the first event
     * @param cpuMillis of the whole process until the answer was there
     */
    private record Start(double millis, double initMillis, double cpuMillis) {}

    /**
     * A function that is started again and again.
     *
     * @param task its unpacked zip
     */
    private record Function(
            String name, Path task, String handler, Map<String, String> environment, List<Start> starts) {}

    void run() throws Exception {
        Path folder = Files.createTempDirectory("runtime-start");
        try (BenchTable table = new BenchTable(aws);
                KmsClient kms = aws.kms().build()) {
            String key = kms.createKey().keyMetadata().arn();
            Path ours = folder.resolve("ours");
            FunctionsZip.unpack(zip, ours);
            Function clear = ours("ours, without KMS", ours, table.name, "none");
            Function encrypted = ours("ours, with KMS", ours, table.name, key);
            Function bare = bare(folder.resolve("bare"), table.name);
            for (int start = -1; start < STARTS; start++) {
                for (Function each : List.of(clear, bare, encrypted)) {
                    Start measured = start(each, folder, start);
                    if (start >= 0) {
                        each.starts().add(measured);
                    }
                }
            }
            judge("one call without KMS / bare: one put", clear, bare);
            judge("one call with KMS (a third request, a second client) / bare: one put", encrypted, bare);
            for (Function each : List.of(clear, encrypted, bare)) {
                tell(each);
                figures.add(Figure.told(GROUP, "   " + each.name() + ", classes loaded", classes(each, folder), ""));
            }
        } finally {
            delete(folder);
        }
    }

    private Function ours(String name, Path task, String table, String key) {
        Map<String, String> environment = new HashMap<>(aws.environment());
        environment.put("TOOL_CHECKPOINT_TABLE", table);
        environment.put("TOOL_CHECKPOINT_KMS_KEY", key);
        environment.put("REFUND_LEDGER", task.resolve("ledger.jsonl").toString());
        return new Function(name, task, REFUND, environment, new ArrayList<>());
    }

    private Function bare(Path task, String table) throws IOException {
        FunctionsZip.unpack(zip, task, jar -> !jar.matches(OURS));
        String file = BarePutHandler.class.getName().replace('.', '/') + ".class";
        Path target = task.resolve(file);
        Files.createDirectories(target.getParent());
        try (InputStream code = BarePutHandler.class.getResourceAsStream("/" + file)) {
            if (code == null) {
                throw new IOException("There is no class file " + file + ".");
            }
            Files.copy(code, target);
        }
        Map<String, String> environment = new HashMap<>(aws.environment());
        environment.put(BarePutHandler.TABLE, table);
        return new Function("bare", task, BARE, environment, new ArrayList<>());
    }

    private Start start(Function function, Path folder, int number) throws Exception {
        RuntimeApi api = new RuntimeApi(TIMEOUT);
        RuntimeApi.Call call = api.invoke(event(function.name() + "-" + number));
        CompletableFuture<Long> asked = call.deadline.thenApply(deadline -> System.nanoTime());
        CompletableFuture<Long> answered = call.answer.thenApply(answer -> System.nanoTime());
        long began = System.nanoTime();
        try (Sandbox sandbox = new Sandbox(
                runtime, function.task(), function.handler(), api, function.environment(), folder.resolve("log.txt"))) {
            double millis = (answered.get(TIMEOUT.toSeconds(), TimeUnit.SECONDS) - began) / 1e6;
            double cpuMillis = sandbox.cpu().toNanos() / 1e6;
            RuntimeApi.Answer answer = call.answer.get();
            if (answer.thrown() || answer.body().contains("\"error\"")) {
                throw new IllegalStateException(function.name() + " must do its work, found " + answer);
            }
            return new Start(millis, (asked.get() - began) / 1e6, cpuMillis);
        }
    }

    /** In a start of its own: telling each class takes time. */
    private double classes(Function function, Path folder) throws Exception {
        Path log = folder.resolve("classes.txt");
        Map<String, String> environment = new HashMap<>(function.environment());
        environment.put("JAVA_TOOL_OPTIONS", "-Xlog:class+load:file=" + log);
        start(
                new Function(function.name(), function.task(), function.handler(), environment, function.starts()),
                folder,
                STARTS);
        try (Stream<String> lines = Files.lines(log)) {
            return (double) lines.count();
        }
    }

    private static String event(String callId) {
        return "{\"tool\":\"refund-order\",\"idempotencyKey\":\"" + callId
                + "\",\"input\":{\"order\":\"A-1001\",\"amount\":25,\"currency\":\"EUR\"}}";
    }

    private void judge(String name, Function ours, Function bare) {
        double ratio = median(ours, Start::millis) / median(bare, Start::millis);
        figures.add(Figure.atMost(TARGET, GROUP, name, ratio, "×"));
        double cpu = median(ours, Start::cpuMillis) / median(bare, Start::cpuMillis);
        figures.add(Figure.told(GROUP, "   the same in CPU time", cpu, "×"));
    }

    private void tell(Function function) {
        figures.add(Figure.told(GROUP, "   " + function.name(), median(function, Start::millis), "ms"));
        figures.add(Figure.told(
                GROUP,
                "   " + function.name() + ", until it asks for the first event",
                median(function, Start::initMillis),
                "ms"));
        figures.add(Figure.told(GROUP, "   " + function.name() + ", CPU", median(function, Start::cpuMillis), "ms"));
    }

    private static double median(Function function, ToDoubleFunction<Start> what) {
        return CpuRounds.median(function.starts().stream().mapToDouble(what).toArray());
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            all.sorted(Comparator.reverseOrder()).forEach(each -> {
                try {
                    Files.delete(each);
                } catch (IOException failure) {
                    throw new UncheckedIOException(failure);
                }
            });
        }
    }
}
