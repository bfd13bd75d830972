package dev.toolcheckpoint.cli.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LabProcessTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    @Test
    void process_whoseLabIsGoneWhilePaused_endsWithoutActing() throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                LabProcess.class.getName()));
        command.addAll(arguments(Fault.BEFORE_EFFECT).toWords());
        Process process = new ProcessBuilder(command).start();
        try (var lines = process.inputReader()) {
            assertThat(lines.readLine()).isEqualTo("PAUSED before-effect");
            process.getOutputStream().close();

            assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        assertThat(process.exitValue()).isEqualTo(3);
        assertThat(new RefundLedger(arguments(Fault.NONE).ledger()).calls()).isZero();
    }

    @Test
    void launcher_killsAtThePauseThatWasAcknowledged() throws Exception {
        ProcessLauncher launcher = new ProcessLauncher(LabProcess.class.getName(), System.getenv());

        ProcessEnd end = launcher.run(arguments(Fault.AFTER_EFFECT));

        assertThat(end).isEqualTo(new ProcessEnd(null, 137));
        assertThatThrownBy(end::requireAnswer).isInstanceOf(LabException.class);
        assertThat(Trace.read(ProcessArguments.trace(folder)))
                .extracting(TraceEvent::kind)
                .containsExactly(
                        TraceEvent.Kind.DELIVERED,
                        TraceEvent.Kind.STARTED,
                        TraceEvent.Kind.REQUESTED,
                        TraceEvent.Kind.EFFECT,
                        TraceEvent.Kind.CONFIRMED,
                        TraceEvent.Kind.PAUSED,
                        TraceEvent.Kind.KILLED);
        assertThat(new RefundLedger(arguments(Fault.NONE).ledger()).effects()).isEqualTo(1);
    }

    @Test
    void pauses_ofAnotherPoint_letTheProcessGoOn() {
        Trace trace = new Trace(ProcessArguments.trace(folder), 1);
        InputStream parent = new ByteArrayInputStream(new byte[0]);
        PrintStream out = new PrintStream(PrintStream.nullOutputStream());

        new Pauses(Fault.AFTER_EFFECT, trace, parent, out).reach(Fault.BEFORE_EFFECT);
        new Pauses(Fault.NONE, trace, parent, out).reach(Fault.NONE);

        assertThat(Files.exists(ProcessArguments.trace(folder))).isFalse();
    }

    @Test
    void arguments_asWords_areReadBack() {
        ProcessArguments arguments = arguments(Fault.RESPONSE_LOSS);

        assertThat(ProcessArguments.ofWords(arguments.toWords().toArray(String[]::new)))
                .isEqualTo(arguments);
        assertThatThrownBy(() -> ProcessArguments.ofWords(new String[] {"strategy=NAIVE"}))
                .hasMessageContaining("Expected fault=");
        assertThatThrownBy(() -> ProcessArguments.ofWords(new String[] {"strategy"}))
                .hasMessageContaining("name=value");
    }

    @Test
    void traceEvent_asLine_isReadBack() {
        TraceEvent event = TraceEvent.now(2, TraceEvent.Kind.CLAIMED, "claim: attempt 2");

        assertThat(TraceEvent.ofLine(event.toLine())).isEqualTo(event);
        assertThatThrownBy(() -> TraceEvent.ofLine("12\t1")).hasMessageContaining("4 fields");
    }

    private ProcessArguments arguments(Fault fault) {
        return new ProcessArguments(
                Strategy.NAIVE,
                fault,
                1,
                Instant.ofEpochMilli(1_750_000_000_123L),
                folder,
                "sqlite:a=b.db",
                Map.of("endpoint", "x=y"),
                "call \"1\"",
                "order-1",
                5);
    }
}
