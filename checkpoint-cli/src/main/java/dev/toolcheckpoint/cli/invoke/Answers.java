package dev.toolcheckpoint.cli.invoke;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolcheckpoint.json.JsonException;
import dev.toolcheckpoint.json.JsonLimits;
import dev.toolcheckpoint.json.StrictJson;

/** What a direct event's answer means to a script. */
final class Answers {

    private static final JsonLimits LIMITS = new JsonLimits(JsonLimits.MAX_BYTES, JsonLimits.MAX_DEPTH, 1_000_000);

    private Answers() {}

    /**
     * The exit code: 3, 4 or 5 for the error objects of a call that is busy, in conflict or uncertain, else 0. A tool's own error
     * has its code inside, so that it can't pass for one of these.
     */
    static int exitCode(byte[] answer) {
        JsonNode error;
        try {
            JsonNode body = StrictJson.parse(answer, LIMITS);
            error = body.size() == 1 ? body.path("error") : body.path("");
        } catch (JsonException noJson) {
            return 0;
        }
        if (!error.path("retryable").isBoolean()
                || !error.path("effectMayHaveHappened").isBoolean()) {
            return 0;
        }
        return switch (error.path("code").asText()) {
            case "IN_PROGRESS" -> 3;
            case "BINDING_CONFLICT" -> 4;
            case "UNCERTAIN" -> 5;
            default -> 0;
        };
    }
}
