package dev.toolcheckpoint.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolcheckpoint.testing.Effort;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** R40: what {@code sam build} deploys is the library as it is now. */
class SamBuildIT {

    private final SamTools tools = SamTools.find();

    @TempDir
    Path folder;

    @Test
    void samBuild_onACleanCopy_deploysTheLibraryAsItIs() throws Exception {
        Files.copy(Project.TEMPLATE, folder.resolve("template.yaml"));
        Path zip = folder.resolve("lambda-handlers/target/functions.zip");
        Files.createDirectories(zip.getParent());
        Files.copy(Project.ZIP, zip);
        assertDeploysTheLibrary(folder);
    }

    /** Everything from sources, with nothing at hand; {@code -Pdeep} only, for it takes minutes. */
    @Test
    void samBuild_afterABuildFromAnEmptyRepository_deploysTheLibraryAsItIs() throws Exception {
        assumeTrue(Effort.times(1) > 1, "only with -Pdeep");
        String files = Project.run(
                new ProcessBuilder("git", "ls-files", "--cached", "--others", "--exclude-standard")
                        .directory(Project.ROOT.toFile()),
                1);
        for (String file : files.lines().toList()) {
            Path target = folder.resolve(file);
            Files.createDirectories(target.getParent());
            Files.copy(Project.ROOT.resolve(file), target, StandardCopyOption.COPY_ATTRIBUTES);
        }
        Project.run(
                new ProcessBuilder(
                                "./mvnw",
                                "-q",
                                "-Dmaven.repo.local=" + folder.resolve("empty-repository"),
                                "-pl",
                                "lambda-handlers",
                                "-am",
                                "package",
                                "-DskipTests")
                        .directory(folder.toFile()),
                20);
        assertDeploysTheLibrary(folder);
    }

    private void assertDeploysTheLibrary(Path copy) throws Exception {
        Project.run(tools.program("sam", "build").directory(copy.toFile()), 5);
        Path built = copy.resolve(".aws-sam/build");
        JsonNode template = tools.translate(
                        SamTools.JSON.createArrayNode().add(Files.readString(built.resolve("template.yaml"))))
                .get(0)
                .path("parsed");
        Map<String, String> code = new TreeMap<>();
        template.path("Resources").properties().forEach(entry -> {
            if (entry.getValue().path("Type").asText().equals("AWS::Serverless::Function")) {
                code.put(entry.getKey(), codeUri(template, entry.getValue()));
            }
        });
        assertThat(code)
                .containsOnlyKeys(
                        "ToolFunction",
                        "ReconcilerFunction",
                        "RunStarterFunction",
                        "RunWorkerFunction",
                        "RunApprovalFunction",
                        "RunTickFunction");
        for (String place : code.values()) {
            assertHoldsTheLibrary(built.resolve(place).normalize());
        }
    }

    private static String codeUri(JsonNode template, JsonNode function) {
        JsonNode own = function.at("/Properties/CodeUri");
        return own.isMissingNode() ? template.at("/Globals/Function/CodeUri").asText() : own.asText();
    }

    /** Class by class, as the modules' own build folders have them. */
    private static void assertHoldsTheLibrary(Path zip) throws IOException {
        for (String module : new String[] {"checkpoint-core", "checkpoint-dynamo", "lambda-handlers"}) {
            Path jar = Files.createTempFile(module, ".jar");
            try (FileSystem files = FileSystems.newFileSystem(zip);
                    Stream<Path> jars = Files.list(files.getPath("lib"))) {
                Path found = jars.filter(
                                each -> String.valueOf(each.getFileName()).startsWith(module + "-"))
                        .findFirst()
                        .orElseThrow();
                Files.copy(found, jar, StandardCopyOption.REPLACE_EXISTING);
            }
            assertSameClasses(jar, Project.ROOT.resolve(module).resolve("target/classes"));
            Files.delete(jar);
        }
    }

    private static void assertSameClasses(Path jar, Path classes) throws IOException {
        try (FileSystem files = FileSystems.newFileSystem(jar);
                Stream<Path> expected = Files.walk(classes)) {
            for (Path file :
                    expected.filter(each -> each.toString().endsWith(".class")).toList()) {
                String name = classes.relativize(file).toString();
                assertThat(Files.readAllBytes(files.getPath(name))).as(name).isEqualTo(Files.readAllBytes(file));
            }
        }
    }
}
