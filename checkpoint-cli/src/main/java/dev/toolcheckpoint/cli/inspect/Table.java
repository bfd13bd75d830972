package dev.toolcheckpoint.cli.inspect;

import java.util.ArrayList;
import java.util.List;

/** Columns of text, as wide as they need to be. */
final class Table {

    private static final int WIDEST = 48;
    private static final String GAP = "  ";

    private final List<List<String>> rows = new ArrayList<>();

    Table(String... headings) {
        rows.add(List.of(headings));
    }

    void row(String... cells) {
        List<String> row = new ArrayList<>();
        for (String cell : cells) {
            row.add(safe(cell));
        }
        rows.add(row);
    }

    List<String> lines() {
        int columns = rows.get(0).size();
        int[] widths = new int[columns];
        for (List<String> row : rows) {
            for (int i = 0; i < columns; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        List<String> lines = new ArrayList<>();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < columns; i++) {
                line.append(row.get(i))
                        .append(" ".repeat(widths[i] - row.get(i).length()))
                        .append(GAP);
            }
            lines.add(line.toString().stripTrailing());
        }
        return lines;
    }

    /** A name is a caller's: it must not move the cursor or colour the screen, and not push the other columns away. */
    static String safe(String text) {
        StringBuilder safe = new StringBuilder();
        for (int i = 0; i < text.length() && safe.length() < WIDEST; i++) {
            char c = text.charAt(i);
            boolean plain = !Character.isISOControl(c) && Character.getType(c) != Character.FORMAT;
            safe.append(plain ? String.valueOf(c) : String.format("\\u%04x", (int) c));
        }
        return safe.length() >= WIDEST ? safe.substring(0, WIDEST - 1) + "…" : safe.toString();
    }
}
