package dev.toolcheckpoint.lambda.runs;

import static dev.toolcheckpoint.lambda.runs.RunsWorld.answer;
import static dev.toolcheckpoint.lambda.runs.RunsWorld.messages;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.toolcheckpoint.lambda.TestContexts;
import dev.toolcheckpoint.lambda.metrics.EmfRunMetrics;
import dev.toolcheckpoint.lambda.queue.MessageVisibility;
import dev.toolcheckpoint.runs.RunKey;
import dev.toolcheckpoint.runs.RunStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunTickFunctionTest {

    private final RunsWorld world = new RunsWorld();
    private final List<String> lines = new ArrayList<>();

    private String tick(RunHost host) {
        return answer(
                new RunTickFunction(host, EmfRunMetrics.to(lines::add, world.clock)::on),
                "{}",
                TestContexts.of(60_000));
    }

    @Test
    void run_whoseMessageWasLost_isHandedOverAgain() {
        RunHost host = world.host(world.agent(world.refundsOnce()));
        RunKey run = world.started(host, "k1");
        world.queue.clear();
        world.clock.advance(Duration.ofSeconds(61));

        assertThat(tick(host))
                .isEqualTo("{\"handedOver\":1,\"expired\":0,\"sentAgain\":0,\"settled\":0,\"broken\":0,"
                        + "\"longestIdleMillis\":61000}");
        assertThat(world.queue).containsExactly(run);
        assertThat(lines)
                .anyMatch(line -> line.endsWith("\"RunsHandedOver\":1}"))
                .anyMatch(line -> line.endsWith("\"RunsBroken\":0}"))
                .anyMatch(line -> line.endsWith("\"OldestIdleRun\":61}"));
    }

    @Test
    void nothingDue_isWrittenAsZero_soThatAlarmsEnd() {
        tick(world.host(world.agent(world.refundsOnce())));

        assertThat(lines).hasSize(3).allMatch(line -> line.endsWith(":0}"));
    }

    @Test
    void approval_thatNobodyDecided_expires_andTheRunGoesOn() {
        RunHost host = world.host(world.approvedAgent(world.refundsOnce()));
        RunKey run = world.started(host, "k1");
        RunWorkerFunction worker = new RunWorkerFunction(host, MessageVisibility.unchanged());
        answer(worker, messages(run));
        world.queue.clear();
        world.clock.advance(Duration.ofHours(2));

        assertThat(tick(host)).startsWith("{\"handedOver\":0,\"expired\":1,");
        assertThat(world.queue).containsExactly(run);
        answer(worker, messages(run));
        assertThat(world.status(host, run)).isEqualTo(RunStatus.COMPLETED);
        assertThat(world.effects).isEmpty();
    }

    @Test
    void timeOut_thatIsTooShort_isAnError() {
        RunHost host = world.host(world.agent(world.refundsOnce()));
        assertThatThrownBy(() -> answer(new RunTickFunction(host, tick -> {}), "{}", TestContexts.of(5_000)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("longer time-out");
    }
}
