package dev.toolcheckpoint.testing.aws;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The Python interpreter of the tests' own virtual environment, with {@code cryptography} and {@code ministack} installed: for
 * tests that check a format by an implementation in another language. Thread-safe.
 */
public final class LocalPython {

    private LocalPython() {}

    /**
     * The interpreter. The first call of a build installs the environment into the build folder, which takes some seconds.
     *
     * @return empty when there is no Python 3.10 or later; a test should be skipped then
     * @throws IllegalStateException when there is none, with {@code CI=true}
     * @throws UncheckedIOException when installing fails
     */
    public static Optional<Path> interpreter() {
        Environment environment = Environment.ofThisProcess();
        PythonEnvironment python = new PythonEnvironment(environment);
        String whyNot = python.whyNot();
        if (whyNot != null) {
            if (environment.ci()) {
                throw new IllegalStateException(whyNot + "; CI=true makes that a failure");
            }
            return Optional.empty();
        }
        try {
            return Optional.of(python.interpreter());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while Python packages were installed", interrupted);
        }
    }
}
