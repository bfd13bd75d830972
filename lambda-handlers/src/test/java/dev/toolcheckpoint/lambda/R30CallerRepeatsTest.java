package dev.toolcheckpoint.lambda;

import static dev.toolcheckpoint.lambda.Fixture.answer;
import static dev.toolcheckpoint.lambda.Fixture.error;
import static dev.toolcheckpoint.lambda.Fixture.event;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Caller times out and calls again while we still run. */
class R30CallerRepeatsTest {

    private final Fixture fixture = new Fixture();

    @Test
    void r30_repeatsDuringTheCall_areToldWhenToAsk_andGetTheStoredResultAfterIt() throws Exception {
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch finish = new CountDownLatch(1);
        ToolFunction function = fixture.manual((input, context) -> {
            started.countDown();
            finish.await();
            return "refunded";
        });
        CompletableFuture<String> first =
                CompletableFuture.supplyAsync(() -> answer(function, event("k"), new TestContext(60_000)));
        assertThat(started.await(10, TimeUnit.SECONDS)).isTrue();

        fixture.clock.advance(Duration.ofSeconds(29));
        assertBusy(answer(function, event("k")), 34_000);
        fixture.clock.advance(Duration.ofSeconds(2));
        assertBusy(answer(function, event("k")), 32_000);
        finish.countDown();

        assertThat(first.get(10, TimeUnit.SECONDS)).isEqualTo("\"refunded\"");
        fixture.clock.advance(Duration.ofSeconds(14));
        assertThat(answer(function, event("k"))).isEqualTo("\"refunded\"");
        assertThat(fixture.executions).hasValue(1);
    }

    private static void assertBusy(String answer, long retryAfterMs) {
        JsonNode error = error(answer);
        assertThat(error.path("code").textValue()).isEqualTo("IN_PROGRESS");
        assertThat(error.path("retryAfterMs").longValue()).isEqualTo(retryAfterMs);
    }
}
