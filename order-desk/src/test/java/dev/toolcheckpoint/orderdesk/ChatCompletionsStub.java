package dev.toolcheckpoint.orderdesk;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.toolcheckpoint.json.JsonLimits;
import dev.toolcheckpoint.json.StrictJson;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A server on loopback that speaks OpenAI's chat completions as the real endpoint does, and answers with what it was told to, in order. Like the real
 * one it refuses a conversation in which a tool call has no answer, or an answer no call.
 */
final class ChatCompletionsStub implements AutoCloseable {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final HttpServer server;
    private final Queue<Reply> replies = new ArrayDeque<>();
    private final List<Asked> asked = new CopyOnWriteArrayList<>();

    /** A request as it came in. */
    record Asked(String path, String authorization, JsonNode body) {

        /** The messages of this role. */
        List<JsonNode> messages(String role) {
            List<JsonNode> found = new java.util.ArrayList<>();
            body.path("messages").forEach(message -> {
                if (message.path("role").asText().equals(role)) {
                    found.add(message);
                }
            });
            return found;
        }
    }

    /** What is sent back. */
    record Reply(int status, String body, Map<String, String> headers) {}

    private ChatCompletionsStub(HttpServer server) {
        this.server = server;
    }

    static ChatCompletionsStub start() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        ChatCompletionsStub stub = new ChatCompletionsStub(server);
        server.createContext("/", stub::handle);
        server.start();
        return stub;
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/v1";
    }

    List<Asked> asked() {
        return asked;
    }

    /** The next answer calls tools: triples of id, name and arguments. */
    ChatCompletionsStub calls(String... triples) {
        ObjectNode message = NODES.objectNode().put("role", "assistant").putNull("content");
        var calls = message.putArray("tool_calls");
        for (int at = 0; at < triples.length; at += 3) {
            ObjectNode call = calls.addObject().put("id", triples[at]).put("type", "function");
            call.putObject("function").put("name", triples[at + 1]).put("arguments", triples[at + 2]);
        }
        return completion(message, "tool_calls");
    }

    /** The next answer is a text. */
    ChatCompletionsStub says(String text) {
        return completion(NODES.objectNode().put("role", "assistant").put("content", text), "stop");
    }

    private ChatCompletionsStub completion(ObjectNode message, String finishReason) {
        ObjectNode body = NODES.objectNode()
                .put("id", "chatcmpl-1")
                .put("object", "chat.completion")
                .put("created", 1_800_000_000)
                .put("model", "stub-1-2027");
        ObjectNode choice = body.putArray("choices").addObject().put("index", 0);
        choice.set("message", message);
        choice.putNull("logprobs").put("finish_reason", finishReason);
        body.putObject("usage")
                .put("prompt_tokens", 100)
                .put("completion_tokens", 7)
                .put("total_tokens", 107);
        return raw(200, body.toString());
    }

    /** The next answer is an error as OpenAI words it. */
    ChatCompletionsStub error(int status, String type, Map<String, String> headers) {
        ObjectNode body = NODES.objectNode();
        body.putObject("error")
                .put("message", "made up")
                .put("type", type)
                .putNull("param")
                .putNull("code");
        replies.add(new Reply(status, body.toString(), headers));
        return this;
    }

    ChatCompletionsStub raw(int status, String body) {
        replies.add(new Reply(status, body, Map.of()));
        return this;
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            JsonNode body = StrictJson.parse(exchange.getRequestBody().readAllBytes(), JsonLimits.DEFAULT);
            String authorization = String.valueOf(exchange.getRequestHeaders().getFirst("Authorization"));
            asked.add(new Asked(exchange.getRequestURI().getPath(), authorization, body));
            Reply reply = wellPaired(body.path("messages")) ? replies.poll() : null;
            if (reply == null) {
                reply = new Reply(400, "{\"error\":{\"message\":\"calls and answers don't match\"}}", Map.of());
            }
            reply.headers().forEach(exchange.getResponseHeaders()::add);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            byte[] bytes = reply.body().getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(reply.status(), bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    private static boolean wellPaired(JsonNode messages) {
        Queue<String> open = new ArrayDeque<>();
        for (JsonNode message : messages) {
            String role = message.path("role").asText();
            if (role.equals("tool")) {
                if (!message.path("tool_call_id").asText().equals(open.poll())) {
                    return false;
                }
            } else if (!open.isEmpty()) {
                return false;
            }
            message.path("tool_calls").forEach(call -> open.add(call.path("id").asText()));
        }
        return open.isEmpty() && !messages.isEmpty();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
