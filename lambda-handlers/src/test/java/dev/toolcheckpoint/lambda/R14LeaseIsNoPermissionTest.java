package dev.toolcheckpoint.lambda;

import static dev.toolcheckpoint.lambda.Fixture.answer;
import static dev.toolcheckpoint.lambda.Fixture.error;
import static dev.toolcheckpoint.lambda.Fixture.event;
import static org.assertj.core.api.Assertions.assertThat;

import dev.toolcheckpoint.protocol.Recovery;
import dev.toolcheckpoint.protocol.Status;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Lease timeout treated as permission to run again. */
class R14LeaseIsNoPermissionTest {

    /** What a killed function with 30 s left holds: its time and the grace. */
    private static final Duration LEASE = Duration.ofSeconds(30).plus(HandlerBuilder.DEFAULT_GRACE);

    private final Fixture fixture = new Fixture();

    @Test
    void r14_leaseOfARunningCall_isTheRemainingTimeAndTheGrace() {
        ToolFunction function = fixture.manual((input, context) ->
                fixture.record("k").orElseThrow().requireExecution().leaseUntil());

        assertThat(answer(function, event("k")))
                .isEqualTo("\"" + fixture.clock.instant().plus(LEASE) + "\"");
    }

    @Test
    void r14_manualToolKilledAfterItsEffect_isBusyThenUncertain_andChargedOnce() {
        AtomicInteger charges = new AtomicInteger();
        fixture.claimAndDie("k", Recovery.manual(), LEASE);
        charges.incrementAndGet();
        ToolFunction function = fixture.manual((input, context) -> charges.incrementAndGet());

        fixture.clock.advance(Duration.ofSeconds(10));
        assertThat(error(answer(function, event("k"))).path("code").textValue()).isEqualTo("IN_PROGRESS");

        fixture.clock.advance(Duration.ofSeconds(23));
        assertThat(error(answer(function, event("k"))).path("code").textValue()).isEqualTo("UNCERTAIN");
        assertThat(error(answer(function, event("k"))).path("code").textValue()).isEqualTo("UNCERTAIN");
        assertThat(charges).hasValue(1);
        assertThat(fixture.record("k").orElseThrow().status()).isEqualTo(Status.UNCERTAIN);
    }

    @Test
    void r14_idempotentToolKilledAfterItsEffect_runsAgainOnlyInsideItsWindow() {
        Recovery recovery = Recovery.idempotent(Duration.ofMinutes(5));
        fixture.claimAndDie("inside", recovery, LEASE);
        fixture.claimAndDie("outside", recovery, LEASE);
        ToolFunction function = fixture.idempotent(Duration.ofMinutes(5), (input, context) -> context.attempt());

        fixture.clock.advance(Duration.ofSeconds(33));
        assertThat(answer(function, event("inside"))).isEqualTo("2");

        fixture.clock.advance(Duration.ofMinutes(5));
        assertThat(error(answer(function, event("outside"))).path("code").textValue())
                .isEqualTo("UNCERTAIN");
        assertThat(fixture.executions).hasValue(1);
    }
}
