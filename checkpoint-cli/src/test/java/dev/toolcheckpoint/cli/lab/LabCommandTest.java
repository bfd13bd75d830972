package dev.toolcheckpoint.cli.lab;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LabCommandTest {

    /** Written out a second time on purpose: calls/effects outcome +callsAfterRestart, in the order of the faults. */
    private static final Map<String, List<String>> DOCUMENTED = Map.of(
            "naive", List.of("1/1 completed +1", "2/2 completed +1", "2/2 completed +1", "2/2 completed +1"),
            "checkpoint-only", List.of("1/1 completed +0", "2/2 completed +0", "1/1 replay +0", "2/2 completed +0"),
            "downstream-idempotency-only",
                    List.of("1/1 completed +1", "2/1 completed +1", "2/1 completed +1", "2/1 completed +1"),
            "journal-idempotent", List.of("1/1 completed +0", "2/1 completed +0", "1/1 replay +0", "2/1 completed +0"),
            "journal-manual", List.of("0/0 uncertain +0", "1/1 uncertain +0", "1/1 replay +0", "1/1 uncertain +0"));

    private static final List<String> FAULTS =
            List.of("before-effect", "after-effect", "after-complete", "response-loss");

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    @Test
    void lab_oneRepetition_measuresTheDocumentedTableAndCarriesEveryCase() throws Exception {
        Path json = folder.resolve("lab.json");
        Path html = folder.resolve("lab.html");
        Shell shell = new Shell();

        Path kept = folder.resolve("kept");
        int exit = shell.run(
                new LabCommand(System.getenv()),
                "--json",
                json.toString(),
                "--html",
                html.toString(),
                "--keep",
                kept.toString());

        assertThat(exit).as(shell.err() + shell.out()).isZero();
        JsonNode document = new ObjectMapper().readTree(Files.readString(json));
        assertThat(document.fieldNames()).toIterable().containsExactly("protocol", "environment", "cases", "matches");
        assertThat(document.path("protocol").intValue()).isEqualTo(1);
        assertThat(document.path("matches").booleanValue()).isTrue();
        assertThat(document.path("environment").path("store").textValue()).startsWith("sqlite");
        assertThat(measured(document)).isEqualTo(DOCUMENTED);
        assertThat(shell.out())
                .contains(
                        "naive              1/1 completed  2/2 completed  2/2 completed  2/2 completed",
                        "journal-manual     0/0 uncertain  1/1 uncertain  1/1 replay     1/1 uncertain",
                        "All 20 cases match the documented table.",
                        "Figures: " + json,
                        "Report: " + html)
                .doesNotContain("\u001b");
        assertThat(shell.out().lines().filter(line -> !line.contains(folder.toString())))
                .allMatch(line -> line.length() <= 80);
        assertThat(shell.err()).contains("20 cases of 3 processes each", "20 of 20 cases done");
        String page = Files.readString(html);
        assertThat(Pages.wellFormed(page).getElementsByTagName("svg").getLength())
                .isEqualTo(20);
        Pages.assertSelfContained(page);
        assertThat(kept.resolve("journal-manual-after-effect-1").resolve("ledger.jsonl"))
                .content()
                .contains("\"type\":\"effect\"");
    }

    @Test
    void lab_sharedStoreTwice_findsNoRecordOfTheRunBefore() throws Exception {
        StorePlace store = new StorePlace("sqlite:" + folder.resolve("shared.db"), Map.of());
        Lab lab = new Lab(store, new ProcessLauncher(LabProcess.class.getName(), System.getenv()), Instant.now());

        for (String run : List.of("first", "second")) {
            List<CaseSpec> cases = List.of(
                    Lab.spec(Strategy.JOURNAL_MANUAL, Fault.AFTER_EFFECT, 1, run),
                    Lab.spec(Strategy.JOURNAL_IDEMPOTENT, Fault.AFTER_COMPLETE, 1, run));
            try (WorkFolder work = WorkFolder.temporary()) {
                assertThat(lab.run(cases, work, done -> {}))
                        .extracting(CaseResult::figures)
                        .containsExactly(new Figures(1, 1, "uncertain", 0), new Figures(1, 1, "replay", 0));
            }
        }
        assertThat(folder.resolve("shared.db")).exists();
    }

    @Test
    void lab_toolThatActsTwice_failsAndNamesTheCells() throws Exception {
        Path json = folder.resolve("lab.json");
        Shell shell = new Shell();

        int exit = shell.run(new LabCommand(ActsTwice.class.getName(), System.getenv()), "--json", json.toString());

        assertThat(exit).isEqualTo(1);
        assertThat(shell.out())
                .contains("2/2 completed!", "naive, before-effect, repetition 1:")
                .contains("expected 1/1 completed (+1), measured 2/2 completed (+2)")
                .contains("cases differ from the documented table.");
        assertThat(new ObjectMapper()
                        .readTree(Files.readString(json))
                        .path("matches")
                        .booleanValue())
                .isFalse();
    }

    @Test
    void lab_processThatDoesNotStart_failsWithItsMessages() {
        Shell shell = new Shell();

        int exit = shell.run(new LabCommand("dev.toolcheckpoint.NoSuchClass", System.getenv()));

        assertThat(exit).isEqualTo(1);
        assertThat(shell.out()).isEmpty();
        assertThat(shell.err()).contains("without an answer", "dev.toolcheckpoint.NoSuchClass");
    }

    @Test
    void lab_repetitionsOutOfRange_isRefused() {
        Shell shell = new Shell();

        assertThat(shell.run(new LabCommand(System.getenv()), "--repetitions", "0"))
                .isEqualTo(2);
        assertThat(shell.err()).contains("--repetitions must be 1 to 1000, found 0.");
    }

    @Test
    void lab_storeOfAnUnknownScheme_isRefusedBeforeAnyProcess() {
        Shell shell = new Shell();

        assertThat(shell.run(new LabCommand(System.getenv()), "--store", "paper:drawer"))
                .isEqualTo(Shell.REFUSED);
        assertThat(shell.err()).contains("paper").doesNotContain("cases of 3 processes");
    }

    @Test
    void lab_outputThatCannotBeWritten_isRefusedBeforeAnyProcess() throws IOException {
        Path used = Files.createDirectory(folder.resolve("used"));
        Files.writeString(used.resolve("something"), "");
        Shell shell = new Shell();

        String missing = folder.resolve("missing").resolve("lab.json").toString();
        assertThat(shell.run(new LabCommand(System.getenv()), "--json", missing))
                .isEqualTo(Shell.REFUSED);
        assertThat(shell.run(new LabCommand(System.getenv()), "--html", folder.toString()))
                .isEqualTo(Shell.REFUSED);
        assertThat(shell.run(new LabCommand(System.getenv()), "--keep", used.toString()))
                .isEqualTo(Shell.REFUSED);

        assertThat(shell.err())
                .contains("is not there", "is a folder", "--keep needs an empty folder")
                .doesNotContain("of 20 cases done");
    }

    private static Map<String, List<String>> measured(JsonNode document) {
        Map<String, List<String>> table = new TreeMap<>();
        int index = 0;
        for (JsonNode each : document.path("cases")) {
            assertThat(each.fieldNames())
                    .toIterable()
                    .containsExactly(
                            "strategy", "fault", "repetition", "calls", "effects", "outcome", "callsAfterRestart");
            assertThat(each.path("fault").textValue()).isEqualTo(FAULTS.get(index % FAULTS.size()));
            assertThat(each.path("repetition").intValue()).isEqualTo(1);
            table.computeIfAbsent(each.path("strategy").textValue(), name -> new ArrayList<>())
                    .add(each.path("calls").intValue() + "/"
                            + each.path("effects").intValue() + " "
                            + each.path("outcome").textValue() + " +"
                            + each.path("callsAfterRestart").intValue());
            index++;
        }
        return table;
    }
}
