package dev.toolcheckpoint.lambda;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a message asks for, where its sender writes the whole document: a queue's body, a bus's detail.
 *
 * @param tool the tool's name; empty when nothing names one
 * @param input what the tool gets
 */
public record EventTools(Optional<String> tool, JsonNode input) {

    /**
     * Reads a document. With a fixed tool all of it is the input. Without, an object with {@code tool} and {@code input} names
     * both, and any other document is the input of the function's only tool.
     */
    public static EventTools of(JsonNode document, @Nullable String fixed, EventSettings settings) {
        if (fixed != null) {
            return new EventTools(Optional.of(fixed), document);
        }
        if (document.path("tool").isTextual() && document.has("input")) {
            return new EventTools(Optional.of(document.path("tool").textValue()), document.path("input"));
        }
        return new EventTools(
                settings.tools().size() == 1
                        ? Optional.of(settings.tools().iterator().next())
                        : Optional.empty(),
                document);
    }

    /** Leaves the input out: it may be secret. */
    @Override
    public String toString() {
        return "EventTools[" + tool + "]";
    }
}
