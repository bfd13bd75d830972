package dev.toolcheckpoint.orderdesk;

import dev.langchain4j.exception.HttpException;
import dev.langchain4j.exception.TimeoutException;
import dev.langchain4j.http.client.HttpClient;
import dev.langchain4j.http.client.HttpClientBuilder;
import dev.langchain4j.http.client.HttpRequest;
import dev.langchain4j.http.client.SuccessfulHttpResponse;
import dev.langchain4j.http.client.sse.ServerSentEventListener;
import dev.langchain4j.http.client.sse.ServerSentEventParser;
import dev.toolcheckpoint.journal.Pause;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Sends requests, and waits as long as a refusal asks for before it reports it: LangChain4j's own client drops {@code Retry-After} (RFC 9110, section
 * 10.2.3; whole seconds only), so whoever tries again would come too early. Thread-safe.
 */
final class PatientHttpClient implements HttpClient {

    /** A longer wait is not had: the engine asks again, and is told again. */
    static final Duration LONGEST = Duration.ofSeconds(60);

    private static final int TOO_MANY_REQUESTS = 429;
    private static final int UNAVAILABLE = 503;
    private static final int SUCCESS_FROM = 200;
    private static final int SUCCESS_TO = 299;

    private final java.net.http.HttpClient client;
    private final Duration readTimeout;
    private final Pause pause;

    private PatientHttpClient(java.net.http.HttpClient client, Duration readTimeout, Pause pause) {
        this.client = client;
        this.readTimeout = readTimeout;
        this.pause = pause;
    }

    @Override
    public SuccessfulHttpResponse execute(HttpRequest request) {
        try {
            HttpResponse<String> response = client.send(converted(request), BodyHandlers.ofString());
            int status = response.statusCode();
            if (status >= SUCCESS_FROM && status <= SUCCESS_TO) {
                return SuccessfulHttpResponse.builder()
                        .statusCode(status)
                        .headers(response.headers().map())
                        .body(response.body())
                        .build();
            }
            if (status == TOO_MANY_REQUESTS || status == UNAVAILABLE) {
                pause.pause(asked(response.headers().firstValue("Retry-After").orElse(null)));
            }
            throw new HttpException(status, response.body());
        } catch (HttpTimeoutException late) {
            throw new TimeoutException(late);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException unwanted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("The answer is no longer wanted.", unwanted);
        }
    }

    private java.net.http.HttpRequest converted(HttpRequest request) {
        String body = request.body();
        BodyPublisher publisher = body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body);
        java.net.http.HttpRequest.Builder builder = java.net.http.HttpRequest.newBuilder(URI.create(request.url()))
                .timeout(readTimeout)
                .method(request.method().name(), publisher);
        request.headers().forEach((name, values) -> values.forEach(value -> builder.header(name, value)));
        return builder.build();
    }

    static Duration asked(@Nullable String seconds) {
        if (seconds == null || !seconds.matches("\\d{1,9}")) {
            return Duration.ZERO;
        }
        Duration wait = Duration.ofSeconds(Long.parseLong(seconds));
        return wait.compareTo(LONGEST) < 0 ? wait : LONGEST;
    }

    @Override
    public void execute(HttpRequest request, ServerSentEventParser parser, ServerSentEventListener listener) {
        throw new UnsupportedOperationException("Runs ask for whole answers, never for streams.");
    }

    /** Makes clients. Not thread-safe. */
    static final class Builder implements HttpClientBuilder {
        private final Pause pause;
        private Duration connectTimeout = Duration.ofSeconds(10);
        private Duration readTimeout = OpenAiCompatible.TIMEOUT;

        Builder(Pause pause) {
            this.pause = pause;
        }

        @Override
        public Duration connectTimeout() {
            return connectTimeout;
        }

        @Override
        public HttpClientBuilder connectTimeout(Duration value) {
            this.connectTimeout = value;
            return this;
        }

        @Override
        public Duration readTimeout() {
            return readTimeout;
        }

        @Override
        public HttpClientBuilder readTimeout(Duration value) {
            this.readTimeout = value;
            return this;
        }

        @Override
        public HttpClient build() {
            java.net.http.HttpClient client = java.net.http.HttpClient.newBuilder()
                    .version(java.net.http.HttpClient.Version.HTTP_1_1)
                    .connectTimeout(connectTimeout)
                    .build();
            return new PatientHttpClient(client, readTimeout, pause);
        }
    }
}
