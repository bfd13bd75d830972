package dev.toolcheckpoint.bench.dynamo;

import dev.toolcheckpoint.testing.aws.AwsEndpoint;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import software.amazon.awssdk.services.kms.KmsClient;

/**
 * From the start of a fresh JVM to its first completed call, against a program of the bare SDK that does one conditional put and one
 * request to KMS, and against the plain pattern. The three take turns; all have the same class path, HTTP client and the flags of
 * Lambda's managed Java runtime.
 */
final class ColdStart {

    private static final String GROUP = "cold start, fresh JVMs";
    private static final double TARGET = 1.15;
    private static final int STARTS = 13;

    private final AwsEndpoint aws;
    private final Figures figures;

    ColdStart(AwsEndpoint aws, Figures figures) {
        this.aws = aws;
        this.figures = figures;
    }

    /**
     * One start.
     *
     * @param millis until the call was done, as the parent sees it
     * @param cpuMillis of the whole process until then
     * @param classes loaded until then
     */
    private record Start(double millis, double cpuMillis, double classes) {}

    void run() throws Exception {
        try (BenchTable table = new BenchTable(aws);
                KmsClient kms = aws.kms().build()) {
            String key = kms.createKey().keyMetadata().keyId();
            List<Start> ours = new ArrayList<>();
            List<Start> bare = new ArrayList<>();
            List<Start> plain = new ArrayList<>();
            for (int start = -1; start < STARTS; start++) {
                List<Start> keep = start < 0 ? new ArrayList<>() : ours;
                keep.add(start("ours", table.name, key, start));
                (start < 0 ? keep : bare).add(start("bare", table.name, key, start));
                (start < 0 ? keep : plain).add(start("plain", table.name, key, start));
            }
            report(ours, bare, plain);
        }
    }

    private void report(List<Start> ours, List<Start> bare, List<Start> plain) {
        Start our = median(ours);
        Start theirs = median(bare);
        figures.add(Figure.atMost(
                TARGET,
                GROUP,
                "first completed call / bare: one conditional put, one KMS request",
                our.millis() / theirs.millis(),
                "×"));
        figures.add(Figure.told(GROUP, "the same in CPU time", our.cpuMillis() / theirs.cpuMillis(), "×"));
        add("ours", our);
        add("bare SDK", theirs);
        add("plain pattern, without KMS", median(plain));
    }

    private void add(String who, Start start) {
        figures.add(Figure.told(GROUP, "   " + who, start.millis(), "ms"));
        figures.add(Figure.told(GROUP, "   " + who + ", CPU", start.cpuMillis(), "ms"));
        figures.add(Figure.told(GROUP, "   " + who + ", classes loaded", start.classes(), ""));
    }

    private static Start median(List<Start> starts) {
        return new Start(
                CpuRounds.median(starts.stream().mapToDouble(Start::millis).toArray()),
                CpuRounds.median(starts.stream().mapToDouble(Start::cpuMillis).toArray()),
                CpuRounds.median(starts.stream().mapToDouble(Start::classes).toArray()));
    }

    private Start start(String who, String table, String key, int number) throws IOException, InterruptedException {
        ProcessBuilder builder = LambdaJvm.program(ColdProgram.class, List.of(who, table, key, who + "-" + number));
        builder.environment().putAll(aws.environment());
        long began = System.nanoTime();
        Process process = builder.start();
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
            String done = output.readLine();
            double millis = (System.nanoTime() - began) / 1e6;
            String counts = output.readLine();
            if (done == null || counts == null || !done.equals(ColdProgram.DONE)) {
                throw new IOException("The program " + who + " did not complete its call.");
            }
            String[] parts = counts.split(" ", -1);
            return new Start(millis, Double.parseDouble(parts[0]), Double.parseDouble(parts[1]));
        } finally {
            if (!process.waitFor(30, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        }
    }
}
