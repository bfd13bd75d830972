package dev.toolcheckpoint.cli;

import picocli.CommandLine.Option;

/** {@code --help}, for commands of which {@code --json} means something else. */
public class HelpOption {

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this text.")
    @SuppressWarnings("unused") // picocli acts on it
    private boolean help;

    /** Not asked for until picocli says so. */
    public HelpOption() {}
}
