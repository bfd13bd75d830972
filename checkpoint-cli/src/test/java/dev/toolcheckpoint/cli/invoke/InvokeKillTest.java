package dev.toolcheckpoint.cli.invoke;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolcheckpoint.protocol.Status;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * The main promise with real processes and SIGKILL. All kills come first, so that the leases (time-out and 2 s grace) run out
 * together.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class InvokeKillTest {

    private static final String[] MANUAL = {"--recovery", "manual"};
    private static final String[] IDEMPOTENT = {"--recovery", "idempotent", "--retry-for-ms", "600000"};

    /** Long enough for the tool to reach its pause on a busy machine; the lease is 2 s longer. */
    private static final String TIMEOUT = "6s";

    private Path folder = Path.of("");
    private Workplace manualAfter = new Workplace(Path.of(""));
    private Workplace manualBefore = manualAfter;
    private Workplace idempotentAfter = manualAfter;

    @BeforeAll
    void killThreeCalls(@TempDir Path forAll) throws IOException {
        folder = forAll;
        manualAfter = killed("manual-after", "after-effect", TIMEOUT, MANUAL);
        manualBefore = killed("manual-before", "before-effect", TIMEOUT, MANUAL);
        idempotentAfter = killed("idempotent-after", "after-effect", TIMEOUT, IDEMPOTENT);
    }

    private Workplace killed(String name, String where, String timeout, String[] recovery) throws IOException {
        Workplace place = Workplace.in(folder, name);
        Invocation killed = Invocation.of(place.refund(and(recovery, "--kill", where, "--timeout", timeout)));
        assertThat(killed.exitCode()).as(killed.err()).isEqualTo(137);
        assertThat(killed.out()).isEmpty();
        assertThat(place.record().orElseThrow().status()).isEqualTo(Status.EXECUTING);
        return place;
    }

    @Test
    void invoke_againWhileTheLeaseLives_isInProgressAndSaysUntilWhen() throws IOException {
        Workplace place = killed("busy", "after-effect", "2m", IDEMPOTENT);

        Invocation again = Invocation.of(place.refund(IDEMPOTENT));

        assertThat(again.exitCode()).as(again.err()).isEqualTo(3);
        assertThat(again.error().path("retryAt").longValue())
                .isEqualTo(place.record()
                        .orElseThrow()
                        .requireExecution()
                        .leaseUntil()
                        .toEpochMilli());
        assertThat(again.error().path("retryAfterMs").longValue()).isBetween(1L, 122_000L);
        assertThat(place.ledgerLines("call")).isEqualTo(1);
    }

    @Test
    void invoke_manualToolKilledAfterItsEffect_isUncertain_andTheEffectStaysOne() throws IOException {
        Invocation again = Invocation.untilNotBusy(manualAfter.refund(MANUAL));

        assertThat(again.exitCode()).as(again.err()).isEqualTo(5);
        assertThat(again.error().path("code").textValue()).isEqualTo("UNCERTAIN");
        assertThat(Invocation.of(manualAfter.refund(MANUAL)).exitCode()).isEqualTo(5);
        assertThat(manualAfter.ledgerLines("call")).isEqualTo(1);
        assertThat(manualAfter.ledgerLines("effect")).isEqualTo(1);
        assertThat(manualAfter.record().orElseThrow().status()).isEqualTo(Status.UNCERTAIN);
    }

    @Test
    void invoke_manualToolKilledBeforeItsEffect_isUncertain_andNothingWasCalled() throws IOException {
        Invocation again = Invocation.untilNotBusy(manualBefore.refund(MANUAL));

        assertThat(again.exitCode()).as(again.err()).isEqualTo(5);
        assertThat(manualBefore.ledgerLines("call")).isZero();
        assertThat(manualBefore.ledgerLines("effect")).isZero();
    }

    @Test
    void invoke_idempotentToolKilledAfterItsEffect_isCalledTwice_withOneEffect() throws IOException {
        Invocation again = Invocation.untilNotBusy(idempotentAfter.refund(IDEMPOTENT));

        assertThat(again.exitCode()).as(again.err()).isZero();
        assertThat(again.out()).contains("\"amount\":25.00");
        assertThat(idempotentAfter.ledgerLines("call")).isEqualTo(2);
        assertThat(idempotentAfter.ledgerLines("effect")).isEqualTo(1);
        assertThat(Invocation.of(idempotentAfter.refund(IDEMPOTENT)).out()).isEqualTo(again.out());
    }

    private static String[] and(String[] first, String... second) {
        String[] all = new String[first.length + second.length];
        System.arraycopy(first, 0, all, 0, first.length);
        System.arraycopy(second, 0, all, first.length, second.length);
        return all;
    }
}
