package dev.toolcheckpoint.testing.aws;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BuildFolderTest {

    @TempDir
    Path folder;

    @Test
    void shared_moduleOfAMavenBuild_isTheTopmostTarget() throws IOException {
        Path module = project("top/group/module", "pom.xml");
        project("top/group", "pom.xml");
        project("top", "pom.xml");
        assertThat(BuildFolder.shared(module)).isEqualTo(folder.resolve("top/target"));
    }

    @Test
    void shared_projectInsideAFolderWithoutOne_staysInside() throws IOException {
        project("work", "pom.xml");
        Path module = project("work/other/module", "pom.xml");
        assertThat(BuildFolder.shared(module)).isEqualTo(module.resolve("target"));
    }

    @Test
    void shared_gradleBuild_isTheTopmostBuild() throws IOException {
        project("top", "settings.gradle.kts");
        Path module = project("top/module", "build.gradle.kts");
        assertThat(BuildFolder.shared(module)).isEqualTo(folder.resolve("top/build"));
    }

    private Path project(String name, String file) throws IOException {
        Path project = Files.createDirectories(folder.resolve(name));
        Files.createFile(project.resolve(file));
        return project;
    }
}
