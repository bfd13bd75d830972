package dev.toolcheckpoint.lambda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolcheckpoint.journal.Intent;
import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.protocol.Binding;
import dev.toolcheckpoint.protocol.Recovery;
import dev.toolcheckpoint.reconcile.Reconciler;
import dev.toolcheckpoint.store.InMemoryCheckpointStore;
import dev.toolcheckpoint.testing.VirtualClock;
import dev.toolcheckpoint.tool.OutcomeProbe.Answer;
import dev.toolcheckpoint.tool.Tool;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReconcilerFunctionTest {

    private static final Duration LEASE = Duration.ofSeconds(30);

    private final VirtualClock clock = new VirtualClock();
    private final Journal journal = Journal.builder(new InMemoryCheckpointStore())
            .clock(clock)
            .skewMargin(Duration.ZERO)
            .build();

    private void overdue(String callId) {
        journal.begin(
                Intent.of(new Binding("shop", callId, "refund", "1", "sha256:" + "0".repeat(64)), Recovery.manual()),
                LEASE);
        clock.advance(Duration.ofMillis(1));
    }

    private static String run(ReconcilerFunction function, int remainingMillis) throws IOException {
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        function.handleRequest(InputStream.nullInputStream(), answer, new TestContext(remainingMillis));
        return answer.toString(StandardCharsets.UTF_8);
    }

    @Test
    void run_saysWhatWasDone() throws IOException {
        overdue("a");
        overdue("b");
        clock.advance(LEASE);
        ReconcilerFunction function =
                ReconcilerFunction.of(Reconciler.builder(journal).build());

        assertThat(run(function, 60_000))
                .isEqualTo("{\"complete\":true,\"counts\":{\"MARKED_UNCERTAIN\":2,\"STILL_UNCERTAIN\":2},"
                        + "\"oldestMillis\":{\"EXECUTION\":2,\"UNCERTAIN\":0}}");
        assertThat(run(function, 60_000)).contains("\"counts\":{\"STILL_UNCERTAIN\":2}");
    }

    @Test
    void invocation_afterOneWhoseTimeWasUp_goesOn() throws IOException {
        for (String call : List.of("a", "b", "c")) {
            overdue(call);
        }
        clock.advance(LEASE);
        Reconciler.builder(journal).build().run(Duration.ofMinutes(1));
        ReconcilerFunction function = ReconcilerFunction.of(Reconciler.builder(journal)
                .pageSize(1)
                .tools(List.of(Tool.named("refund", JsonNode.class)
                        .probe(record -> {
                            clock.advance(Duration.ofSeconds(10));
                            return new Answer.Unknown();
                        })
                        .handler((input, context) -> "")))
                .build());

        assertThat(run(function, 25_000)).startsWith("{\"complete\":false,\"counts\":{\"STILL_UNCERTAIN\":2}");
        assertThat(run(function, 25_000)).startsWith("{\"complete\":true,\"counts\":{\"STILL_UNCERTAIN\":1}");
    }

    @Test
    void timeOut_thatIsTooShort_isAnError() {
        ReconcilerFunction function =
                ReconcilerFunction.of(Reconciler.builder(journal).build());
        assertThatThrownBy(() -> run(function, 5_000))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("longer time-out");
    }
}
