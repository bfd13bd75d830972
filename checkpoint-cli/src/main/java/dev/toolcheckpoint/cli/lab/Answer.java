package dev.toolcheckpoint.cli.lab;

/**
 * What a process tells its caller.
 *
 * @param outcome {@code completed}, {@code replay}, {@code uncertain} or another state
 * @param text the result as JSON text, or a sentence
 */
record Answer(String outcome, String text) {

    static final String COMPLETED = "completed";
    static final String REPLAY = "replay";
    static final String UNCERTAIN = "uncertain";
    static final String FAILED = "failed";

    /** What a process prints before its answer. */
    static final String PRINTED = "ANSWER ";

    String toLine() {
        return PRINTED + outcome + " " + text.replace('\n', ' ');
    }

    static Answer ofLine(String line) {
        String[] parts = line.substring(PRINTED.length()).split(" ", 2);
        return new Answer(parts[0], parts.length > 1 ? parts[1] : "");
    }
}
