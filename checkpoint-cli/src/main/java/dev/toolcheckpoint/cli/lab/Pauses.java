package dev.toolcheckpoint.cli.lab;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;

/** Stops a process of the lab where it is to be killed, after it said that it is there. */
final class Pauses {

    /** What a process prints before the name of the pause it reached. */
    static final String REACHED = "PAUSED ";

    private static final int NOBODY_THERE = 3;

    private final Fault wanted;
    private final Trace trace;
    private final InputStream parent;
    private final PrintStream out;

    Pauses(Fault wanted, Trace trace, InputStream parent, PrintStream out) {
        this.wanted = wanted;
        this.trace = trace;
        this.parent = parent;
        this.out = out;
    }

    /** Goes on at once, unless this is where the process is to be killed. Then it never returns. */
    void reach(Fault point) {
        if (point != wanted || !point.kills()) {
            return;
        }
        trace.add(TraceEvent.Kind.PAUSED, point.text());
        out.println(REACHED + point.text());
        out.flush();
        awaitEnd();
        // The parent is gone without killing this process: nothing may happen after the pause all the same.
        Runtime.getRuntime().halt(NOBODY_THERE);
    }

    private void awaitEnd() {
        try {
            while (parent.read() >= 0) {
                // whatever the parent says, it is not a reason to go on
            }
        } catch (IOException closed) {
            // the same as its end
        }
    }
}
