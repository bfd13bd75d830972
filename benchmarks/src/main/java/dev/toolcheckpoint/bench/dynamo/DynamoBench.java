package dev.toolcheckpoint.bench.dynamo;

import dev.toolcheckpoint.testing.aws.AwsEndpoint;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Prints what the DynamoDB store costs beside the numbers to reach, and writes it as JSON. Needs a stand-in for AWS; without one only
 * encryption and sizes are measured, and a line says so. {@code docs/benchmarks.md} tells how each figure is made.
 */
public final class DynamoBench {

    private static final List<String> PARTS = List.of("budget", "kms", "cold", "cpu", "seal", "sizes");

    private DynamoBench() {}

    /** Arguments: the JSON file, and which parts to run (all when none is named). */
    public static void main(String[] arguments) throws Exception {
        List<String> named = List.of(arguments).subList(Math.min(1, arguments.length), arguments.length);
        if (!PARTS.containsAll(named)) {
            throw new IllegalArgumentException("The parts are " + PARTS + ", found " + named + ".");
        }
        List<String> parts = named.isEmpty() ? PARTS : named;
        Figures figures = new Figures(System.out);
        Optional<AwsEndpoint> aws = AwsEndpoint.find();
        if (aws.isPresent()) {
            againstAws(aws.get(), figures, parts);
        }
        if (parts.contains("seal")) {
            new Sealing(figures).run();
        }
        if (parts.contains("sizes")) {
            new Sizes(figures).run();
        }
        figures.summary();
        if (arguments.length > 0) {
            figures.write(Path.of(arguments[0]));
        }
    }

    private static void againstAws(AwsEndpoint aws, Figures figures, List<String> parts) throws Exception {
        if (parts.contains("budget")) {
            new Budget(aws, figures).run();
        }
        if (parts.contains("kms")) {
            new KmsCallCount(aws, figures).run();
        }
        if (parts.contains("cold")) {
            new ColdStart(aws, figures).run();
        }
        if (parts.contains("cpu")) {
            new ClientCpu(aws, figures).run();
        }
    }
}
