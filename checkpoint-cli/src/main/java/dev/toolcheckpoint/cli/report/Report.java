package dev.toolcheckpoint.cli.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;

/** Builds a page, from top to bottom. Not thread-safe. */
public final class Report {

    private static final String STYLE = "report.css";

    private final Markup out = new Markup();
    private int timelines;

    /**
     * A page.
     *
     * @param title also its first heading
     * @param lead what the reader should know first
     */
    public Report(String title, String lead) {
        out.open("html", "lang", "en").line();
        out.open("head").empty("meta", "charset", "utf-8");
        out.empty("meta", "name", "viewport", "content", "width=device-width, initial-scale=1");
        out.empty("meta", "name", "color-scheme", "content", "light dark");
        out.element("title", title).element("style", style()).close().line();
        out.open("body").open("main").line();
        out.element("h1", title).element("p", lead, "class", "lead").line();
    }

    /** A line of state, right or wrong. */
    public Report verdict(Timeline.Tone tone, String text) {
        out.element("p", text, "class", "verdict " + TimelineSvg.tone(tone)).line();
        return this;
    }

    /** A heading of the second level. */
    public Report heading(String text) {
        out.element("h2", text).line();
        return this;
    }

    /** A paragraph. */
    public Report paragraph(String text) {
        out.element("p", text).line();
        return this;
    }

    /** Text as it is typed or stored. */
    public Report verbatim(String text) {
        out.open("pre").element("code", text).close().line();
        return this;
    }

    /** A table. */
    public Report table(Table table) {
        out.open("div", "class", "scroll").open("table").element("caption", table.caption());
        out.open("thead").open("tr");
        table.header().forEach(name -> out.element("th", name, "scope", "col"));
        out.close().close().line().open("tbody");
        for (var row : table.rows()) {
            out.open("tr");
            for (int column = 0; column < row.size(); column++) {
                cell(row.get(column), column == 0);
            }
            out.close().line();
        }
        out.close().close().close().line();
        return this;
    }

    private void cell(Table.Cell cell, boolean first) {
        String tone = TimelineSvg.tone(cell.tone());
        if (first) {
            out.open("th", "scope", "row", "class", tone);
        } else {
            out.open("td", "class", tone);
        }
        out.text(cell.text());
        if (!cell.note().isEmpty()) {
            out.element("small", cell.note());
        }
        out.close();
    }

    /** What the pictures' signs mean. */
    public Report legend() {
        out.open("ul", "class", "legend");
        sign("alive", "the process lives");
        sign("kill", "SIGKILL");
        sign("good", "a refund is made");
        sign("bad", "a refund is made again: harm");
        sign("warning", "to be noticed");
        sign("band", "the logical clock is set forward");
        out.close();
        out.element(
                "p",
                "Rows stand in the order in which things happened. The times on the left are real: seconds since the call first"
                        + " arrived. Only the journal's clock is set forward, so that no lease has to be waited for.",
                "class",
                "note");
        out.line();
        return this;
    }

    private void sign(String name, String meaning) {
        out.open("li").element("span", "", "class", "sign sign-" + name, "aria-hidden", "true");
        out.text(meaning).close();
    }

    /** A timeline: the picture, and the same as text. */
    public Report timeline(Timeline timeline) {
        timelines++;
        out.open("figure").element("figcaption", timeline.title());
        out.element("p", timeline.description());
        TimelineSvg.draw(timeline, "timeline-" + timelines, out);
        out.open("details").element("summary", "The same as text").open("ol");
        for (Timeline.Step step : timeline.steps()) {
            out.element("li", sentence(timeline, step));
        }
        out.close().close().close().line();
        return this;
    }

    private static String sentence(Timeline timeline, Timeline.Step step) {
        String from = timeline.lanes().get(step.from());
        String to = timeline.lanes().get(step.to());
        String what = switch (step.shape()) {
            case MESSAGE, BEGIN, END -> from + " to " + to + ": " + step.text();
            case LOST -> from + " to " + to + ", never arrives: " + step.text();
            case MARK, KILL -> from + ": " + step.text();
            case BAND -> step.text();
        };
        Duration at = step.at();
        return at == null ? what : String.format(Locale.ROOT, "%.3f s, %s", at.toNanos() / 1e9, what);
    }

    /**
     * The page, and the end of this report.
     *
     * @param foot where and when it was made
     */
    public String page(String foot) {
        out.element("footer", foot).close().close().close();
        return "<!DOCTYPE html>\n" + out + "\n";
    }

    private static String style() {
        try (InputStream in = Report.class.getResourceAsStream(STYLE)) {
            if (in == null) {
                throw new IllegalStateException("The resource " + STYLE + " is missing.");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
