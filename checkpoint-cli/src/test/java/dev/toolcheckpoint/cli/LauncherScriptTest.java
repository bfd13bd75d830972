package dev.toolcheckpoint.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The script {@code checkpoint}, in a folder of its own with a stand-in for the build. */
@DisabledOnOs(OS.WINDOWS)
@Timeout(120)
class LauncherScriptTest {

    private static final String BUILD =
            "#!/bin/sh\necho build >> builds\nsleep 1\ncp prebuilt.jar" + " checkpoint-cli/target/checkpoint.jar\n";

    @TempDir
    private Path folder;

    private Path home;

    @BeforeEach
    void layOut() throws IOException {
        home = Files.createDirectories(folder.resolve("a clone"));
        Files.createDirectories(home.resolve("checkpoint-cli/src/main"));
        Files.createFile(home.resolve("checkpoint-cli/src/main/Main.java"));
        Files.createFile(home.resolve("pom.xml"));
        Files.createFile(home.resolve("checkpoint-cli/pom.xml"));
        Files.copy(Path.of("..", "checkpoint"), home.resolve("checkpoint"));
        program(home.resolve("mvnw"), BUILD);
        jar(home.resolve("prebuilt.jar"));
    }

    private static void program(Path file, String text) throws IOException {
        Files.writeString(file, text);
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    private static void jar(Path file) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, EchoMain.class.getName());
        String name = EchoMain.class.getName().replace('.', '/') + ".class";
        try (OutputStream out = Files.newOutputStream(file);
                JarOutputStream jar = new JarOutputStream(out, manifest);
                InputStream code =
                        Objects.requireNonNull(EchoMain.class.getClassLoader().getResourceAsStream(name))) {
            jar.putNextEntry(new JarEntry(name));
            code.transferTo(jar);
            jar.closeEntry();
        }
    }

    private Process start(Path javaHome, String... args) throws IOException {
        List<String> command =
                new ArrayList<>(List.of("sh", home.resolve("checkpoint").toString()));
        command.addAll(List.of(args));
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
        builder.environment().put("JAVA_HOME", javaHome.toString());
        return builder.redirectErrorStream(true).start();
    }

    private Process start(String... args) throws IOException {
        return start(Path.of(System.getProperty("java.home")), args);
    }

    private static String output(Process process) throws IOException {
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    private long builds() throws IOException {
        Path builds = home.resolve("builds");
        return Files.exists(builds) ? Files.readAllLines(builds).size() : 0;
    }

    @Test
    void firstUse_threeAtOnce_buildsOnceAndStartsAll() throws IOException, InterruptedException {
        List<Process> starts = List.of(start("a", "b c"), start("d"), start("e"));

        for (Process process : starts) {
            assertThat(output(process)).contains("] in " + folder.getFileName());
            assertThat(process.waitFor()).isZero();
        }
        assertThat(builds()).isEqualTo(1);
    }

    @Test
    void laterUse_withSourcesOlderOrNewer_buildsOnlyWhenNewer() throws IOException {
        output(start());
        Instant now = Instant.now();
        age(now.minusSeconds(7_200), "pom.xml", "checkpoint-cli/pom.xml", "checkpoint-cli/src/main/Main.java");
        age(now.minusSeconds(7_200), "checkpoint-cli/src/main");
        age(
                now.minusSeconds(3_600),
                "checkpoint-cli/target/run/checkpoint.jar",
                "checkpoint-cli/target/checkpoint.jar");

        assertThat(output(start("a", "b c"))).isEqualTo("[a, b c] in " + folder.getFileName() + "\n");
        assertThat(builds()).isEqualTo(1);

        age(now.minusSeconds(1_800), "checkpoint-cli/src/main/Main.java");
        assertThat(output(start())).startsWith("checkpoint: building");
        assertThat(builds()).isEqualTo(2);
        assertThat(output(start())).startsWith("[]");
    }

    private void age(Instant time, String... names) throws IOException {
        for (String name : names) {
            Files.setLastModifiedTime(home.resolve(name), FileTime.from(time));
        }
    }

    @Test
    void lockOfAKilledBuilder_isMovedAway() throws IOException, InterruptedException {
        Process gone = new ProcessBuilder("true").start();
        gone.waitFor();
        Path lock = Files.createDirectories(home.resolve("checkpoint-cli/target/run/lock"));
        Files.writeString(lock.resolve("pid"), gone.pid() + "\n");

        assertThat(output(start("a"))).contains("waiting for another build", "[a] in");
    }

    @Test
    void build_fails_showsWhy() throws IOException, InterruptedException {
        program(home.resolve("mvnw"), "#!/bin/sh\necho 'no network'\nexit 1\n");

        Process failed = start("a");

        assertThat(output(failed)).contains("no network", "the build failed", "build.log");
        assertThat(failed.waitFor()).isEqualTo(1);
        assertThat(home.resolve("checkpoint-cli/target/run/lock")).doesNotExist();
    }

    @Test
    void java_missingOrTooOld_saysWhatIsNeeded() throws IOException, InterruptedException {
        Path old = folder.resolve("old");
        Files.createDirectories(old.resolve("bin"));
        program(old.resolve("bin/java"), "#!/bin/sh\nexit 0\n");
        Files.writeString(old.resolve("release"), "JAVA_VERSION=\"1.8.0_412\"\n");

        assertThat(output(start(folder.resolve("nowhere")))).contains("JAVA_HOME is", "nowhere", "JDK 17 or later");
        Process tooOld = start(old);
        assertThat(output(tooOld)).contains("Java 17 or later is needed", "1.8.0_412");
        assertThat(tooOld.waitFor()).isEqualTo(1);
    }

    @Test
    void arguments_notAsciiUnderThePosixLocale_arriveWhole() throws IOException {
        output(start());
        // Our own JVM may be under that locale, too; so the shell makes the argument.
        ProcessBuilder builder = new ProcessBuilder(
                        "sh",
                        "-c",
                        "exec sh \"$1\" \"$(printf 'Zo\\303\\253')\"",
                        "sh",
                        home.resolve("checkpoint").toString())
                .directory(folder.toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("LC_ALL", "C");

        assertThat(output(builder.start())).startsWith("[Zoë]");
    }
}
