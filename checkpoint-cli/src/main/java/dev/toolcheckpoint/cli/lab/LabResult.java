package dev.toolcheckpoint.cli.lab;

import java.util.List;
import java.util.Map;

/**
 * What a run of the lab measured, against what was expected.
 *
 * @param environment where it ran, for the JSON document
 * @param cases in the order of the matrix
 */
record LabResult(Map<String, Object> environment, Expectations expectations, List<CaseResult> cases) {

    /** Copies the list. */
    LabResult {
        cases = List.copyOf(cases);
    }

    /** Whether every case came to what it must. */
    boolean matches() {
        return deviations().isEmpty();
    }

    /** The cases that did not. */
    List<CaseResult> deviations() {
        return cases.stream().filter(result -> !asExpected(result)).toList();
    }

    boolean asExpected(CaseResult result) {
        return expected(result).equals(result.figures());
    }

    Figures expected(CaseResult result) {
        return expectations.of(result.spec().strategy(), result.spec().fault());
    }

    /** The repetitions of one cell of the table. */
    List<CaseResult> cell(Strategy strategy, Fault fault) {
        return cases.stream()
                .filter(result ->
                        result.spec().strategy() == strategy && result.spec().fault() == fault)
                .toList();
    }

    /** The case that stands for its cell: the first that is not as expected, else the first. */
    CaseResult shown(Strategy strategy, Fault fault) {
        List<CaseResult> cell = cell(strategy, fault);
        return cell.stream().filter(result -> !asExpected(result)).findFirst().orElseGet(() -> cell.get(0));
    }

    /** The end of the report to people, in sentences. */
    List<String> summary() {
        int different = deviations().size();
        if (different > 0) {
            return List.of(different + " of " + cases.size() + " cases differ from the documented table.");
        }
        return List.of(
                "All " + cases.size() + " cases came to what the documented table says.",
                "Neither journal strategy made a further call in a third process.");
    }
}
