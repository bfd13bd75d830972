package dev.toolcheckpoint.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import com.fasterxml.jackson.databind.JsonNode;
import dev.toolcheckpoint.json.JsonException;
import dev.toolcheckpoint.json.JsonLimits;
import dev.toolcheckpoint.json.StrictJson;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Reads an event and finds the adapter that speaks its source's language. Stateless. */
public final class Events {

    /** 6 MB, what Lambda sends at most; the levels and values of an input and some around it. */
    static final JsonLimits LIMITS = new JsonLimits(6 * 1024 * 1024, JsonLimits.DEFAULT.maxDepth() + 8, 110_000);

    private Events() {}

    static byte[] read(InputStream input) throws IOException {
        // One byte more tells the largest event from one that is too large.
        return input.readNBytes(LIMITS.maxBytes() + 1);
    }

    /**
     * The event, read strictly.
     *
     * @throws UnrecognisedEventException when it is no JSON, or too large
     */
    public static JsonNode parse(InputStream input) throws IOException {
        return parse(read(input));
    }

    /** What to throw for an event that nobody here reads. */
    public static UnrecognisedEventException unrecognised(String expected, JsonNode event) {
        Optional<String> foreign = ForeignEvents.source(event);
        return new UnrecognisedEventException("Expected one of: " + expected + ". Found "
                + foreign.map(source -> "what looks like an event of " + source).orElse("an event of another shape")
                + ". Nothing was done.");
    }

    static JsonNode parse(byte[] raw) {
        try {
            return StrictJson.parse(raw, LIMITS);
        } catch (JsonException refused) {
            throw new UnrecognisedEventException("The event is not acceptable JSON: " + refused.getMessage() + ".");
        }
    }

    /** The one adapter that recognises the event. */
    static EventAdapter adapter(List<EventAdapter> adapters, JsonNode event, Context context) {
        List<EventAdapter> claimed =
                adapters.stream().filter(adapter -> adapter.claims(context)).toList();
        List<EventAdapter> found = claimed.isEmpty() ? recognising(adapters, event) : claimed;
        if (found.size() == 1) {
            return found.get(0);
        }
        if (found.size() > 1) {
            throw new UnrecognisedEventException(
                    "Several adapters claim this event: " + sources(found) + ". Nothing was done.");
        }
        throw unrecognised(sources(adapters), event);
    }

    private static List<EventAdapter> recognising(List<EventAdapter> adapters, JsonNode event) {
        List<EventAdapter> all =
                adapters.stream().filter(adapter -> adapter.recognises(event)).toList();
        List<EventAdapter> refining = all.stream().filter(EventAdapter::refines).toList();
        return refining.isEmpty() ? all : refining;
    }

    private static String sources(List<EventAdapter> adapters) {
        return adapters.stream().map(EventAdapter::source).collect(Collectors.joining("; "));
    }
}
