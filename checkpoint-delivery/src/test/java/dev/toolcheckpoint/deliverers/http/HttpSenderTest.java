package dev.toolcheckpoint.deliverers.http;

import static dev.toolcheckpoint.deliverers.http.ScriptedServer.raw;
import static dev.toolcheckpoint.deliverers.http.ScriptedServer.rawThenClose;
import static dev.toolcheckpoint.deliverers.http.ScriptedServer.reset;
import static dev.toolcheckpoint.deliverers.http.ScriptedServer.status;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.toolcheckpoint.deliverers.Message;
import dev.toolcheckpoint.delivery.Deliverer.Result;
import dev.toolcheckpoint.protocol.ProtocolException;
import dev.toolcheckpoint.testing.VirtualClock;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every row of the table in docs/reference/deliverers.md, against sockets that do what it says. */
class HttpSenderTest {

    private static final String BODY = "{\"secret\":\"s3cr3t\"}";
    private static final Message MESSAGE =
            Message.of("key-1", "application/json", BODY.getBytes(StandardCharsets.UTF_8));

    private final VirtualClock clock = new VirtualClock(Instant.parse("2026-01-01T00:00:00Z"));
    private final ScriptedServer server = new ScriptedServer();

    HttpSenderTest() throws IOException {}

    @AfterEach
    void close() throws IOException {
        server.close();
    }

    private HttpSender.Builder builder() {
        return HttpSender.builder().clock(clock);
    }

    private Result send(HttpSender.Builder builder) {
        return builder.build().send(server.uri(), MESSAGE);
    }

    private Result answeredWith(ScriptedServer.Act act) {
        server.then(act);
        Result result = send(builder());
        assertThat(result.toString()).doesNotContain("s3cr3t");
        assertThat(server.received()).hasSize(1);
        return result;
    }

    // What is sent

    @Test
    void request_isAPostWithKeySignatureAndAttributes() {
        server.then(status(200));
        WebhookSigner signer = WebhookSigner.of(WebhookSignerTest.SECRET);

        Result result = builder()
                .signer(signer)
                .header("Authorization", "Bearer t0ken")
                .build()
                .send(server.uri(), MESSAGE.with(Map.of("X-Kind", "SUCCESS")));

        assertThat(result).isEqualTo(new Result.Arrived());
        assertThat(server.received()).singleElement().satisfies(request -> {
            assertThat(request.line()).isEqualTo("POST /hook HTTP/1.1");
            assertThat(request.body()).isEqualTo(BODY);
            assertThat(request.header("Idempotency-Key")).isEqualTo("key-1");
            assertThat(request.header("webhook-id")).isEqualTo("key-1");
            assertThat(request.header("webhook-timestamp")).isEqualTo("1767225600");
            assertThat(request.header("webhook-signature"))
                    .isEqualTo(signer.sign("key-1", clock.instant(), MESSAGE.bytes()));
            assertThat(request.header("Content-Type")).isEqualTo("application/json");
            assertThat(request.header("X-Kind")).isEqualTo("SUCCESS");
            assertThat(request.header("Authorization")).isEqualTo("Bearer t0ken");
        });
    }

    @Test
    void withoutASigner_nothingIsSigned() {
        answeredWith(status(204));
        assertThat(server.received().get(0).header("webhook-signature")).isEqualTo("(none)");
    }

    // Statuses

    @ParameterizedTest
    @ValueSource(ints = {200, 201, 202, 204, 299, 409})
    void taken_orThereAlready_isArrived(int status) {
        assertThat(answeredWith(status(status))).isEqualTo(new Result.Arrived());
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 401, 403, 404, 405, 410, 413, 415, 422, 451})
    void otherClientErrors_areRefusals(int status) {
        assertThat(answeredWith(status(status))).isEqualTo(new Result.Refused("The receiver answered " + status + "."));
    }

    @ParameterizedTest
    @ValueSource(ints = {301, 302, 303, 307, 308})
    void redirects_areRefused_andNeverFollowed(int status) throws IOException {
        try (ScriptedServer elsewhere = new ScriptedServer().then(status(200))) {
            assertThat(answeredWith(status(status, "Location: " + elsewhere.uri())))
                    .isInstanceOfSatisfying(
                            Result.Refused.class,
                            refused -> assertThat(refused.reason()).contains(status + ", a redirect"));
            assertThat(elsewhere.received()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {407, 408, 425, 429, 503})
    void notNow_isAKnownFailure(int status) {
        assertThat(answeredWith(status(status)))
                .isEqualTo(new Result.NotArrived("The receiver answered " + status + "."));
    }

    @ParameterizedTest
    @ValueSource(ints = {500, 501, 502, 504, 507, 599})
    void otherServerErrors_areUnknown_unlessTheReceiverDeduplicates(int status) {
        assertThat(answeredWith(status(status))).isInstanceOf(Result.Unknown.class);

        server.then(status(status));
        assertThat(send(builder().receiverDeduplicates())).isInstanceOf(Result.NotArrived.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0|0",
                "7|7000",
                " 7 |7000",
                "3600|3600000",
                "3601|3600000",
                "99999999999999999999|3600000",
                "Thu, 01 Jan 2026 00:00:30 GMT|30000",
                "Thu, 01 Jan 2026 05:00:00 GMT|3600000",
                "Wed, 31 Dec 2025 23:59:00 GMT|0",
                "soon|-1",
                "-5|-1",
                "1.5|-1",
                "٣|-1"
            })
    void retryAfter_isSecondsOrADate_andIsCut(String value, long millis) {
        Duration expected = millis < 0 ? null : Duration.ofMillis(millis);

        assertThat(RetryAfter.parse(value, clock.instant(), Duration.ofHours(1)))
                .isEqualTo(expected);
    }

    @Test
    void retryAfter_isHandedOn() {
        assertThat(answeredWith(status(429, "Retry-After: 12")))
                .isEqualTo(new Result.NotArrived("The receiver answered 429.", Duration.ofSeconds(12)));
    }

    // Before anything is sent

    @Test
    void nobodyListens_isAKnownFailure() throws IOException {
        server.close();
        assertThat(send(builder())).isInstanceOf(Result.NotArrived.class);
    }

    @Test
    void hostThatDoesNotExist_isAKnownFailure() {
        assertThat(builder().build().send(URI.create("https://receiver.invalid/hook"), MESSAGE))
                .isInstanceOf(Result.NotArrived.class);
    }

    @Test
    void receiverWithoutTls_isAKnownFailure() {
        URI tls = URI.create(server.uri().toString().replace("http:", "https:"));

        server.then(raw("HTTP/1.1 400 X\r\n\r\n"));
        assertThat(builder().timeout(Duration.ofSeconds(5)).build().send(tls, MESSAGE))
                .isInstanceOf(Result.NotArrived.class);
        assertThat(server.received()).extracting(ScriptedServer.Received::body).doesNotContain(BODY);
    }

    @Test
    void connectionThatIsNeverMade_isAKnownFailure() throws IOException {
        // A listener that accepts nobody, and whose queue is full: further connections hang.
        try (ServerSocket full = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                FullQueue queue = new FullQueue(full)) {
            URI to = URI.create("http://127.0.0.1:" + queue.port() + "/hook");
            assertThat(builder().connectTimeout(Duration.ofMillis(300)).build().send(to, MESSAGE))
                    .isInstanceOf(Result.NotArrived.class);
            assertThat(builder().timeout(Duration.ofMillis(300)).build().send(to, MESSAGE))
                    .as("the whole time is over before the one for connecting")
                    .isInstanceOf(Result.NotArrived.class);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://example.com/hook",
                "http://127.0.0.1.example.com/hook",
                "http://10.0.0.1/hook",
                "ftp://127.0.0.1/hook",
                "https://user:s3cr3t@127.0.0.1/hook",
                "https://127.0.0.1/hook#s3cr3t",
                "/hook",
                "mailto:a@example.com"
            })
    void addressesThatAreNoHttps_areRefused_withoutTheirSecrets(String address) {
        assertThat(builder().build().send(URI.create(address), MESSAGE))
                .isInstanceOfSatisfying(
                        Result.Refused.class,
                        refused -> assertThat(refused.reason()).doesNotContain("s3cr3t"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://localhost/x", "http://127.0.0.1/x", "http://127.9.9.9/x", "http://[::1]/x"})
    void loopbackAddresses_needNoTls(String address) {
        assertThat(Receivers.HTTPS.whyNot(URI.create(address))).isNull();
    }

    @Test
    void plainHttp_whenAllowed() {
        assertThat(Receivers.ANY.whyNot(URI.create("http://example.com/hook"))).isNull();
        assertThat(Receivers.ANY.whyNot(URI.create("ftp://example.com/hook"))).isNotNull();
    }

    // After it was sent

    @Test
    void resetAfterTheRequest_isUnknown_andIsNotSentAgain() {
        assertThat(answeredWith(reset())).isInstanceOf(Result.Unknown.class);
    }

    @Test
    void resetOfAConnectionThatWasUsedBefore_isUnknown_andIsNotSentAgain() {
        HttpSender sender = builder().build();
        server.then(status(200), reset(), status(200));

        assertThat(sender.send(server.uri(), MESSAGE)).isEqualTo(new Result.Arrived());
        assertThat(sender.send(server.uri(), MESSAGE)).isInstanceOf(Result.Unknown.class);
        assertThat(server.received()).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "HTTP/1.1 2", "HTTP/1.1 200 OK\r\nContent-Le", "not HTTP at all\r\n\r\n"})
    void halfAnAnswer_isUnknown(String bytes) {
        assertThat(answeredWith(rawThenClose(bytes))).isInstanceOf(Result.Unknown.class);
    }

    @Test
    void silence_isUnknown_whenTheTimeIsOver() {
        server.then(server.silence());

        assertThat(send(builder().timeout(Duration.ofMillis(300)))).isInstanceOf(Result.Unknown.class);
        assertThat(server.received()).hasSize(1);
    }

    @Test
    void silenceWithAnEmptyBody_isUnknown() {
        server.then(server.silence());

        assertThat(builder()
                        .timeout(Duration.ofMillis(300))
                        .build()
                        .send(server.uri(), Message.of("key-1", "text/plain", new byte[0])))
                .isInstanceOf(Result.Unknown.class);
    }

    @Test
    void interruption_isUnknown_andKeepsTheFlag() {
        Thread sending = Thread.currentThread();
        server.then((socket, out) -> sending.interrupt(), server.silence());

        assertThat(send(builder())).isInstanceOf(Result.Unknown.class);
        assertThat(Thread.interrupted()).isTrue();
    }

    // Bodies of answers

    @Test
    void bodyThatBreaksOff_changesNothing() {
        assertThat(answeredWith(rawThenClose("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")))
                .isEqualTo(new Result.Arrived());
    }

    @Test
    void bodyThatNeverComes_endsWithTheTime_andTheStatusCounts() {
        server.then((socket, out) -> {
            raw("HTTP/1.1 503 X\r\nRetry-After: 3\r\nContent-Length: 10\r\n\r\n")
                    .answer(socket, out);
            server.silence().answer(socket, out);
        });

        assertThat(send(builder().timeout(Duration.ofMillis(300))))
                .isEqualTo(new Result.NotArrived("The receiver answered 503.", Duration.ofSeconds(3)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"Content-Length: 104857600", "Transfer-Encoding: chunked"})
    void hugeBody_isNotRead(String framing) {
        AtomicLong written = new AtomicLong();
        int chunk = 64 * 1024;
        server.then((socket, out) -> {
            raw("HTTP/1.1 200 OK\r\n" + framing + "\r\n\r\n").answer(socket, out);
            boolean chunked = framing.startsWith("Transfer");
            while (written.get() < 100L * 1024 * 1024) {
                out.write((chunked ? "10000\r\n" : "").getBytes(StandardCharsets.ISO_8859_1));
                out.write(new byte[chunk]);
                out.write((chunked ? "\r\n" : "").getBytes(StandardCharsets.ISO_8859_1));
                written.addAndGet(chunk);
            }
        });

        assertThat(send(builder())).isEqualTo(new Result.Arrived());
        // What the sockets' buffers hold, at most; not the 100 MB.
        assertThat(written.get()).isLessThan(32L * 1024 * 1024);
    }

    @Test
    void smallBody_isRead_soThatTheConnectionIsUsedAgain() {
        HttpSender sender = builder().build();
        Set<Integer> ports = ConcurrentHashMap.newKeySet();
        ScriptedServer.Act act = (socket, out) -> {
            ports.add(socket.getPort());
            raw("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\ndone").answer(socket, out);
        };
        server.then(act, act, act);

        for (int sends = 0; sends < 3; sends++) {
            assertThat(sender.send(server.uri(), MESSAGE)).isEqualTo(new Result.Arrived());
        }
        assertThat(ports).hasSize(1);
    }

    // Settings

    @Test
    void settings_outOfRange_areRefused() {
        HttpSender.Builder builder = builder();

        assertThatThrownBy(() -> builder.timeout(Duration.ZERO)).hasMessageContaining("timeout must be 1 ms to");
        assertThatThrownBy(() -> builder.connectTimeout(Duration.ofHours(1))).isInstanceOf(ProtocolException.class);
        assertThatThrownBy(() -> builder.longestRetryAfter(Duration.ofDays(2))).isInstanceOf(ProtocolException.class);
        assertThatThrownBy(() -> builder.header("Idempotency-Key", "x")).hasMessageContaining("Idempotency-Key");
        assertThatThrownBy(() -> builder.header("X-A", "line\r\nInjected: s3cr3t"))
                .isInstanceOf(ProtocolException.class)
                .hasMessageNotContaining("s3cr3t");
        assertThatThrownBy(() -> builder.client(HttpClient.newBuilder()
                        .followRedirects(HttpClient.Redirect.NORMAL)
                        .build()))
                .hasMessageContaining("Redirect.NEVER");
    }

    @Test
    void attributeThatIsNoHeader_isRefused_andNothingIsSent() {
        assertThat(builder().build().send(server.uri(), MESSAGE.with(Map.of("bad name", "x"))))
                .isInstanceOf(Result.Refused.class);
        assertThat(builder().build().send(server.uri(), MESSAGE.with(Map.of("Webhook-Id", "other"))))
                .isInstanceOf(Result.Refused.class);
        assertThat(server.received()).isEmpty();
    }
}
