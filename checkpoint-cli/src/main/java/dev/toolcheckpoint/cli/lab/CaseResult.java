package dev.toolcheckpoint.cli.lab;

import java.util.List;

/**
 * A case after its end.
 *
 * @param figures as they were measured
 * @param trace everything that happened, by time
 */
record CaseResult(CaseSpec spec, Figures figures, List<TraceEvent> trace) {

    /** Copies the trace. */
    CaseResult {
        trace = List.copyOf(trace);
    }
}
