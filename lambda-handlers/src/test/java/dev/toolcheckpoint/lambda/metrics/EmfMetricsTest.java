package dev.toolcheckpoint.lambda.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolcheckpoint.journal.Begin;
import dev.toolcheckpoint.journal.Intent;
import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.protocol.Binding;
import dev.toolcheckpoint.protocol.Receipt;
import dev.toolcheckpoint.protocol.Recovery;
import dev.toolcheckpoint.reconcile.Reconciler;
import dev.toolcheckpoint.store.InMemoryCheckpointStore;
import dev.toolcheckpoint.testing.VirtualClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class EmfMetricsTest {

    private static final Duration LEASE = Duration.ofSeconds(30);
    private static final Receipt RECEIPT = Receipt.successJson("{\"secret\":\"hunter2\"}");

    private final List<String> lines = new ArrayList<>();
    private final VirtualClock clock = new VirtualClock();
    private final EmfMetrics metrics = EmfMetrics.to(lines::add, clock);
    private final Journal journal = Journal.builder(new InMemoryCheckpointStore())
            .clock(clock)
            .skewMargin(Duration.ZERO)
            .listener(metrics)
            .build();

    private static Intent intent(String callId, String input) {
        return Intent.of(new Binding("shop", callId, "refund", "1", "sha256:" + input.repeat(64)), Recovery.manual());
    }

    private String names() {
        return String.join(" ", lines.stream().map(line -> name(line)).toList());
    }

    private static String name(String line) {
        var found = Pattern.compile("\"Name\":\"([A-Za-z]+)\"").matcher(line);
        assertThat(found.find()).isTrue();
        return found.group(1);
    }

    @Test
    void line_isTheFormatThatCloudWatchReads() {
        journal.complete(((Begin.Acquired) journal.begin(intent("a", "0"), LEASE)).lease(), RECEIPT);

        assertThat(lines)
                .containsExactly("{\"_aws\":{\"Timestamp\":" + clock.millis()
                        + ",\"CloudWatchMetrics\":[{\"Namespace\":\"ToolCheckpoint\",\"Dimensions\":[[]],"
                        + "\"Metrics\":[{\"Name\":\"Executed\",\"Unit\":\"Count\"}]}]},\"Executed\":1}");
    }

    @Test
    void callsAndRuns_areCountedByTheirEnds_withoutWhatTheyHold() {
        var lease = ((Begin.Acquired) journal.begin(intent("a", "0"), LEASE)).lease();
        journal.begin(intent("a", "0"), LEASE);
        journal.complete(lease, RECEIPT);
        journal.begin(intent("a", "0"), LEASE);
        journal.begin(intent("a", "1"), LEASE);
        journal.complete(lease, Receipt.successJson("{}"));
        journal.begin(intent("b", "0"), LEASE);
        clock.advance(LEASE);
        metrics.on(Reconciler.builder(journal).build().run(Duration.ofMinutes(1)));

        assertThat(names())
                .isEqualTo("Busy Executed Replayed Conflict StaleCompletions Uncertain UncertainRecords"
                        + " DeliveriesInDoubt OldestUncertain");
        assertThat(lines).noneMatch(line -> line.contains("hunter2") || line.contains("shop"));
    }

    @Test
    void everyName_isWrittenDown() throws IOException {
        String documented = Files.readString(Path.of("..", "docs", "reference", "metrics.md"));
        String source = Files.readString(Path.of("src/main/java/dev/toolcheckpoint/lambda/metrics/EmfMetrics.java"));
        var names = Pattern.compile("(?:return|count\\(|write\\(|\\? ) ?\"([A-Z][A-Za-z]+)\"")
                .matcher(source);
        List<String> found = new ArrayList<>();
        while (names.find()) {
            found.add(names.group(1));
        }
        assertThat(found)
                .hasSizeGreaterThan(8)
                .allSatisfy(name -> assertThat(documented).contains("| `" + name + "` |"));
    }
}
