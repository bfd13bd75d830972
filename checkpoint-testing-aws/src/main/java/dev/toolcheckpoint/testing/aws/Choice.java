package dev.toolcheckpoint.testing.aws;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The stand-in that was chosen, or why there is none.
 *
 * @param found {@code null} when there is none
 * @param refusals why each stand-in before it was not taken
 * @param required whether tests must not be skipped
 */
record Choice(@Nullable AwsEndpoint found, List<String> refusals, boolean required) {

    /**
     * Starts the first stand-in that is there.
     *
     * @param candidates in the order of preference
     * @param only the name of the only one to consider; {@code null} for all
     */
    static Choice among(List<? extends StandIn> candidates, @Nullable String only, boolean required) {
        List<String> refusals = new ArrayList<>();
        for (StandIn candidate : candidates) {
            if (only != null && !only.equals(candidate.name())) {
                refusals.add(candidate.name() + ": only " + only + " was asked for");
                continue;
            }
            String whyNot = candidate.whyNot();
            if (whyNot != null) {
                refusals.add(candidate.name() + ": " + whyNot);
                continue;
            }
            try {
                return new Choice(candidate.start(), refusals, required);
            } catch (IOException | RuntimeException failure) {
                refusals.add(candidate.name() + ": did not start: " + failure.getMessage());
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                refusals.add(candidate.name() + ": interrupted while it started");
            }
        }
        return new Choice(null, refusals, required);
    }

    /** The endpoint. */
    AwsEndpoint endpoint() {
        if (found == null) {
            throw new IllegalStateException(explanation());
        }
        return found;
    }

    /** Whether there is one; fails instead of answering no when it is required. */
    boolean requireUnlessOptional() {
        if (found == null && required) {
            throw new IllegalStateException(explanation() + " CI=true makes that a failure.");
        }
        return found != null;
    }

    String explanation() {
        return "Nothing here can stand in for AWS. " + String.join("; ", refusals) + ".";
    }
}
