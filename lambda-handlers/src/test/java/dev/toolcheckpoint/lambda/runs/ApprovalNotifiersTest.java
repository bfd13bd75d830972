package dev.toolcheckpoint.lambda.runs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.sun.net.httpserver.HttpServer;
import dev.toolcheckpoint.deliverers.http.HttpSender;
import dev.toolcheckpoint.lambda.CapturedOutput;
import dev.toolcheckpoint.runs.ApprovalNotifier;
import dev.toolcheckpoint.runs.RunKey;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What people are told of an approval, over a real connection. */
class ApprovalNotifiersTest {

    private static final String TOKEN = "token-of-ann";

    private final HttpServer server;
    private final AtomicInteger status = new AtomicInteger(200);
    private final List<String> bodies = new CopyOnWriteArrayList<>();
    private final List<String> keys = new CopyOnWriteArrayList<>();
    private final ApprovalNotifier notifier;

    ApprovalNotifiersTest() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            bodies.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            keys.add(String.valueOf(exchange.getRequestHeaders().getFirst("Idempotency-Key")));
            exchange.sendResponseHeaders(status.get(), -1);
            exchange.close();
        });
        server.start();
        notifier = ApprovalNotifiers.http(
                HttpSender.builder().build(),
                URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/approvals"));
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private static ApprovalNotifier.Request request(JsonNode input) {
        return new ApprovalNotifier.Request(
                new RunKey("shop", "r1"),
                "refunds",
                "refund-1",
                "refund",
                input,
                TOKEN,
                Instant.parse("2026-01-01T00:00:00Z"));
    }

    private static JsonNode input(String note) {
        return JsonNodeFactory.instance.objectNode().put("note", note);
    }

    @Test
    void send_tellsWhatIsNeededToDecide() throws Exception {
        assertThat(notifier.send(request(input("für \uffff")))).isTrue();

        assertThat(bodies)
                .containsExactly("{\"run\":\"r1\",\"agent\":\"refunds\",\"approval\":\"refund-1\",\"tool\":\"refund\","
                        + "\"input\":{\"note\":\"f\\u00fcr \\uffff\"},\"token\":\"" + TOKEN
                        + "\",\"expiresAt\":\"2026-01-01T00:00:00Z\"}");
        assertThat(keys.get(0)).startsWith("r1/refund-1/").doesNotContain(TOKEN);
    }

    @Test
    void send_ofAnInputThatIsTooLarge_leavesItOut() throws Exception {
        assertThat(notifier.send(request(input("x".repeat(ApprovalNotifiers.LARGEST)))))
                .isTrue();

        assertThat(RunsWorld.json(bodies.get(0)).has("input")).isFalse();
        assertThat(RunsWorld.json(bodies.get(0)).path("inputOmitted").asBoolean())
                .isTrue();
        assertThat(RunsWorld.json(bodies.get(0)).path("token").asText()).isEqualTo(TOKEN);
    }

    @Test
    void send_thatIsNotTaken_isNotAccepted_andTheLogHoldsNoSecret() throws Exception {
        try (CapturedOutput output = new CapturedOutput()) {
            for (int refused : new int[] {503, 400, 500}) {
                status.set(refused);
                assertThat(notifier.send(request(input("secret-note")))).isFalse();
            }
            assertThat(output.text()).doesNotContain(TOKEN).doesNotContain("secret-note");
        }
    }
}
