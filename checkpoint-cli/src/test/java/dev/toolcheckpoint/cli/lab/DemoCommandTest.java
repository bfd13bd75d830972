package dev.toolcheckpoint.cli.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoCommandTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    @Test
    void demo_run_tellsWhatReallyHappenedIn80Columns() throws Exception {
        Shell shell = new Shell();

        int exit = shell.run(demo(LabProcess.class));

        assertThat(exit).as(shell.err() + shell.out()).isZero();
        assertThat(shell.out())
                .contains(
                        "naive                        2       2       completed   PAID TWICE",
                        "checkpoint-only              2       2       completed   PAID TWICE",
                        "downstream-idempotency-only  2       1       completed   paid once; calls again",
                        "journal-idempotent           2       1       completed   paid once",
                        "journal-manual               1       1       uncertain   waits for evidence",
                        "The same 56 bytes",
                        "UNCERTAIN, LEASE_EXPIRED",
                        "  settled",
                        "The call arrives once more: replay",
                        "the ledger still has 1 call and 1 refund",
                        "Everything came out as documented.")
                .doesNotContain("\u001b");
        assertThat(shell.out().lines().filter(line -> !line.contains(folder.toString())))
                .allMatch(line -> line.length() <= 80);
        Path report = folder.resolve("tool-checkpoint").resolve("demo.html");
        assertThat(shell.out()).contains(report.toString());
        String page = Files.readString(report);
        assertThat(Pages.wellFormed(page).getElementsByTagName("svg").getLength())
                .isEqualTo(7);
        Pages.assertSelfContained(page);
    }

    @Test
    void demo_toolThatActsTwice_saysThatItIsNotAsDocumented() {
        Shell shell = new Shell();
        Path report = folder.resolve("other.html");

        int exit = shell.run(demo(ActsTwice.class), "--html", report.toString());

        assertThat(exit).isEqualTo(1);
        assertThat(shell.out()).contains("Something did not come out as documented", report.toString());
        assertThat(report).content().contains("Something in this run did not come out as documented.");
    }

    private DemoCommand demo(Class<?> process) {
        return new DemoCommand(process.getName(), Map.of("XDG_STATE_HOME", folder.toString()), true);
    }
}
