package dev.toolcheckpoint.lambda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.toolcheckpoint.protocol.ConfigurationException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class LanesTest {

    private static final List<EventCall> THREE =
            List.of(new EventCall.Refused("1"), new EventCall.Refused("2"), new EventCall.Refused("3"));

    @Test
    void run_keepsTheOrderOfTheCalls() {
        List<CallResult> results = lanes(3, List.of("a", "b", "a"), false)
                .run(THREE, (call, place) -> new CallResult.Refused(((EventCall.Refused) call).reason()));

        assertThat(results)
                .containsExactly(new CallResult.Refused("1"), new CallResult.Refused("2"), new CallResult.Refused("3"));
    }

    @Test
    void run_stoppingLane_leavesTheRestUnstarted() {
        List<CallResult> results =
                lanes(2, List.of("a", "b", "a"), true).run(THREE, (call, place) -> new CallResult.Refused("x"));

        assertThat(results)
                .containsExactly(new CallResult.Refused("x"), new CallResult.Refused("x"), new CallResult.NotStarted());
    }

    @Test
    void run_interrupted_waitsForEveryCall_andStaysInterrupted() throws Exception {
        CountDownLatch started = new CountDownLatch(3);
        CountDownLatch finish = new CountDownLatch(1);
        AtomicInteger ended = new AtomicInteger();
        AtomicInteger endedAtReturn = new AtomicInteger(-1);
        AtomicBoolean interrupted = new AtomicBoolean();
        Thread caller = new Thread(() -> {
            lanes(3, List.of("a", "b", "c"), false).run(THREE, (call, place) -> {
                started.countDown();
                await(finish);
                ended.incrementAndGet();
                return new CallResult.Refused("x");
            });
            endedAtReturn.set(ended.get());
            interrupted.set(Thread.currentThread().isInterrupted());
        });
        caller.start();
        assertThat(started.await(10, TimeUnit.SECONDS)).isTrue();
        caller.interrupt();
        finish.countDown();
        caller.join(10_000);

        assertThat(endedAtReturn).hasValue(3);
        assertThat(interrupted).isTrue();
    }

    @Test
    void run_errorInOneLane_isThrownWhenTheOthersHaveEnded() {
        AtomicInteger ended = new AtomicInteger();

        assertThatThrownBy(() -> lanes(3, List.of("a", "b", "c"), false).run(THREE, (call, place) -> {
                    if (call.equals(THREE.get(0))) {
                        throw new AssertionError("broken");
                    }
                    ended.incrementAndGet();
                    return new CallResult.Refused("x");
                }))
                .isInstanceOf(AssertionError.class)
                .hasMessage("broken");
        assertThat(ended).hasValue(2);
    }

    @Test
    void schedule_withoutRoomForACall_isRefused() {
        assertThatThrownBy(() -> new Schedule(0, List.of(), false)).isInstanceOf(ConfigurationException.class);
    }

    private static Lanes lanes(int parallel, List<String> lanes, boolean stops) {
        return new Lanes(new Schedule(parallel, lanes, stops), result -> true);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException stop) {
            throw new IllegalStateException(stop);
        }
    }
}
