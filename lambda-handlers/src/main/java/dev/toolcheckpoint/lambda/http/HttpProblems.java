package dev.toolcheckpoint.lambda.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolcheckpoint.answer.ToolError;
import java.nio.charset.StandardCharsets;
import java.util.Set;

/** Problem documents of <a href="https://www.rfc-editor.org/rfc/rfc9457">RFC 9457</a>. */
public final class HttpProblems {

    static final String MEDIA_TYPE = "application/problem+json";

    /** What types start with: a tag URI, as the RFC advises where nothing is to be fetched. */
    static final String TYPES = "tag:toolcheckpoint.dev,2026:";

    /** What the tool runner stores when a tool's result can't be. */
    private static final Set<String> UNSTORED = Set.of("RESULT_TOO_LARGE", "RESULT_NOT_SERIALISABLE");

    /** The seconds that a client is asked to wait for a store that is down. */
    private static final long STORE_DOWN_SECONDS = 5;

    private HttpProblems() {}

    /** The problem document of an error, with {@code Retry-After} where the same request may come again. */
    public static HttpAnswer of(ToolError error) {
        HttpAnswer answer = new HttpAnswer(status(error), MEDIA_TYPE, body(error));
        if (error.details().has("retryAfterMs")) {
            long millis = error.details().path("retryAfterMs").longValue();
            answer.header("Retry-After", Long.toString(Math.max(1, (millis + 999) / 1000)));
        } else if (status(error) == 503) {
            answer.header("Retry-After", Long.toString(STORE_DOWN_SECONDS));
        }
        return answer;
    }

    /**
     * A problem that is none of a call.
     *
     * @param status 400 to 599
     * @param type what programs branch on: the last part of the type, as in {@code too-late}
     * @param title what kind of problem it is, always the same for a type
     * @param detail what was expected, what was found and what to do; no payload, no key, no token
     * @param more further members
     */
    public static HttpAnswer problem(int status, String type, String title, String detail, ObjectNode more) {
        ObjectNode problem = JsonNodeFactory.instance.objectNode();
        problem.put("type", TYPES + type)
                .put("title", title)
                .put("status", status)
                .put("detail", detail);
        problem.setAll(more);
        return new HttpAnswer(status, MEDIA_TYPE, problem.toString().getBytes(StandardCharsets.UTF_8));
    }

    /** The status of an error; the same for every source that answers with one. */
    public static int status(ToolError error) {
        return switch (error.kind()) {
            case REJECTED -> 400;
            case IN_PROGRESS, UNCERTAIN, EFFECT_DONE -> 409;
            case CONFLICT -> 422;
            case RETRYABLE -> 503;
            case TOOL_ERROR -> toolStatus(error.details().path("toolError"));
            // A record that can't be read may be that of a call that is done; a 5xx would invite a new key.
            case FAILED -> error.retryable() || nothingWasRead(error) ? 503 : 409;
        };
    }

    private static boolean nothingWasRead(ToolError error) {
        return switch (error.code()) {
            case "STORE_UNAVAILABLE", "TABLE_MISSING", "TABLE_MISMATCH", "KMS_UNAVAILABLE" -> true;
            default -> false;
        };
    }

    /** A tool's own status, from {@code details.httpStatus} of its error: 400 to 599. */
    private static int toolStatus(JsonNode toolError) {
        JsonNode own = toolError.path("details").path("httpStatus");
        if (own.isInt() && own.intValue() >= 400 && own.intValue() <= 599) {
            return own.intValue();
        }
        // The effect is done, only its result could not be stored: nothing is wrong with the request.
        return UNSTORED.contains(toolError.path("code").asText()) ? 409 : 400;
    }

    private static byte[] body(ToolError error) {
        ObjectNode problem = JsonNodeFactory.instance.objectNode();
        problem.put("type", TYPES + type(error))
                .put("title", title(error))
                .put("status", status(error))
                .put("detail", error.message())
                .put("code", error.code())
                .put("retryable", error.retryable())
                .put("effectMayHaveHappened", error.effectMayHaveHappened());
        problem.setAll(error.details());
        return problem.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static String type(ToolError error) {
        return switch (error.kind()) {
            case REJECTED -> "rejected";
            case IN_PROGRESS -> "in-progress";
            case UNCERTAIN -> "uncertain";
            case EFFECT_DONE -> "effect-done";
            case CONFLICT -> "key-reused";
            case RETRYABLE -> "retryable";
            case TOOL_ERROR -> "tool-error";
            case FAILED -> "unavailable";
        };
    }

    private static String title(ToolError error) {
        return switch (error.kind()) {
            case REJECTED -> "The call can't be made";
            case IN_PROGRESS -> "The call is still running";
            case UNCERTAIN -> "Nobody knows whether the effect happened";
            case EFFECT_DONE -> "The call is done";
            case CONFLICT -> "The key belongs to another call";
            case RETRYABLE -> "The same call may come again";
            case TOOL_ERROR -> "The tool ended with an error";
            case FAILED -> "The call's record can't be used";
        };
    }
}
