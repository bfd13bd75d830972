package dev.toolcheckpoint.lambda;

import dev.toolcheckpoint.protocol.ConfigurationException;
import java.util.List;

/**
 * In which order the calls of one event are made. Calls of one lane are made one after another, in the event's order; lanes go
 * beside each other. Every thread of an event is gone before the event is answered.
 *
 * @param parallel how many calls run at once at most; 1 or more
 * @param lanes the lane of each call, one for each
 * @param stopsAtFailure whether the calls after a failed one in its lane are not started
 */
public record Schedule(int parallel, List<String> lanes, boolean stopsAtFailure) {

    /** Checks the limit, copies the list. */
    public Schedule {
        lanes = List.copyOf(lanes);
        if (parallel < 1) {
            throw new ConfigurationException("At least 1 call must run at once, found " + parallel + ".");
        }
    }

    /** One after another on the caller's thread, whatever happens to any of them. */
    public static Schedule oneByOne(int calls) {
        return new Schedule(1, java.util.Collections.nCopies(calls, ""), false);
    }
}
