package dev.toolcheckpoint.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real processes on one file. */
class RacingProcessesTest {

    private static final int RACERS = 8;

    @TempDir
    private Path folder;

    @Test
    @Timeout(180)
    void begin_eightProcessesOnOneKey_exactlyOneAcquires() throws IOException, InterruptedException {
        Path intent = Files.writeString(
                folder.resolve("intent.json"), "{\"namespace\":\"n\",\"callId\":\"c\",\"tool\":\"t\",\"input\":1}");
        List<Process> racers = new ArrayList<>();
        for (int i = 0; i < RACERS; i++) {
            // They wait for their intent on stdin, so that they start to race together.
            racers.add(ChildJvm.of(folder.resolve("calls.db"), "begin", "--intent", "-")
                    .start());
        }
        for (Process racer : racers) {
            racer.getOutputStream().write(Files.readAllBytes(intent));
        }
        for (Process racer : racers) {
            racer.getOutputStream().close();
        }

        List<String> kinds = new ArrayList<>();
        List<Integer> exitCodes = new ArrayList<>();
        for (Process racer : racers) {
            String answer = ChildJvm.output(racer);
            kinds.add(answer.contains("\"acquired\"") ? "acquired" : answer.contains("\"busy\"") ? "busy" : answer);
            exitCodes.add(racer.waitFor());
        }

        assertThat(kinds).filteredOn("acquired"::equals).hasSize(1);
        assertThat(kinds).filteredOn("busy"::equals).hasSize(RACERS - 1);
        assertThat(exitCodes).filteredOn(code -> code == 0).hasSize(1);
        assertThat(exitCodes).filteredOn(code -> code == 3).hasSize(RACERS - 1);
    }
}
