package dev.toolcheckpoint.cli.inspect;

import java.util.ArrayList;
import java.util.List;

/** Columns of text, as wide as they need to be. */
public final class Table {

    private static final int WIDEST = 48;
    private static final String GAP = "  ";

    private final List<List<String>> rows = new ArrayList<>();

    /** A table with these headings. */
    public Table(String... headings) {
        rows.add(List.of(headings));
    }

    /** Adds a row. */
    public void row(String... cells) {
        List<String> row = new ArrayList<>();
        for (String cell : cells) {
            row.add(safe(cell));
        }
        rows.add(row);
    }

    /** The table, line by line. */
    public List<String> lines() {
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

    /** As {@link #plain}, and not so long that it pushes the other columns away. */
    private static String safe(String text) {
        String plain = plain(text);
        if (plain.length() < WIDEST) {
            return plain;
        }
        int end = Character.isHighSurrogate(plain.charAt(WIDEST - 2)) ? WIDEST - 2 : WIDEST - 1;
        return plain.substring(0, end) + "…";
    }

    /** A name is a caller's: it must not move the cursor or colour the screen. */
    public static String plain(String text) {
        StringBuilder plain = new StringBuilder();
        text.codePoints().forEach(c -> {
            boolean harmless = !Character.isISOControl(c)
                    && Character.getType(c) != Character.FORMAT
                    && Character.getType(c) != Character.SURROGATE;
            if (harmless) {
                plain.appendCodePoint(c);
            } else {
                plain.append(String.format(c > 0xFFFF ? "\\U%08x" : "\\u%04x", c));
            }
        });
        return plain.toString();
    }
}
