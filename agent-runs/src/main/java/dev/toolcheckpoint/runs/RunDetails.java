package dev.toolcheckpoint.runs;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;

/**
 * Everything that is stored of a run.
 *
 * @param run the run, with its output and the inputs of what it waits for
 * @param trigger what started it
 * @param steps what it did, in order
 * @param checkpoint the history after its last step that is done
 * @param state the values that its model saved
 */
public record RunDetails(
        Run run, TriggerEnvelope trigger, List<Step> steps, RunCheckpoint checkpoint, Map<String, JsonNode> state) {

    /** Copies the collections. */
    public RunDetails {
        steps = List.copyOf(steps);
        state = Map.copyOf(state);
    }

    /** Names the run only. */
    @Override
    public String toString() {
        return "RunDetails[" + run + ", " + steps.size() + " steps]";
    }
}
