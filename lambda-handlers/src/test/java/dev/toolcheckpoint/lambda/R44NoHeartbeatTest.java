package dev.toolcheckpoint.lambda;

import static dev.toolcheckpoint.lambda.Fixture.answer;
import static dev.toolcheckpoint.lambda.Fixture.event;
import static org.assertj.core.api.Assertions.assertThat;

import dev.toolcheckpoint.testing.Operation;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Heartbeat thread and the frozen sandbox: the lease covers the whole remaining time, so there is no thread. */
class R44NoHeartbeatTest {

    private final Fixture fixture = new Fixture();

    @Test
    void r44_longTool_isNotRenewedAndStartsNoThread() {
        Set<Thread> before = threads();
        AtomicReference<Set<Thread>> during = new AtomicReference<>(Set.of());
        ToolFunction function = fixture.manual((input, context) -> {
            fixture.clock.advance(Duration.ofSeconds(25));
            during.set(threads());
            return Thread.currentThread().getName();
        });

        assertThat(answer(function, event("k")))
                .isEqualTo("\"" + Thread.currentThread().getName() + "\"");
        assertThat(during.get()).isSubsetOf(before);
        // The claim and the completion, nothing in between.
        assertThat(fixture.store.count(Operation.CREATE)).isEqualTo(1);
        assertThat(fixture.store.count(Operation.SWAP)).isEqualTo(1);
    }

    @Test
    void r44_sandboxThawedMuchLater_touchesNothingOfTheCallBefore() {
        ToolFunction function = fixture.manual((input, context) -> "done");
        answer(function, event("first"));
        var record = fixture.record("first");

        fixture.clock.advance(Duration.ofSeconds(60));
        answer(function, event("second"));

        assertThat(fixture.record("first")).isEqualTo(record);
    }

    /** Those of this thread's group; the JVM's own come and go in another. */
    private static Set<Thread> threads() {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> group.equals(thread.getThreadGroup()))
                .collect(Collectors.toSet());
    }
}
