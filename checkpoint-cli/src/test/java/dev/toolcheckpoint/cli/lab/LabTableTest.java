package dev.toolcheckpoint.cli.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Help.Ansi;

class LabTableTest {

    @Test
    void table_oneRepetitionOfManyDiffers_marksTheCellAndShowsThatCase() {
        LabResult result = result(3, new Figures(2, 2, "completed", 0));

        assertThat(result.matches()).isFalse();
        assertThat(LabTable.lines(result, Ansi.OFF))
                .contains(
                        "journal-idempotent 1/1 completed  2/2 completed! 1/1 replay     2/1 completed",
                        "  journal-idempotent, after-effect, repetition 3:",
                        "    expected 2/1 completed (+0), measured 2/2 completed (+0)");
        assertThat(result.summary()).containsExactly("1 of 60 cases differ from the documented table.");
        assertThat(LabReport.page(result))
                .contains("differs: expected 2/1 completed (+0)", "1 of 60 cases differ", "verdict tone-bad");
    }

    @Test
    void table_furtherCallOfAThirdProcess_differsToo() {
        LabResult result = result(1, new Figures(2, 1, "completed", 1));

        assertThat(result.matches()).isFalse();
        assertThat(LabTable.lines(result, Ansi.ON)).anyMatch(line -> line.contains("\u001b[31;1m2/1 completed! "));
    }

    @Test
    void expectations_ofNoCase_areRefused() {
        assertThatThrownBy(() -> Expectations.documented().of(Strategy.NAIVE, Fault.NONE))
                .hasMessageContaining("naive, none");
    }

    @Test
    void progress_onATerminal_keepsToOneLine() {
        StringWriter err = new StringWriter();
        Progress progress = new Progress(new PrintWriter(err), true, 2);

        progress.step("a");
        progress.step("b");
        progress.end();

        assertThat(err.toString())
                .doesNotContain("\n")
                .contains("1 of 2  a", "2 of 2  b")
                .endsWith("\r\u001b[K");
    }

    /** Everything as documented, but for the last repetition of journal-idempotent, after-effect. */
    private static LabResult result(int repetitions, Figures deviating) {
        Expectations expectations = Expectations.documented();
        List<CaseResult> cases = Lab.matrix(repetitions, "t").stream()
                .map(spec -> {
                    boolean deviates = spec.strategy() == Strategy.JOURNAL_IDEMPOTENT
                            && spec.fault() == Fault.AFTER_EFFECT
                            && spec.repetition() == repetitions;
                    Figures figures = deviates ? deviating : expectations.of(spec.strategy(), spec.fault());
                    return new CaseResult(spec, figures, List.of(TraceEvent.now(1, TraceEvent.Kind.DELIVERED, "call")));
                })
                .toList();
        return new LabResult(Map.of("store", "none"), expectations, cases);
    }
}
