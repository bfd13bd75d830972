package dev.toolcheckpoint.cli.lab;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;

/** The command with which an operator would record what was found out. It is one that can be typed. */
final class SettleLine {

    private final List<List<String>> groups = new ArrayList<>();

    /**
     * A command.
     *
     * @param place the store; a command for one that isn't there afterwards names none
     * @param settlement what is recorded
     */
    SettleLine(StorePlace place, LostReceipt.Settlement settlement) {
        groups.add(List.of("checkpoint", "settle"));
        if (place.name() != null) {
            groups.add(List.of("--store", place.name()));
            new TreeMap<>(place.options()).forEach((name, value) -> groups.add(List.of(option(name), value)));
        }
        groups.add(List.of(
                "--namespace",
                JournalCaller.NAMESPACE,
                "--call-id",
                settlement.story().callId()));
        groups.add(List.of("--result", settlement.result()));
        groups.add(List.of("--evidence", settlement.evidence()));
        groups.add(List.of("--by", LostReceipt.OPERATOR));
    }

    /** The words, as a shell hands them over. */
    List<String> words() {
        return groups.stream().flatMap(List::stream).toList();
    }

    /** The lines to type. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < groups.size(); i++) {
            String indent = i == 0 ? "  " : "    ";
            String end = i == groups.size() - 1 ? "" : " \\";
            lines.add(indent
                    + String.join(
                            " ", groups.get(i).stream().map(SettleLine::quoted).toList())
                    + end);
        }
        return lines;
    }

    /** As the commands name it: {@code tableId} is {@code --table-id}. */
    private static String option(String name) {
        return "--" + name.replaceAll("(?=[A-Z])", "-").toLowerCase(Locale.ROOT);
    }

    private static String quoted(String word) {
        return word.matches("[\\w./:=-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
