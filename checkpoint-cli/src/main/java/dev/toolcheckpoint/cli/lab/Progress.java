package dev.toolcheckpoint.cli.lab;

import java.io.PrintWriter;

/** Says how far the work is: one line that changes on a terminal, a line now and then elsewhere. */
final class Progress {

    private static final int PLAIN_LINES = 10;
    private static final String CLEAR = "\r\u001b[K";

    private final PrintWriter err;
    private final boolean terminal;
    private final int total;
    private int done;

    Progress(PrintWriter err, boolean terminal, int total) {
        this.err = err;
        this.terminal = terminal;
        this.total = total;
    }

    /** One more is done. */
    void step(String what) {
        done++;
        if (terminal) {
            err.print(CLEAR + "  " + done + " of " + total + "  " + what);
        } else if (done == total || done % Math.max(1, total / PLAIN_LINES) == 0) {
            err.println("  " + done + " of " + total + " cases done");
        }
        err.flush();
    }

    /** Takes the line away. */
    void end() {
        if (terminal) {
            err.print(CLEAR);
            err.flush();
        }
    }
}
