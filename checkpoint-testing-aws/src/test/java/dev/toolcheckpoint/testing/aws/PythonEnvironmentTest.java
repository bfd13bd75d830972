package dev.toolcheckpoint.testing.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PythonEnvironmentTest {

    @TempDir
    Path home;

    private final AtomicInteger installs = new AtomicInteger();

    @BeforeEach
    void pythonIsThere() {
        assumeTrue(new PythonEnvironment(Environment.ofThisProcess()).whyNot() == null);
    }

    @Test
    void interpreter_manyAtOnce_installOnce() throws Exception {
        PythonEnvironment python = new PythonEnvironment(environment(), (base, folder, interpreter) -> install(folder));
        ExecutorService pool = Executors.newFixedThreadPool(8);
        try {
            List<Future<Path>> found = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                found.add(pool.submit(python::interpreter));
            }
            for (Future<Path> each : found) {
                assertThat(each.get()).startsWithRaw(home);
            }
        } finally {
            pool.shutdown();
        }
        assertThat(installs).hasValue(1);
    }

    @Test
    void interpreter_afterAFailedInstall_beginsAfresh() throws Exception {
        PythonEnvironment failing = new PythonEnvironment(environment(), (base, folder, interpreter) -> {
            install(folder);
            throw new IOException("the network is down");
        });
        assertThatIOException().isThrownBy(failing::interpreter).withMessage("the network is down");
        new PythonEnvironment(environment(), (base, folder, interpreter) -> install(folder)).interpreter();
        assertThat(installs).hasValue(2);
    }

    @Test
    void whyNot_noSuchInterpreter_namesIt() {
        Environment environment = new Environment(name -> null, name -> "no-such-python");
        assertThat(new PythonEnvironment(environment).whyNot()).contains("no-such-python");
    }

    private void install(Path folder) throws IOException {
        installs.incrementAndGet();
        Files.createDirectory(folder);
    }

    private Environment environment() {
        return new Environment(name -> null, name -> name.equals("localaws.home") ? home.toString() : null);
    }
}
