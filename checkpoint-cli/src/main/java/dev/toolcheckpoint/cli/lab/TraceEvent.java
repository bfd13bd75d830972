package dev.toolcheckpoint.cli.lab;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * Something that really happened, with the wall clock's time.
 *
 * @param at when, in microseconds
 * @param process in which process of its case: 1, 2, …; 0 for nobody's
 * @param kind what
 * @param text the details, on one line
 */
record TraceEvent(Instant at, int process, Kind kind, String text) {

    private static final long MICROS = 1_000_000L;

    /** What can happen. */
    enum Kind {
        /** The caller delivers the call, and a process is started for it. */
        DELIVERED,
        /** The process runs. */
        STARTED,
        /** A recorded result was looked for. */
        LOOKED_UP,
        /** The journal let this attempt execute. */
        CLAIMED,
        /** A request goes to the service. */
        REQUESTED,
        /** The service made a refund. */
        EFFECT,
        /** The service recognised the key and made no refund. */
        DEDUPLICATED,
        /** The service's answer arrived. */
        CONFIRMED,
        /** The service's answer was lost. */
        ANSWER_LOST,
        /** The result was recorded. */
        STORED,
        /** The attempt was given up; another may follow. */
        ABANDONED,
        /** The call was recorded as uncertain. */
        BECAME_UNCERTAIN,
        /** The call was found uncertain. */
        FOUND_UNCERTAIN,
        /** A recorded result was found. */
        REPLAYED,
        /** Another answer of the journal: busy, conflict. */
        REFUSED,
        /** The process stopped at a pause and said so. */
        PAUSED,
        /** The process was killed. */
        KILLED,
        /** The process answered the caller. */
        ANSWERED,
        /** The logical clock was set forward. */
        CLOCK,
        /** An operator recorded evidence. */
        SETTLED
    }

    static TraceEvent now(int process, Kind kind, String text) {
        return new TraceEvent(Instant.now().truncatedTo(ChronoUnit.MICROS), process, kind, text);
    }

    /** One line of a trace file. */
    String toLine() {
        long micros = at.getEpochSecond() * MICROS + at.getNano() / 1_000;
        return micros + "\t" + process + "\t" + kind + "\t"
                + text.replace('\t', ' ').replace('\n', ' ');
    }

    static TraceEvent ofLine(String line) {
        String[] parts = line.split("\t", 4);
        if (parts.length != 4) {
            throw new IllegalStateException("Expected a trace line of 4 fields, found \"" + line + "\".");
        }
        Instant at = Instant.EPOCH.plus(Long.parseLong(parts[0]), ChronoUnit.MICROS);
        return new TraceEvent(at, Integer.parseInt(parts[1]), Kind.valueOf(parts[2]), parts[3]);
    }
}
