package dev.toolcheckpoint.delivery;

import static dev.toolcheckpoint.fixture.World.KEY;
import static dev.toolcheckpoint.fixture.World.LEASE;
import static dev.toolcheckpoint.fixture.World.MANUAL;
import static dev.toolcheckpoint.fixture.World.MILLI;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.toolcheckpoint.fixture.World;
import dev.toolcheckpoint.journal.Pause;
import dev.toolcheckpoint.protocol.ProtocolException;
import dev.toolcheckpoint.protocol.Status;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A receiver says when it may be asked again. */
class RetryAfterTest {

    private static final Duration LONGEST = Duration.ofSeconds(10);

    private final World world = new World();
    private final List<Instant> sentAt = new ArrayList<>();
    private final Deque<Deliverer.Result> script = new ArrayDeque<>();

    private final Deliverer deliverer = new Deliverer() {
        @Override
        public boolean idempotent() {
            return true;
        }

        @Override
        public Result deliver(Request request) {
            sentAt.add(world.now());
            return script.removeFirst();
        }
    };

    private DeliveryRunner.Builder runner() {
        world.given(Status.COMPLETED, MANUAL);
        return DeliveryRunner.builder(world.journal, deliverer).lease(LEASE).pause(world.clock::advance);
    }

    private static Deliverer.Result busy(Duration retryAfter) {
        return new Deliverer.Result.NotArrived("429", retryAfter);
    }

    private Duration between(int first, int second) {
        return Duration.between(sentAt.get(first), sentAt.get(second));
    }

    @Test
    void askedToWait_theRunWaitsUntilThen_andItsUsualPauseOnTop() {
        script.addAll(List.of(busy(Duration.ofSeconds(3)), busy(Duration.ZERO), new Deliverer.Result.Arrived()));

        assertThat(runner().build().deliver(KEY)).isEqualTo(new DeliveryOutcome.Delivered());

        assertThat(between(0, 1)).isEqualTo(Duration.ofMillis(3_200));
        assertThat(between(1, 2)).isEqualTo(Duration.ofMillis(400));
    }

    @Test
    void askedToWait_withPausesThatTakeHalfOfTheirTime_theRunIsNeverTooEarly() {
        script.addAll(List.of(busy(LONGEST), new Deliverer.Result.Arrived()));
        Pause jittered = Pause.jittered(world.clock::advance, new Random(7));

        assertThat(runner().pause(jittered).build().deliver(KEY)).isEqualTo(new DeliveryOutcome.Delivered());

        assertThat(between(0, 1)).isBetween(LONGEST.plusMillis(100), LONGEST.plusMillis(200));
    }

    @Test
    void askedForMoreThanTheLongestPause_theRunEndsAtOnce_andSaysWhen() {
        DeliveryRunner runner = runner().build();
        Instant before = world.now();
        script.add(busy(LONGEST.plus(MILLI)));

        assertThat(runner.deliver(KEY))
                .isEqualTo(new DeliveryOutcome.NotDelivered(
                        "429", before.plus(LONGEST).plus(MILLI)));

        assertThat(world.now()).isEqualTo(before);
        assertThat(sentAt).hasSize(1);
        assertThat(world.record().status()).as("may be delivered again").isEqualTo(Status.COMPLETED);
    }

    @Test
    void lastAttempt_saysWhen_withoutWaiting() {
        DeliveryRunner runner = runner().maxAttempts(1).build();
        Instant before = world.now();
        script.add(busy(Duration.ofSeconds(3)));

        assertThat(runner.deliver(KEY)).isEqualTo(new DeliveryOutcome.NotDelivered("429", before.plusSeconds(3)));
        assertThat(world.now()).isEqualTo(before);
    }

    @Test
    void pauseThatTakesNoTime_isAskedABoundedNumberOfTimes() {
        script.addAll(List.of(busy(Duration.ofSeconds(3)), new Deliverer.Result.Arrived()));
        List<Duration> pauses = new ArrayList<>();

        assertThat(runner().pause(pauses::add).build().deliver(KEY)).isEqualTo(new DeliveryOutcome.Delivered());

        assertThat(pauses).hasSize(33).contains(Duration.ofSeconds(3)).last().isEqualTo(Duration.ofMillis(200));
    }

    @Test
    void usualPauses_areNeverLongerThanTheLongest() {
        for (int sends = 1; sends < 6; sends++) {
            script.add(new Deliverer.Result.NotArrived("503"));
        }
        script.add(new Deliverer.Result.Arrived());
        DeliveryRunner runner = runner().maxAttempts(6)
                .firstPause(Duration.ofSeconds(2))
                .longestPause(Duration.ofSeconds(5))
                .build();

        assertThat(runner.deliver(KEY)).isEqualTo(new DeliveryOutcome.Delivered());

        assertThat(List.of(between(0, 1), between(1, 2), between(2, 3), between(3, 4), between(4, 5)))
                .extracting(Duration::toSeconds)
                .containsExactly(2L, 4L, 5L, 5L, 5L);
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, 86_400_001})
    void longestPause_outOfRange_isRefused(long millis) {
        assertThatThrownBy(() -> runner().longestPause(Duration.ofMillis(millis)))
                .isInstanceOf(ProtocolException.class)
                .hasMessageContaining("longestPause must be");
    }

    @Test
    void negativeTime_isRefused() {
        assertThatThrownBy(() -> busy(MILLI.negated())).hasMessageContaining("found -1 ms");
    }
}
