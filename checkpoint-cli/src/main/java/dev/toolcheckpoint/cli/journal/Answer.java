package dev.toolcheckpoint.cli.journal;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolcheckpoint.cli.ExitCode;
import dev.toolcheckpoint.cli.io.Json;

/**
 * What a journal command prints and exits with.
 *
 * @param document for stdout
 * @param exitCode one of {@link ExitCode}
 */
record Answer(ObjectNode document, int exitCode) {

    /** An answer that is its kind and nothing else. */
    static Answer kind(String kind, int exitCode) {
        return new Answer(Json.kind(kind), exitCode);
    }

    static Answer done(ObjectNode document) {
        return new Answer(document, ExitCode.DONE);
    }
}
