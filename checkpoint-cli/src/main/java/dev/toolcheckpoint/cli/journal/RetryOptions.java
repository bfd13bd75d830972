package dev.toolcheckpoint.cli.journal;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Whether a further attempt may follow one of which nobody knows how it ended, and for how long. */
public class RetryOptions {

    @Option(
            names = "--recovery",
            paramLabel = "manual|idempotent",
            description =
                    "Whether a further attempt may follow one that nobody knows the end of. Default: manual, never.")
    private @Nullable String recovery;

    @Option(
            names = "--retry-for-ms",
            paramLabel = "MS",
            description = "For how long after the first attempt; idempotent only, required there.")
    private @Nullable Long retryForMs;

    /** Nothing said. */
    public RetryOptions() {}

    /** As it was given, unchecked; {@code null} when it was not. */
    public final @Nullable String kind() {
        return recovery;
    }

    /** As it was given, unchecked; {@code null} when it was not. */
    public final @Nullable Long retryForMs() {
        return retryForMs;
    }
}
