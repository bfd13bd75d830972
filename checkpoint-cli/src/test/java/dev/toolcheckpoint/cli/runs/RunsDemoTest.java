package dev.toolcheckpoint.cli.runs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolcheckpoint.cli.Cli;
import dev.toolcheckpoint.cli.Cli.Result;
import dev.toolcheckpoint.runs.RunStatus;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The story, told by real processes. */
@Timeout(300)
class RunsDemoTest {

    @TempDir
    private Path folder;

    @Test
    void demo_tellsOfThreeKillsAndEachEffectOnce() {
        Result told = new Cli(folder).raw("runs", "demo");

        assertThat(told.exitCode()).as(told.out() + told.err()).isZero();
        assertThat(told.out())
                .contains(
                        "One run for both",
                        "KILLED between two steps",
                        "KILLED after the refund was made",
                        "KILLED after the mail was sent",
                        "APPROVED by ann",
                        "settled, went on by olga",
                        "\"amount\":480.00",
                        "over 6 workers",
                        "Each effect happened once.")
                .containsPattern("model answers +4 +4")
                .containsPattern("refunds .* 1 +1 ")
                .containsPattern("mails .* 2 +1 ")
                .doesNotContain("\u001b");
        assertThat(told.err()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "FAILED,4,4,1,1,2,1",
        "COMPLETED,5,4,1,1,2,1",
        "COMPLETED,4,4,2,1,2,1",
        "COMPLETED,4,4,2,2,2,1",
        "COMPLETED,4,4,1,1,2,2",
        "COMPLETED,4,4,1,1,1,1"
    })
    void figures_thatDiffer_areNotAsPromised(
            RunStatus status, int asked, int answers, int refundCalls, int refunds, int mailCalls, int mails) {
        assertThat(new RunsDemo.Figures(status, asked, answers, refundCalls, refunds, mailCalls, mails).asPromised())
                .isFalse();
    }
}
