package dev.toolcheckpoint.cli.lab;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine.Help.Ansi;

/** The lab's table for people, in 80 columns. */
final class LabTable {

    private static final int NAME_WIDTH = 19;
    private static final int CELL_WIDTH = 15;
    static final List<Fault> FAULTS =
            Arrays.stream(Fault.values()).filter(fault -> fault != Fault.NONE).toList();

    private LabTable() {}

    static List<String> lines(LabResult result, Ansi ansi) {
        List<String> lines = new ArrayList<>();
        StringBuilder header = new StringBuilder(" ".repeat(NAME_WIDTH));
        FAULTS.forEach(fault -> header.append(padded(fault.text(), CELL_WIDTH)));
        lines.add(Paint.bold(header.toString().stripTrailing(), ansi));
        for (Strategy strategy : Strategy.values()) {
            List<String> name = nameLines(strategy.text());
            StringBuilder row = new StringBuilder(padded(name.get(0), NAME_WIDTH));
            for (Fault fault : FAULTS) {
                row.append(cell(result, strategy, fault, ansi));
            }
            lines.add(row.toString().stripTrailing());
            name.stream().skip(1).map(rest -> "  " + rest).forEach(lines::add);
        }
        lines.add("");
        lines.add("Cells: calls/refunds in the service's ledger after the second process, and that");
        lines.add("process's answer. One refund is right; two mean that money was paid twice.");
        if (!result.matches()) {
            lines.add("");
            lines.add(Paint.bad("Cells with a ! differ from what they must be:", ansi));
            for (CaseResult deviation : result.deviations()) {
                lines.add("  " + deviation.spec().strategy().text() + ", "
                        + deviation.spec().fault().text() + ", repetition "
                        + deviation.spec().repetition() + ":");
                lines.add("    expected " + result.expected(deviation) + ", measured " + deviation.figures());
            }
            lines.add("  (+n) counts the further calls of a third process.");
        }
        return lines;
    }

    private static String cell(LabResult result, Strategy strategy, Fault fault, Ansi ansi) {
        CaseResult shown = result.shown(strategy, fault);
        String text = shown.figures().cell();
        if (!result.asExpected(shown)) {
            return Paint.bad(padded(text + "!", CELL_WIDTH), ansi);
        }
        String cell = padded(text, CELL_WIDTH);
        return shown.figures().effects() > 1 ? Paint.warning(cell, ansi) : cell;
    }

    /** A long name is broken at a hyphen. */
    private static List<String> nameLines(String name) {
        int hyphen = name.indexOf('-');
        return name.length() < NAME_WIDTH || hyphen < 0
                ? List.of(name)
                : List.of(name.substring(0, hyphen + 1), name.substring(hyphen + 1));
    }

    static String padded(String text, int width) {
        return text.length() < width ? text + " ".repeat(width - text.length()) : text + " ";
    }
}
