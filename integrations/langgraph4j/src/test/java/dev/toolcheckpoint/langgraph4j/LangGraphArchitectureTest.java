package dev.toolcheckpoint.langgraph4j;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What a program gets with this module: the core and LangGraph4j, no store, no model. */
@AnalyzeClasses(packages = "dev.toolcheckpoint.langgraph4j", importOptions = ImportOption.DoNotIncludeTests.class)
class LangGraphArchitectureTest {

    @ArchTest
    static final ArchRule ONLY_THE_CORE_AND_LANGGRAPH4J_ARE_KNOWN = classes()
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "java..",
                    "org.jspecify.annotations..",
                    "com.fasterxml.jackson.databind..",
                    "org.bsc.langgraph4j..",
                    "dev.toolcheckpoint.json..",
                    "dev.toolcheckpoint.langgraph4j..",
                    "dev.toolcheckpoint.protocol..",
                    "dev.toolcheckpoint.tool..");

    @Test
    void pom_hasTwoDependenciesBeyondTests() throws IOException {
        List<String> brought = new ArrayList<>();
        Matcher dependency = Pattern.compile("<dependency>(.*?)</dependency>", Pattern.DOTALL)
                .matcher(Files.readString(Path.of("pom.xml")));
        while (dependency.find()) {
            if (!dependency.group(1).contains("<scope>test</scope>")) {
                brought.add(dependency.group(1).replaceAll("(?s).*<artifactId>(.*?)</artifactId>.*", "$1"));
            }
        }
        assertThat(brought).containsExactlyInAnyOrder("checkpoint-core", "langgraph4j-core");
    }

    @Test
    void readme_showsTheOneLineOfTheExample() throws IOException {
        String line = "node_async(CheckpointedNode.of(runner, refund, Order::callId, Order::input, Order::refunded))";
        assertThat(Files.readString(Path.of("README.md"))).contains(line);
        String example = Files.readString(
                Path.of("..", "..", "examples", "refund-graph", "src/main/java/com/example/graph/RefundGraph.java"));
        assertThat(example.replaceAll("\\s+", "")).contains(line.replaceAll("\\s+", ""));
    }
}
