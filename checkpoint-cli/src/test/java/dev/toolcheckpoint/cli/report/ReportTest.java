package dev.toolcheckpoint.cli.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.toolcheckpoint.cli.lab.Pages;
import dev.toolcheckpoint.cli.report.Timeline.Shape;
import dev.toolcheckpoint.cli.report.Timeline.Step;
import dev.toolcheckpoint.cli.report.Timeline.Tone;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;

class ReportTest {

    private static final String HOSTILE = "</title><script>alert(\"1\")</script>&amp; ' ]]> \u0000\u0008\uFFFE";

    @Test
    void page_hostileTexts_staysWellFormedAndShowsThemAsTheyAre() throws Exception {
        List<Step> steps = new ArrayList<>();
        for (Shape shape : Shape.values()) {
            steps.add(new Step(shape, Tone.BAD, 0, 1, Duration.ofMillis(5), HOSTILE));
            steps.add(new Step(shape, Tone.GOOD, 1, 0, null, HOSTILE));
        }
        String page = new Report(HOSTILE, HOSTILE)
                .verdict(Tone.GOOD, HOSTILE)
                .heading(HOSTILE)
                .paragraph(HOSTILE)
                .verbatim(HOSTILE)
                .table(new Table(
                        HOSTILE, List.of(HOSTILE), List.of(List.of(new Table.Cell(HOSTILE, HOSTILE, Tone.WARNING)))))
                .legend()
                .timeline(new Timeline(HOSTILE, HOSTILE, List.of(HOSTILE, HOSTILE), steps))
                .page(HOSTILE);

        Document document = Pages.wellFormed(page);
        Pages.assertSelfContained(page);
        assertThat(document.getElementsByTagName("h1").item(0).getTextContent())
                .isEqualTo("</title><script>alert(\"1\")</script>&amp; ' ]]> \uFFFD\uFFFD\uFFFD");
        assertThat(document.getElementsByTagName("svg").getLength()).isEqualTo(1);
        assertThat(document.getElementsByTagName("li").getLength()).isGreaterThanOrEqualTo(steps.size());
    }

    @Test
    void style_isNotChangedByEscaping() throws Exception {
        String page = new Report("t", "l").page("f");

        // A browser takes what is in <style> to the letter; an escaped character there would break it.
        String style = page.substring(page.indexOf("<style>"), page.indexOf("</style>"));
        assertThat(style).doesNotContain("&").contains("prefers-color-scheme: dark");
    }

    @Test
    void picture_hasATitleAndADescription() throws Exception {
        String page = new Report("t", "l")
                .timeline(new Timeline("What it shows", "In words", List.of("a", "b"), List.of()))
                .page("f");

        var svg = Pages.wellFormed(page).getElementsByTagName("svg").item(0);
        assertThat(svg.getAttributes().getNamedItem("role").getNodeValue()).isEqualTo("img");
        assertThat(svg.getAttributes().getNamedItem("aria-labelledby").getNodeValue())
                .isEqualTo("timeline-1-title timeline-1-desc");
        assertThat(svg.getFirstChild().getTextContent()).isEqualTo("What it shows");
        assertThat(svg.getFirstChild().getNextSibling().getTextContent()).isEqualTo("In words");
    }

    @Test
    void values_thatDoNotFit_areRefused() {
        Step step = new Step(Shape.MESSAGE, Tone.PLAIN, 0, 2, null, "x");

        assertThatThrownBy(() -> new Timeline("t", "d", List.of("a", "b"), List.of(step)))
                .hasMessageContaining("lane 2");
        assertThatThrownBy(() -> new Timeline("t", "d", List.of("a"), List.of()))
                .hasMessageContaining("two lanes");
        assertThatThrownBy(() -> new Table("c", List.of("a"), List.of(List.of())))
                .hasMessageContaining("0 cells");
        assertThatThrownBy(() -> new Markup().open("p").toString()).hasMessageContaining("still open");
    }
}
