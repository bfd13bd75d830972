package dev.toolcheckpoint.testing.aws;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Finds the build folder that all modules of a build share. */
final class BuildFolder {

    private static final List<String> GRADLE =
            List.of("settings.gradle", "settings.gradle.kts", "build.gradle", "build.gradle.kts");

    private BuildFolder() {}

    /**
     * {@code target} (Maven) or {@code build} (Gradle) of the topmost project that {@code start} lies in without a gap.
     *
     * @param start where tests run: a module's folder
     */
    static Path shared(Path start) {
        Path top = start.toAbsolutePath().normalize();
        Path parent = top.getParent();
        while (parent != null && (isMaven(parent) || isGradle(parent))) {
            top = parent;
            parent = parent.getParent();
        }
        return top.resolve(isGradle(top) && !isMaven(top) ? "build" : "target");
    }

    private static boolean isMaven(Path folder) {
        return Files.exists(folder.resolve("pom.xml"));
    }

    private static boolean isGradle(Path folder) {
        return GRADLE.stream().anyMatch(file -> Files.exists(folder.resolve(file)));
    }
}
