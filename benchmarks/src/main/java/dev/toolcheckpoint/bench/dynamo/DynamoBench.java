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

    private static final List<String> PARTS =
            List.of("sizes", "budget", "kms", "cold", "runtime", "seal", "wrapper", "cpu");

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
        for (String part : parts) {
            run(part, aws, figures);
        }
        figures.summary();
        if (arguments.length > 0) {
            figures.write(Path.of(arguments[0]));
        }
    }

    private static void run(String part, Optional<AwsEndpoint> found, Figures figures) throws Exception {
        if (part.equals("seal")) {
            new Sealing(figures).run();
        } else if (part.equals("sizes")) {
            new Sizes(figures).run();
        } else if (found.isPresent()) {
            againstAws(part, found.get(), figures);
        }
    }

    private static void againstAws(String part, AwsEndpoint aws, Figures figures) throws Exception {
        switch (part) {
            case "budget" -> new Budget(aws, figures).run();
            case "kms" -> new KmsCallCount(aws, figures).run();
            case "cold" -> new ColdStart(aws, figures).run();
            case "runtime" -> new RuntimeStart(aws, figures, root()).run();
            case "wrapper" -> new WrapperCpu(aws, figures).run();
            default -> new ClientCpu(aws, figures).run();
        }
    }

    /** The project's folder: the bench runs in its module's. */
    private static Path root() {
        return Path.of("").toAbsolutePath().resolve("..").normalize();
    }
}
