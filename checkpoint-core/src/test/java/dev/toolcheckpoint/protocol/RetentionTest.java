package dev.toolcheckpoint.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RetentionTest {

    private static final Duration WINDOW = Duration.ofDays(14);

    @Test
    void defaultRetention_isThirtyDaysOverAWindowOfFourteen() {
        assertThat(Retention.DEFAULT.total()).isEqualTo(Duration.ofDays(30));
        assertThat(Retention.DEFAULT.replayWindow()).isEqualTo(WINDOW);
    }

    @Test
    void total_isWindowAndMargin() {
        assertThat(Retention.of(WINDOW, Duration.ofMillis(1)).total()).isEqualTo(WINDOW.plusMillis(1));
        assertThat(Retention.of(Duration.ofMillis(1), Duration.ofDays(3_650)).margin())
                .isEqualTo(Duration.ofDays(3_650));
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT0S", "-PT1S"})
    void retention_thatDoesNotOutliveTheWindow_isRefused(Duration margin) {
        assertThatThrownBy(() -> Retention.of(WINDOW, margin))
                .isInstanceOf(ProtocolException.class)
                .hasMessageContaining("must exceed the replay window of 1209600000 ms")
                .hasMessageContaining("margin of " + margin.toMillis() + " ms")
                .hasMessageContaining("re-arms");
    }

    @Test
    void retention_outOfRange_isRefused() {
        Duration overTenYears = Duration.ofDays(3_650).plusMillis(1);

        assertThatThrownBy(() -> Retention.of(Duration.ZERO, WINDOW)).hasMessageContaining("replay window");
        assertThatThrownBy(() -> Retention.of(overTenYears, WINDOW)).hasMessageContaining("replay window");
        assertThatThrownBy(() -> Retention.of(WINDOW, overTenYears)).hasMessageContaining("retention margin");
        assertThatThrownBy(() -> Retention.of(WINDOW, Duration.ofNanos(1))).hasMessageContaining("retention margin");
    }
}
