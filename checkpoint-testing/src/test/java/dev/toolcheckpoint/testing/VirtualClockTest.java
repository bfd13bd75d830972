package dev.toolcheckpoint.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

class VirtualClockTest {

    private final VirtualClock clock = new VirtualClock();

    @Test
    void instant_untilItIsMoved_staysTheSame() {
        assertThat(clock.instant()).isEqualTo(VirtualClock.DEFAULT_START).isEqualTo(clock.instant());
        assertThat(clock.millis()).isEqualTo(VirtualClock.DEFAULT_START.toEpochMilli());
    }

    @Test
    void advance_movesTheClockAndEveryView() {
        VirtualClock ahead = clock.withOffset(Duration.ofSeconds(2));
        VirtualClock behind = ahead.withOffset(Duration.ofSeconds(-5));

        Instant now = clock.advance(Duration.ofMillis(1_500));

        assertThat(now).isEqualTo(VirtualClock.DEFAULT_START.plusMillis(1_500)).isEqualTo(clock.instant());
        assertThat(ahead.instant()).isEqualTo(now.plusSeconds(2));
        assertThat(behind.instant()).isEqualTo(now.minusSeconds(3));
    }

    @Test
    void advance_ofAView_returnsWhatTheViewShows() {
        VirtualClock ahead = clock.withOffset(Duration.ofSeconds(2));

        assertThat(ahead.advance(Duration.ofSeconds(1))).isEqualTo(VirtualClock.DEFAULT_START.plusSeconds(3));
        assertThat(clock.instant()).isEqualTo(VirtualClock.DEFAULT_START.plusSeconds(1));
    }

    @Test
    void set_mayGoBackAndKeepsOffsets() {
        VirtualClock ahead = clock.withOffset(Duration.ofSeconds(2));

        ahead.set(Instant.EPOCH.plusSeconds(10));

        assertThat(ahead.instant()).isEqualTo(Instant.EPOCH.plusSeconds(10));
        assertThat(clock.instant()).isEqualTo(Instant.EPOCH.plusSeconds(8));
    }

    @Test
    void withZone_isAViewOfTheSameTime() {
        VirtualClock zoned = clock.withZone(ZoneId.of("Europe/Vienna"));

        clock.advance(Duration.ofHours(1));

        assertThat(zoned.instant()).isEqualTo(clock.instant());
        assertThat(zoned.getZone()).isEqualTo(ZoneId.of("Europe/Vienna"));
        assertThat(clock.getZone()).isEqualTo(ZoneOffset.UTC);
    }

    @Test
    void partsOfAMillisecond_areRefusedEverywhere() {
        Duration part = Duration.ofNanos(1_500_000);
        Instant between = Instant.EPOCH.plusNanos(1);

        assertThatThrownBy(() -> clock.advance(part)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> clock.withOffset(part)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> clock.set(between)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new VirtualClock(between)).isInstanceOf(IllegalArgumentException.class);
        assertThat(clock.instant()).isEqualTo(VirtualClock.DEFAULT_START);
    }

    @Test
    void advance_back_isRefused() {
        assertThatThrownBy(() -> clock.advance(Duration.ofMillis(-1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("set");
        assertThat(clock.instant()).isEqualTo(VirtualClock.DEFAULT_START);
    }

    @Test
    void advance_byManyThreads_losesNothing() {
        try (Race race = new Race(8)) {
            race.start(thread -> {
                for (int step = 0; step < 1_000; step++) {
                    clock.advance(Duration.ofMillis(1));
                }
                return thread;
            });
        }

        assertThat(clock.instant()).isEqualTo(VirtualClock.DEFAULT_START.plusMillis(8_000));
    }
}
