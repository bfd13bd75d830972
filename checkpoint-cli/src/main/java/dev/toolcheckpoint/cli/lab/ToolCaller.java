package dev.toolcheckpoint.cli.lab;

import java.io.IOException;

/** One strategy, in the process that makes the call. */
interface ToolCaller {

    /**
     * Makes the call, or says why not.
     *
     * @throws IOException nobody knows whether the effect happened, and the strategy has no answer to that
     */
    Answer call() throws IOException;
}
