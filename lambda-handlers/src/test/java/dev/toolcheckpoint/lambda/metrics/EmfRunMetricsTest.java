package dev.toolcheckpoint.lambda.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolcheckpoint.runs.RunError;
import dev.toolcheckpoint.runs.RunEvent;
import dev.toolcheckpoint.runs.RunKey;
import dev.toolcheckpoint.runs.RunStatus;
import dev.toolcheckpoint.runs.Tick;
import dev.toolcheckpoint.runs.Usage;
import dev.toolcheckpoint.testing.VirtualClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EmfRunMetricsTest {

    private static final RunKey RUN = new RunKey("shop", "r1");

    private final List<String> lines = new ArrayList<>();
    private final VirtualClock clock = new VirtualClock();
    private final EmfRunMetrics metrics = EmfRunMetrics.to(lines::add, clock);

    private String line(String metric, String unit, long value) {
        return "{\"_aws\":{\"Timestamp\":" + clock.millis()
                + ",\"CloudWatchMetrics\":[{\"Namespace\":\"ToolCheckpoint\",\"Dimensions\":[[]],\"Metrics\":[{\"Name\":\""
                + metric + "\",\"Unit\":\"" + unit + "\"}]}]},\"" + metric + "\":" + value + "}";
    }

    @Test
    void eventsThatCount_areOneLineEach_withoutDimensions() {
        metrics.on(new RunEvent.Started(RUN, "refunds"));
        metrics.on(new RunEvent.ModelAnswered(RUN, 1, new Usage(30, 12), 0));
        metrics.on(new RunEvent.ModelFailed(RUN, 1, 1, RunError.Code.MODEL_ERROR));
        metrics.on(new RunEvent.LeaseLost(RUN, 2));

        assertThat(lines)
                .containsExactly(
                        line("RunsStarted", "Count", 1),
                        line("ModelTokens", "Count", 42),
                        line("ModelFailures", "Count", 1),
                        line("RunLeasesLost", "Count", 1));
    }

    @ParameterizedTest
    @CsvSource({
        "COMPLETED,RunsCompleted",
        "FAILED,RunsFailed",
        "CANCELLED,RunsCancelled",
        "WAITING,RunsWaiting",
        "INTERRUPTED,RunsInterrupted"
    })
    void executionThatEnds_countsByItsEnd(RunStatus status, String metric) {
        metrics.on(new RunEvent.Settled(RUN, status, null));

        assertThat(lines).containsExactly(line(metric, "Count", 1));
    }

    @Test
    void eventsOfEveryStep_areNotCounted() {
        metrics.on(new RunEvent.StepStored(RUN, 1));
        metrics.on(new RunEvent.HandedOver(RUN));
        metrics.on(new RunEvent.Claimed(RUN, 1, 1));

        assertThat(lines).isEmpty();
    }

    @Test
    void tick_isWrittenAlsoWhenNothingWasThere() {
        metrics.on(new Tick(2, 0, 0, 0, 1, Duration.ofSeconds(90)));
        metrics.on(new Tick(0, 0, 0, 0, 0, Duration.ZERO));

        assertThat(lines)
                .containsExactly(
                        line("RunsHandedOver", "Count", 2),
                        line("RunsBroken", "Count", 1),
                        line("OldestIdleRun", "Seconds", 90),
                        line("RunsHandedOver", "Count", 0),
                        line("RunsBroken", "Count", 0),
                        line("OldestIdleRun", "Seconds", 0));
    }

    @Test
    void everyName_isWrittenDown() throws IOException {
        String documented = Files.readString(Path.of("..", "docs", "reference", "metrics.md"));
        String source = Files.readString(Path.of("src/main/java/dev/toolcheckpoint/lambda/metrics/EmfRunMetrics.java"));
        Set<String> found = new TreeSet<>();
        var names = Pattern.compile("\"((?:Run|Model|Oldest)[A-Za-z]+)\"").matcher(source);
        while (names.find()) {
            found.add(names.group(1));
        }
        assertThat(found).hasSize(12).allSatisfy(name -> assertThat(documented).contains("| `" + name + "` |"));
    }
}
