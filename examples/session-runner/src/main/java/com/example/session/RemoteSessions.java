package com.example.session;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolcheckpoint.json.JsonException;
import dev.toolcheckpoint.json.JsonLimits;
import dev.toolcheckpoint.json.StrictJson;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The service on which agent sessions live. A session lists the tool calls that nobody has answered, and takes one result for each.
 * Thread-safe.
 */
public final class RemoteSessions {

    private static final Duration TIMEOUT = Duration.ofSeconds(15);

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(TIMEOUT)
            .build();
    private final URI base;

    /** The sessions of the service at this address, such as {@code https://agents.example.com}. */
    public RemoteSessions(URI base) {
        this.base = base;
    }

    /**
     * A tool call that waits for its result.
     *
     * @param id the session's name for it, the same whenever it is listed
     */
    public record Call(String id, String tool, JsonNode input) {}

    /**
     * The calls of a session that wait for a result: {@code GET /sessions/S/calls} answers {@code
     * {"calls":[{"id":…,"tool":…,"input":…}]}}.
     *
     * @throws IOException when they can't be listed now
     */
    public List<Call> unanswered(String session) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(calls(session)))
                .timeout(TIMEOUT)
                .build();
        HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() != 200) {
            throw new IOException("The session answered " + response.statusCode() + " to the listing of its calls.");
        }
        try {
            List<Call> calls = new ArrayList<>();
            for (JsonNode call :
                    StrictJson.parse(response.body(), JsonLimits.DEFAULT).path("calls")) {
                calls.add(new Call(call.path("id").asText(), call.path("tool").asText(), call.path("input")));
            }
            return calls;
        } catch (JsonException notJson) {
            throw new IOException("The session's listing of its calls is not JSON.", notJson);
        }
    }

    /** Where the result of a call is posted. */
    public URI resultOf(String session, String callId) {
        return URI.create(calls(session) + "/" + segment(callId) + "/result");
    }

    private String calls(String session) {
        return base + "/sessions/" + segment(session) + "/calls";
    }

    private static String segment(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
