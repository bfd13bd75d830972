package dev.toolcheckpoint.cli.report;

import java.util.List;

/**
 * A table of texts.
 *
 * @param caption what it shows
 * @param header the columns' names; the first column names the rows
 * @param rows each as long as the header
 */
public record Table(String caption, List<String> header, List<List<Cell>> rows) {

    /** Copies the lists and checks their lengths. */
    public Table {
        header = List.copyOf(header);
        rows = rows.stream().map(List::copyOf).toList();
        for (List<Cell> row : rows) {
            if (row.size() != header.size()) {
                throw new IllegalArgumentException(
                        "A row has " + row.size() + " cells, but the header has " + header.size() + ".");
            }
        }
    }

    /**
     * A cell.
     *
     * @param text the main text
     * @param note a smaller line below; may be empty
     */
    public record Cell(String text, String note, Timeline.Tone tone) {

        /** A cell that is nothing special. */
        public static Cell of(String text) {
            return new Cell(text, "", Timeline.Tone.PLAIN);
        }
    }
}
