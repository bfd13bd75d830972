package dev.toolcheckpoint.cli.lab;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.toolcheckpoint.cli.io.Json;
import dev.toolcheckpoint.json.JsonException;
import dev.toolcheckpoint.json.JsonLimits;
import dev.toolcheckpoint.json.StrictJson;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A payment service on a free port of the loopback address. Its database commits before it answers, and an answer that is to be lost
 * is lost as on a network: the connection closes and nothing came. Thread-safe.
 *
 * <ul>
 *   <li>{@code POST /refunds} with {@code {"reference":…,"order":…,"amount":…}} pays. With an {@code Idempotency-Key} it pays once for
 *       the key and answers the same again.
 *   <li>{@code GET /refunds?reference=…} says what was paid, and counts as no call.
 * </ul>
 */
final class PaymentService implements AutoCloseable {

    /** What it deduplicates by. */
    static final String KEY = "Idempotency-Key";

    private static final String PATH = "/refunds";
    private static final String QUERY = "reference=";

    private final HttpServer server;
    private final PaymentBook book;
    private final boolean keepsKeys;
    private final AtomicBoolean losesNextAnswer = new AtomicBoolean();

    private PaymentService(HttpServer server, PaymentBook book, boolean keepsKeys) {
        this.server = server;
        this.book = book;
        this.keepsKeys = keepsKeys;
    }

    /**
     * A service that listens.
     *
     * @param keepsKeys whether it does what it says about keys; one that doesn't pays for each request
     */
    static PaymentService listening(PaymentBook book, boolean keepsKeys) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        PaymentService service = new PaymentService(server, book, keepsKeys);
        server.createContext(PATH, service::handle);
        server.start();
        return service;
    }

    /** Where refunds are asked for. */
    URI refunds() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + PATH);
    }

    /** Where the refunds under a reference, of hexadecimal digits, can be seen. */
    URI refunds(String reference) {
        return URI.create(refunds() + "?" + QUERY + reference);
    }

    /** The next request to pay is carried out and committed, and then its connection closes without an answer. */
    void loseNextAnswer() {
        losesNextAnswer.set(true);
    }

    private void handle(HttpExchange exchange) throws IOException {
        // To its end before anything else: a connection that closes with unread bytes is reset, which is another story.
        byte[] body = exchange.getRequestBody().readAllBytes();
        // Without an answer the end of the exchange is the end of its connection.
        try (exchange) {
            switch (exchange.getRequestMethod()) {
                case "POST" -> pay(exchange, body);
                case "GET" -> show(exchange);
                default -> answer(exchange, 405, Json.object());
            }
        }
    }

    private void pay(HttpExchange exchange, byte[] body) throws IOException {
        JsonNode wanted;
        try {
            wanted = StrictJson.parse(body, JsonLimits.COMPACT);
        } catch (JsonException notJson) {
            answer(exchange, 400, Json.object());
            return;
        }
        String key = keepsKeys ? exchange.getRequestHeaders().getFirst(KEY) : null;
        PaymentBook.Taken taken = book.take(
                key,
                wanted.path("reference").asText(),
                wanted.path("order").asText(),
                wanted.path("amount").asLong());
        if (!losesNextAnswer.getAndSet(false)) {
            answer(exchange, 200, document(taken.refund()).put("repeated", taken.repeated()));
        }
    }

    private void show(HttpExchange exchange) throws IOException {
        String query = exchange.getRequestURI().getRawQuery();
        if (query == null || !query.startsWith(QUERY)) {
            answer(exchange, 400, Json.object());
            return;
        }
        String reference = URLDecoder.decode(query.substring(QUERY.length()), StandardCharsets.UTF_8);
        ObjectNode found = Json.object();
        ArrayNode refunds = found.putArray("refunds");
        book.refunds(reference).forEach(refund -> refunds.add(document(refund)));
        answer(exchange, 200, found);
    }

    private static ObjectNode document(PaymentBook.Refund refund) {
        return Json.object()
                .put("receipt", refund.receipt())
                .put("order", refund.order())
                .put("amount", refund.amount());
    }

    private static void answer(HttpExchange exchange, int status, ObjectNode document) throws IOException {
        byte[] bytes = Json.line(document).getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
