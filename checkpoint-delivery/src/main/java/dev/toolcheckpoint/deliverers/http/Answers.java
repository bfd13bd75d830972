package dev.toolcheckpoint.deliverers.http;

import dev.toolcheckpoint.delivery.Deliverer.Result;
import java.net.http.HttpHeaders;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What a status says about the message. Stateless. */
final class Answers {

    private Answers() {}

    static Result of(int status, HttpHeaders headers, boolean deduplicates, Instant now, Duration longest) {
        if (status / 100 == 2 || status == 409) {
            return new Result.Arrived();
        }
        Duration retryAfter = headers.firstValue("Retry-After")
                .map(value -> RetryAfter.parse(value, now, longest))
                .orElse(null);
        // Not acted on: a proxy that wants a login, a request that came too slowly or too early, too many, not now.
        if (status == 407 || status == 408 || status == 425 || status == 429 || status == 503) {
            return failed(status, retryAfter);
        }
        if (status >= 500) {
            // A server that failed, or a proxy that waited in vain, may have passed it on before.
            return deduplicates
                    ? failed(status, retryAfter)
                    : new Result.Unknown("The receiver answered " + status + ", and may have acted before.");
        }
        if (status / 100 == 3) {
            return new Result.Refused("The receiver answered " + status
                    + ", a redirect, which is never followed. Deliver to the address it leads to.");
        }
        return new Result.Refused("The receiver answered " + status + ".");
    }

    private static Result failed(int status, @Nullable Duration retryAfter) {
        return new Result.NotArrived("The receiver answered " + status + ".", retryAfter);
    }
}
