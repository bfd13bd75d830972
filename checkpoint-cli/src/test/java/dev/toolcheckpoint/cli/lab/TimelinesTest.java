package dev.toolcheckpoint.cli.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolcheckpoint.cli.report.Timeline;
import dev.toolcheckpoint.cli.report.Timeline.Shape;
import dev.toolcheckpoint.cli.report.Timeline.Tone;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TimelinesTest {

    private static final Instant START = Instant.ofEpochSecond(1_750_000_000L);

    @Test
    void timeline_secondRefund_isShownAsHarm() {
        Timeline timeline = Timelines.of(new CaseResult(
                new CaseSpec(Strategy.NAIVE, Fault.AFTER_EFFECT, 1, "c"),
                new Figures(2, 2, "completed", 1),
                List.of(
                        event(0, 1, TraceEvent.Kind.DELIVERED, "call"),
                        event(5, 1, TraceEvent.Kind.STARTED, "pid 1"),
                        event(10, 1, TraceEvent.Kind.EFFECT, "refund-1 paid"),
                        event(11, 1, TraceEvent.Kind.PAUSED, "after-effect"),
                        event(12, 1, TraceEvent.Kind.KILLED, "SIGKILL after-effect"),
                        event(12, 0, TraceEvent.Kind.CLOCK, "clock +60 s"),
                        event(20, 2, TraceEvent.Kind.DELIVERED, "call"),
                        event(30, 2, TraceEvent.Kind.EFFECT, "refund-2 paid"),
                        event(40, 2, TraceEvent.Kind.ANSWERED, "completed"))));

        assertThat(timeline.title()).isEqualTo("naive, after-effect: 2/2 completed");
        assertThat(timeline.description()).contains("2 calls, 2 refunds", "1 further call.");
        assertThat(timeline.lanes()).containsExactly("Caller", "Process 1", "Process 2", "Ledger");
        assertThat(timeline.steps())
                .containsExactly(
                        step(Shape.BEGIN, Tone.PLAIN, 0, 1, 0L, "call"),
                        step(Shape.MARK, Tone.GOOD, 3, 3, 10L, "refund-1 paid"),
                        step(Shape.KILL, Tone.BAD, 1, 1, 12L, "SIGKILL after-effect"),
                        new Timeline.Step(Shape.BAND, Tone.PLAIN, 0, 0, null, "clock +60 s"),
                        step(Shape.BEGIN, Tone.PLAIN, 0, 2, 20L, "call"),
                        step(Shape.MARK, Tone.BAD, 3, 3, 30L, "refund-2 paid again"),
                        step(Shape.END, Tone.PLAIN, 2, 0, 40L, "completed"));
    }

    @Test
    void timeline_everyKindOfEvent_hasItsPlace() {
        List<TraceEvent> events = new ArrayList<>();
        for (TraceEvent.Kind kind : TraceEvent.Kind.values()) {
            events.add(event(events.size(), kind == TraceEvent.Kind.CLOCK ? 0 : 1, kind, kind.name()));
        }

        Timeline timeline = Timelines.of(Strategy.JOURNAL_MANUAL, "t", "d", events);

        assertThat(timeline.lanes()).containsExactly("Caller", "Process 1", "Operator", "Store", "Ledger");
        assertThat(timeline.steps())
                .hasSize(TraceEvent.Kind.values().length - 2)
                .allMatch(step -> step.from() >= 0);
    }

    private static TraceEvent event(int millis, int process, TraceEvent.Kind kind, String text) {
        return new TraceEvent(START.plusMillis(millis), process, kind, text);
    }

    private static Timeline.Step step(Shape shape, Tone tone, int from, int to, long millis, String text) {
        return new Timeline.Step(shape, tone, from, to, Duration.ofMillis(millis), text);
    }
}
