package dev.toolcheckpoint.deliverers.http;

import dev.toolcheckpoint.deliverers.Message;
import dev.toolcheckpoint.delivery.Deliverer.Result;
import dev.toolcheckpoint.protocol.ProtocolException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.channels.UnresolvedAddressException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLHandshakeException;
import org.jspecify.annotations.Nullable;

/**
 * Posts messages to a URL and says what became of them. Needs no checkpoint. Thread-safe.
 *
 * <p>Every request has {@code Content-Type}, {@code Idempotency-Key} and {@code webhook-id} (both the message's key), {@code
 * webhook-timestamp} (seconds since the epoch), {@code webhook-signature} when there is a signer, and the message's attributes.
 * Redirects aren't followed, and nothing is sent twice by itself.
 *
 * <p>Defaults: 15 s for all of connecting, sending and the answer, 5 s of them for connecting; 64 KiB of an answer are read; a {@code
 * Retry-After} of more than 1 h counts as 1 h; https only, unless the host is a loopback address.
 */
public final class HttpSender {

    /** Request headers that a message or a setting may not carry: they are this class's, or the client's. */
    private static final Set<String> RESERVED = Set.of(
            "idempotency-key",
            "webhook-id",
            "webhook-timestamp",
            "webhook-signature",
            "content-type",
            "content-length",
            "connection",
            "expect",
            "host",
            "upgrade");

    private final HttpClient client;
    private final Clock clock;
    private final Duration timeout;
    private final Duration longestRetryAfter;
    private final long mostRead;
    private final Receivers receivers;
    private final boolean deduplicates;
    private final Map<String, String> headers;
    private final @Nullable WebhookSigner signer;

    private HttpSender(Builder builder) {
        this.client = builder.client != null
                ? builder.client
                : HttpClient.newBuilder()
                        .version(HttpClient.Version.HTTP_1_1)
                        .connectTimeout(builder.connectTimeout)
                        .followRedirects(HttpClient.Redirect.NEVER)
                        .build();
        this.clock = builder.clock;
        this.timeout = builder.timeout;
        this.longestRetryAfter = builder.longestRetryAfter;
        this.mostRead = builder.mostRead;
        this.receivers = builder.receivers;
        this.deduplicates = builder.deduplicates;
        this.headers = Map.copyOf(builder.headers);
        this.signer = builder.signer;
    }

    /** A builder with the defaults. */
    public static Builder builder() {
        return new Builder();
    }

    /** Whether the receivers deduplicate by the key. */
    public boolean receiverDeduplicates() {
        return deduplicates;
    }

    /** Posts once. An interrupted thread gets {@link Result.Unknown} unless nothing was sent, and keeps its flag. */
    public Result send(URI to, Message message) {
        String wrong = receivers.whyNot(to);
        if (wrong != null) {
            return new Result.Refused(wrong);
        }
        Body body = new Body(message.bytes());
        Answer answer = new Answer(mostRead);
        HttpRequest request;
        try {
            request = request(to, message, body);
        } catch (IllegalArgumentException unusable) {
            return new Result.Refused(
                    "The request can't be made: its address, or the name or value of a header, has characters"
                            + " that HTTP does not allow.");
        }
        CompletableFuture<HttpResponse<Void>> exchange = client.sendAsync(request, answer);
        try {
            exchange.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
            return answered(answer, body, "no status");
        } catch (TimeoutException late) {
            exchange.cancel(true);
            return answered(answer, body, "no answer within " + timeout.toMillis() + " ms");
        } catch (InterruptedException interrupted) {
            exchange.cancel(true);
            Thread.currentThread().interrupt();
            return answered(answer, body, "interrupted");
        } catch (ExecutionException failure) {
            return failed(failure.getCause(), answer, body);
        }
    }

    private Result answered(Answer answer, Body body, String otherwise) {
        HttpResponse.ResponseInfo info = answer.info();
        if (info != null) {
            return Answers.of(info.statusCode(), info.headers(), deduplicates, clock.instant(), longestRetryAfter);
        }
        return body.giveUp()
                ? new Result.NotArrived("Nothing was sent: " + otherwise + ".")
                : new Result.Unknown("Sent, or in part: " + otherwise + ".");
    }

    private Result failed(@Nullable Throwable cause, Answer answer, Body body) {
        String what = cause == null ? "failed" : cause.getClass().getSimpleName();
        return beforeSending(cause)
                ? new Result.NotArrived("Nothing was sent: " + what + ".")
                : answered(answer, body, what);
    }

    private static boolean beforeSending(@Nullable Throwable failure) {
        for (Throwable at = failure; at != null; at = at.getCause()) {
            if (at instanceof ConnectException
                    || at instanceof HttpConnectTimeoutException
                    || at instanceof UnresolvedAddressException
                    || at instanceof SSLHandshakeException) {
                return true;
            }
        }
        return false;
    }

    private HttpRequest request(URI to, Message message, Body body) {
        Instant now = clock.instant();
        HttpRequest.Builder request = HttpRequest.newBuilder(to)
                .timeout(timeout)
                .POST(body)
                .setHeader("Content-Type", message.mediaType())
                .setHeader("Idempotency-Key", message.key())
                .setHeader("webhook-id", message.key())
                .setHeader("webhook-timestamp", Long.toString(now.getEpochSecond()));
        if (signer != null) {
            request.setHeader("webhook-signature", signer.sign(message.key(), now, message.bytes()));
        }
        headers.forEach(request::setHeader);
        message.attributes().forEach((name, value) -> request.setHeader(allowed(name), value));
        return request.build();
    }

    private static String allowed(String name) {
        if (RESERVED.contains(name.toLowerCase(Locale.ROOT))) {
            throw new IllegalArgumentException(name);
        }
        return name;
    }

    /** Builds a sender. Not thread-safe. */
    public static final class Builder {
        private @Nullable HttpClient client;
        private Clock clock = Clock.systemUTC();
        private Duration timeout = Duration.ofSeconds(15);
        private Duration connectTimeout = Duration.ofSeconds(5);
        private Duration longestRetryAfter = Duration.ofHours(1);
        private long mostRead = 64 * 1024;
        private Receivers receivers = Receivers.HTTPS;
        private boolean deduplicates;
        private final Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        private @Nullable WebhookSigner signer;

        private Builder() {}

        /** Signs every message; none is signed unless set. */
        public Builder signer(WebhookSigner value) {
            this.signer = value;
            return this;
        }

        /** A header of every request, as {@code Authorization}. */
        public Builder header(String name, String value) {
            try {
                allowed(name);
                HttpRequest.newBuilder(URI.create("https://localhost")).header(name, value);
            } catch (IllegalArgumentException refused) {
                throw ProtocolException.invalidArgument(
                        "A header has a name and value that HTTP allows, and is none of " + new TreeSet<>(RESERVED)
                                + ", found the name \"" + name + "\".");
            }
            this.headers.put(name, value);
            return this;
        }

        /**
         * The receivers keep keys for at least as long as anything may be repeated. Then a delivery of which nobody knows how it ended
         * may be repeated, and 500, 502 and 504 are failures that may be, too. Not so unless set.
         */
        public Builder receiverDeduplicates() {
            this.deduplicates = true;
            return this;
        }

        /** All of connecting, sending and the answer; 1 ms to 15 min; 15 s unless set. Less than the delivery's lease. */
        public Builder timeout(Duration value) {
            this.timeout = time("timeout", value, Duration.ofMinutes(15));
            return this;
        }

        /** Of it, for connecting; 1 ms to 15 min; 5 s unless set. Not used with a client of your own. */
        public Builder connectTimeout(Duration value) {
            this.connectTimeout = time("connectTimeout", value, Duration.ofMinutes(15));
            return this;
        }

        /** What a longer {@code Retry-After} is cut to; 1 ms to 24 h; 1 h unless set. */
        public Builder longestRetryAfter(Duration value) {
            this.longestRetryAfter = time("longestRetryAfter", value, Duration.ofHours(24));
            return this;
        }

        /** Also http to any host: bodies, keys and headers are then readable on the way. */
        public Builder allowPlainHttp() {
            this.receivers = Receivers.ANY;
            return this;
        }

        /**
         * A client of your own, for a proxy, a trust store or client certificates.
         *
         * @throws ProtocolException when it follows redirects: what is meant for one receiver must not reach another
         */
        public Builder client(HttpClient value) {
            if (value.followRedirects() != HttpClient.Redirect.NEVER) {
                throw ProtocolException.invalidArgument("The client follows redirects (" + value.followRedirects()
                        + "). Build it with Redirect.NEVER: what is meant for one receiver must not reach another.");
            }
            this.client = value;
            return this;
        }

        /** The clock of timestamps and HTTP dates; the system's unless set. */
        public Builder clock(Clock value) {
            this.clock = value;
            return this;
        }

        /** The sender. */
        public HttpSender build() {
            return new HttpSender(this);
        }

        private static Duration time(String field, Duration value, Duration most) {
            if (value.compareTo(Duration.ofMillis(1)) < 0 || value.compareTo(most) > 0) {
                throw ProtocolException.invalidArgument(
                        field + " must be 1 ms to " + most.toMillis() + " ms, found " + value + ".");
            }
            return value;
        }
    }
}
