package dev.toolcheckpoint.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TemplateLintTest {

    private static final String OURS = "ToolCheckpoint";

    private final SamTools tools = SamTools.find();

    @TempDir
    Path folder;

    @Test
    void template_asWritten_isCleanForCfnLint() throws Exception {
        assertThat(lint(Project.TEMPLATE)).isBlank();
    }

    @Test
    void template_asTranslated_isCleanForCfnLint() throws Exception {
        assertThat(lint(written(tools.template().translated().template()))).isBlank();
    }

    /** It misses a wrong runtime on a SAM function: that is why the translation is linted, too. */
    @Test
    void wrongRuntime_inTheTranslation_isNoticed() throws Exception {
        JsonNode broken = new BrokenStacks("runtime", "/Resources/ReconcilerFunction/Properties/Runtime", "'java99'")
                .in(tools.template().translated().template());
        assertThatIOException().isThrownBy(() -> lint(written(broken))).withMessageContaining("java99");
    }

    @Test
    void ownMetrics_ofAlarmsAndDashboard_areDocumented() throws Exception {
        Set<String> used = new TreeSet<>();
        tools.template().parsed().ofType("AWS::CloudWatch::Alarm").stream()
                .map(alarm -> alarm.getValue().path("Properties"))
                .filter(alarm -> alarm.path("Namespace").asText().equals(OURS))
                .forEach(alarm -> used.add(alarm.path("MetricName").asText()));
        JsonNode body = SamTools.JSON.readTree(tools.template()
                .parsed()
                .property("Dashboard", "/DashboardBody/Fn::Sub")
                .asText());
        for (JsonNode widget : body.path("widgets")) {
            String namespace = "";
            for (JsonNode metric : widget.at("/properties/metrics")) {
                namespace = metric.path(0).asText().equals(".")
                        ? namespace
                        : metric.path(0).asText();
                if (namespace.equals(OURS)) {
                    used.add(metric.path(1).asText());
                }
            }
        }
        Set<String> documented = new TreeSet<>();
        Matcher names = Pattern.compile("^\\| `([A-Za-z]+)`", Pattern.MULTILINE)
                .matcher(Files.readString(Project.ROOT.resolve("docs/reference/metrics.md")));
        while (names.find()) {
            documented.add(names.group(1));
        }
        assertThat(used).hasSizeGreaterThan(5);
        assertThat(documented).containsAll(used);
    }

    private Path written(JsonNode template) throws Exception {
        return Files.writeString(folder.resolve("translated.json"), template.toString());
    }

    private String lint(Path template) throws Exception {
        return Project.run(
                tools.program("cfn-lint", "--template", template.toString(), "--regions", "us-east-1", "eu-central-1"),
                3);
    }
}
