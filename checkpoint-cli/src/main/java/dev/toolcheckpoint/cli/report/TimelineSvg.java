package dev.toolcheckpoint.cli.report;

import dev.toolcheckpoint.cli.report.Timeline.Shape;
import dev.toolcheckpoint.cli.report.Timeline.Step;
import dev.toolcheckpoint.cli.report.Timeline.Tone;
import java.time.Duration;
import java.util.Locale;

/**
 * Draws a timeline: a lane per party from top to bottom, a row per step. Every row has its own height and one label, so no two
 * labels can cover each other, whatever their texts are.
 */
final class TimelineSvg {

    private static final int WIDTH = 1000;
    private static final int GUTTER = 78;
    private static final int EDGE = 62;

    /** Labels of points stand to their right: the last lane needs room for the longest. */
    private static final int LAST_EDGE = 205;

    private static final int HEADER = 44;
    private static final int ROW = 27;
    private static final int BAND_ROW = 40;
    private static final int BAR = 5;
    private static final int LABEL_RISE = 6;

    private final Timeline timeline;
    private final String id;
    private final Markup out;
    private final int[] rows;
    private final int height;

    private TimelineSvg(Timeline timeline, String id, Markup out) {
        this.timeline = timeline;
        this.id = id;
        this.out = out;
        this.rows = new int[timeline.steps().size()];
        int y = HEADER;
        for (int i = 0; i < rows.length; i++) {
            boolean band = timeline.steps().get(i).shape() == Shape.BAND;
            y += band ? BAND_ROW : ROW;
            rows[i] = band ? y - 8 : y;
        }
        this.height = y + 18;
    }

    /**
     * Draws.
     *
     * @param id unique in the page
     */
    static void draw(Timeline timeline, String id, Markup out) {
        new TimelineSvg(timeline, id, out).draw();
    }

    private void draw() {
        out.open(
                "svg",
                "viewBox",
                "0 0 " + WIDTH + " " + height,
                "role",
                "img",
                "aria-labelledby",
                id + "-title " + id + "-desc");
        out.element("title", timeline.title(), "id", id + "-title");
        out.element("desc", timeline.description(), "id", id + "-desc").line();
        for (int lane = 0; lane < timeline.lanes().size(); lane++) {
            lane(lane);
        }
        out.line();
        for (int i = 0; i < rows.length; i++) {
            step(timeline.steps().get(i), rows[i]);
            out.line();
        }
        out.close();
    }

    private void lane(int lane) {
        int x = x(lane);
        int half = Math.min(50, (x(1) - x(0)) / 2 - 4);
        out.empty(
                "rect",
                "class",
                "lane",
                "x",
                num(x - half),
                "y",
                "6",
                "width",
                num(2 * half),
                "height",
                "26",
                "rx",
                "6");
        label(timeline.lanes().get(lane), x, 23, "lane-name", "middle");
        line("life", x, HEADER - 12, x, height - 6);
        int begun = -1;
        for (int i = 0; i < rows.length; i++) {
            Step step = timeline.steps().get(i);
            if (step.shape() == Shape.BEGIN && step.to() == lane) {
                begun = rows[i];
            } else if (begun >= 0 && ends(step, lane)) {
                bar(x, begun, rows[i]);
                begun = -1;
            }
        }
        if (begun >= 0) {
            bar(x, begun, height - 6);
        }
    }

    private static boolean ends(Step step, int lane) {
        return step.from() == lane && (step.shape() == Shape.END || step.shape() == Shape.KILL);
    }

    private void bar(int x, int from, int to) {
        out.empty(
                "rect",
                "class",
                "alive",
                "x",
                num(x - BAR),
                "y",
                num(from),
                "width",
                num(2 * BAR),
                "height",
                num(to - from),
                "rx",
                "2");
    }

    private void step(Step step, int y) {
        Duration at = step.at();
        if (at != null) {
            label(String.format(Locale.ROOT, "%.3f s", at.toNanos() / 1e9), GUTTER - 14, y + 4, "time", "end");
        }
        out.open("g", "class", "step " + tone(step.tone()));
        switch (step.shape()) {
            case MESSAGE, BEGIN, END -> message(step, y, 1);
            case LOST -> lost(step, y);
            case MARK -> mark(step, y);
            case KILL -> kill(step, y);
            case BAND -> band(step, y);
        }
        out.close();
    }

    private void message(Step step, int y, double part) {
        int direction = step.to() > step.from() ? 1 : -1;
        double from = x(step.from()) + direction * (BAR + 1);
        double whole = x(step.to()) - direction * (BAR + 1);
        double tip = from + (whole - from) * part;
        line("arrow", from, y, tip - direction * 6, y);
        out.empty(
                "polygon",
                "class",
                "head",
                "points",
                num(tip) + "," + num(y) + " " + num(tip - direction * 8) + "," + num(y - 4) + " "
                        + num(tip - direction * 8) + "," + num(y + 4));
        label(step.text(), (from + whole) / 2, y - LABEL_RISE, "label", "middle");
    }

    private void lost(Step step, int y) {
        message(step, y, 0.5);
        double middle = (x(step.from()) + x(step.to())) / 2.0 + (step.to() > step.from() ? 8 : -8);
        cross(middle, y, 5);
    }

    private void mark(Step step, int y) {
        int x = x(step.from());
        out.empty("circle", "class", "dot", "cx", num(x), "cy", num(y), "r", "6");
        besides(step, x, y);
    }

    private void kill(Step step, int y) {
        int x = x(step.from());
        out.empty("circle", "class", "kill", "cx", num(x), "cy", num(y), "r", "9");
        cross(x, y, 4);
        besides(step, x, y);
    }

    private void cross(double x, double y, double size) {
        line("cross", x - size, y - size, x + size, y + size);
        line("cross", x - size, y + size, x + size, y - size);
    }

    private void besides(Step step, int x, int y) {
        label(step.text(), x + 15, y + 4, "label", "start");
    }

    private void band(Step step, int y) {
        line("band", GUTTER - 8, y - 4, WIDTH - EDGE, y - 4);
        double middle = (x(0) + x(timeline.lanes().size() - 1)) / 2.0;
        label(step.text(), middle, y, "band-label", "middle");
    }

    private void line(String style, double x1, double y1, double x2, double y2) {
        out.empty("line", "class", style, "x1", num(x1), "y1", num(y1), "x2", num(x2), "y2", num(y2));
    }

    private void label(String text, double x, double y, String style, String anchor) {
        out.element("text", text, "class", style, "x", num(x), "y", num(y), "text-anchor", anchor);
    }

    private int x(int lane) {
        int first = GUTTER + EDGE - 8;
        int last = WIDTH - LAST_EDGE;
        int lanes = timeline.lanes().size();
        return first + lane * (last - first) / (lanes - 1);
    }

    static String tone(Tone tone) {
        return "tone-" + tone.name().toLowerCase(Locale.ROOT);
    }

    private static String num(double value) {
        return value == Math.rint(value) ? Long.toString((long) value) : String.format(Locale.ROOT, "%.1f", value);
    }
}
