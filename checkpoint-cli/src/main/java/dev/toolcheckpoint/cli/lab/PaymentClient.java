package dev.toolcheckpoint.cli.lab;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolcheckpoint.cli.io.Json;
import dev.toolcheckpoint.json.JsonLimits;
import dev.toolcheckpoint.json.StrictJson;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** What the tool, and later an operator, ask the payment service. Thread-safe. Nothing is sent twice by itself. */
final class PaymentClient {

    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(TIMEOUT)
            .build();
    private final PaymentService service;

    PaymentClient(PaymentService service) {
        this.service = service;
    }

    /**
     * Asks for a refund.
     *
     * @param reference by which it can be found later
     * @param keyed whether the reference is also the key that the service deduplicates by
     * @return the service's own name of the refund
     * @throws IOException nobody knows whether it was paid
     */
    String refund(String reference, boolean keyed, String order, long amount) throws IOException, InterruptedException {
        String body = Json.line(
                Json.object().put("reference", reference).put("order", order).put("amount", amount));
        HttpRequest.Builder request = HttpRequest.newBuilder(service.refunds())
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body));
        if (keyed) {
            request.header(PaymentService.KEY, reference);
        }
        return ask(request).path("receipt").asText();
    }

    /** What the service has under a reference: {@code {"refunds":[…]}}. */
    JsonNode find(URI refunds) throws IOException, InterruptedException {
        return ask(HttpRequest.newBuilder(refunds).GET());
    }

    private JsonNode ask(HttpRequest.Builder request) throws IOException, InterruptedException {
        HttpResponse<String> response =
                client.send(request.timeout(TIMEOUT).build(), HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() != 200) {
            throw new IOException("The payment service answered " + response.statusCode() + ".");
        }
        return StrictJson.parse(response.body(), JsonLimits.COMPACT);
    }
}
