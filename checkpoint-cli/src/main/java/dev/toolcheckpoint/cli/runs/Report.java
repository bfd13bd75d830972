package dev.toolcheckpoint.cli.runs;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * What a command found or did.
 *
 * @param document for programs
 * @param lines for people
 * @param exitCode one of {@link dev.toolcheckpoint.cli.ExitCode}
 */
record Report(ObjectNode document, List<String> lines, int exitCode) {

    /** Copies the lines. */
    Report {
        lines = List.copyOf(lines);
    }
}
