package dev.toolcheckpoint.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolcheckpoint.cli.ChildJvm;
import dev.toolcheckpoint.cli.Cli;
import dev.toolcheckpoint.cli.Cli.Result;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The program as a process of its own, that is asked to end or killed while its command runs. */
@DisabledOnOs(OS.WINDOWS)
@Timeout(120)
class SignalsTest {

    /** Says when it started, and waits to be ended; a trap shows that it was asked, not killed. */
    private static final String SCRIPT =
            "trap 'echo asked; exit 9' TERM INT HUP; echo started; while :; do sleep 0.1; done";

    @TempDir
    private Path folder;

    private Process started(String lease, String script) throws IOException {
        Process process = ChildJvm.of(
                        folder.resolve("calls.db"),
                        "run",
                        "--namespace",
                        "ops",
                        "--key",
                        "k",
                        "--lease",
                        lease,
                        "--",
                        "sh",
                        "-c",
                        script)
                .start();
        BufferedReader output = process.inputReader();
        assertThat(output.readLine()).isEqualTo("started");
        return process;
    }

    private Result again(String script) {
        return new Cli(folder).now().run("run", "--namespace", "ops", "--key", "k", "--", "sh", "-c", script);
    }

    private static void signal(String name, Process process) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid()))
                .start()
                .waitFor();
    }

    @Test
    void term_whileTheCommandRuns_isPassedOnAndItsEndIsRecorded() throws IOException, InterruptedException {
        Process process = started("15m", SCRIPT);

        signal("TERM", process);

        assertThat(process.waitFor()).isEqualTo(9);
        Result replayed = again(SCRIPT);
        assertThat(replayed.exitCode()).isEqualTo(9);
        assertThat(replayed.out()).isEqualTo("started\nasked\n");
    }

    @Test
    void hangup_whileTheCommandRuns_isPassedOnUnlessIgnored() throws IOException, InterruptedException {
        Process process = started("15m", SCRIPT);

        signal("HUP", process);
        if (hangupIsIgnored()) {
            // Whoever started this build (nohup, a supervisor) wants hang-ups ignored: then the command doesn't hear of
            // them.
            assertThat(process.isAlive()).isTrue();
            signal("TERM", process);
        }

        assertThat(process.waitFor()).isEqualTo(9);
    }

    /** Ignored signals are inherited; a JVM leaves them ignored. */
    private static boolean hangupIsIgnored() throws IOException {
        Path status = Path.of("/proc/self/status");
        if (!Files.isReadable(status)) {
            return false;
        }
        for (String line : Files.readAllLines(status)) {
            if (line.startsWith("SigIgn:")) {
                return (Long.parseUnsignedLong(
                                        line.substring("SigIgn:".length()).strip(), 16)
                                & 1)
                        != 0;
            }
        }
        return false;
    }

    @Test
    void kill_whileTheCommandRuns_leavesItUncertain() throws IOException, InterruptedException {
        String script = "echo started; echo $$ > " + folder.resolve("pid") + "; sleep 60";
        Process process = started("2s", script);

        process.destroyForcibly();
        process.waitFor();

        Result busy = again(script);
        assertThat(busy.exitCode()).isIn(123, 125);
        Result later = new Cli(folder)
                .at(System.currentTimeMillis() + 10_000)
                .run("run", "--namespace", "ops", "--key", "k", "--", "sh", "-c", script);
        assertThat(later.exitCode()).isEqualTo(125);
        signalOrphan();
    }

    /** The command outlives a killed program: that is why the call is uncertain. */
    private void signalOrphan() throws IOException {
        long pid = Long.parseLong(Files.readString(folder.resolve("pid")).strip());
        ProcessHandle.of(pid).ifPresent(orphan -> {
            orphan.descendants().forEach(ProcessHandle::destroyForcibly);
            orphan.destroyForcibly();
        });
    }
}
