package dev.toolcheckpoint.cli.report;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What happened between a few parties, one step after the other.
 *
 * @param title what it shows, in a few words
 * @param description the same in a sentence or two, for those who can't see the picture
 * @param lanes the names of the parties; two or more
 * @param steps in their order
 */
public record Timeline(String title, String description, List<String> lanes, List<Step> steps) {

    /** Copies the lists; every step must go between lanes that are there. */
    public Timeline {
        lanes = List.copyOf(lanes);
        steps = List.copyOf(steps);
        if (lanes.size() < 2) {
            throw new IllegalArgumentException("A timeline needs at least two lanes, found " + lanes + ".");
        }
        for (Step step : steps) {
            if (step.from() >= lanes.size() || step.to() >= lanes.size()) {
                throw new IllegalArgumentException("A step goes from lane " + step.from() + " to lane " + step.to()
                        + ", but there are only " + lanes.size() + " lanes.");
            }
        }
    }

    /** How a step looks. */
    public enum Tone {
        /** Nothing special. */
        PLAIN,
        /** As one would wish. */
        GOOD,
        /** To be noticed. */
        WARNING,
        /** Harm. */
        BAD
    }

    /** What kind of step it is. */
    public enum Shape {
        /** From one lane to another. */
        MESSAGE,
        /** A message that its receiver begins to live with. */
        BEGIN,
        /** A message that its sender ends with, in peace. */
        END,
        /** A message that never arrives. */
        LOST,
        /** At one lane. */
        MARK,
        /** At one lane, which is killed. */
        KILL,
        /** Across all lanes. */
        BAND
    }

    /**
     * One step.
     *
     * @param from the lane it starts at, from 0
     * @param to the lane it goes to; the same when it stays there
     * @param at how long after the first step; {@code null} when it has no time of its own
     * @param text a few words
     */
    public record Step(
            Shape shape,
            Tone tone,
            int from,
            int to,
            @Nullable Duration at,
            String text) {}
}
