package dev.toolcheckpoint.cli;

import picocli.CommandLine.Option;

/** {@code --json} and {@code --help}. */
public final class OutputOptions extends HelpOption {

    static final String JSON = "--json";

    @Option(names = JSON, description = "Print one JSON document on stdout, also for failures, and nothing else there.")
    private boolean json;

    /** Whether the answer is to be JSON. */
    public boolean json() {
        return json;
    }
}
