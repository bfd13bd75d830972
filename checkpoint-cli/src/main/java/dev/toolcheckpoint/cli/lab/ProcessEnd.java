package dev.toolcheckpoint.cli.lab;

import org.jspecify.annotations.Nullable;

/**
 * How a process ended.
 *
 * @param answer what it told its caller; {@code null} when it was killed before
 * @param exit its exit code; 137 (128 + 9) is SIGKILL's
 */
record ProcessEnd(@Nullable Answer answer, int exit) {

    /** The answer of a process that was not to be killed. */
    Answer requireAnswer() {
        if (answer == null) {
            throw new LabException("Expected an answer, found a process that was killed (exit code " + exit + ").");
        }
        return answer;
    }
}
