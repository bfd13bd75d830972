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
        return interpreter(environment, new PythonEnvironment(environment));
    }

    /**
     * The interpreter of a second environment, with {@code aws-sam-cli}, {@code aws-sam-translator} and {@code cfn-lint} installed;
     * the programs {@code sam} and {@code cfn-lint} lie beside it. The first call of a build takes about a minute.
     *
     * @return empty when there is no Python 3.10 or later; a test should be skipped then
     * @throws IllegalStateException when there is none, with {@code CI=true}
     * @throws UncheckedIOException when installing fails
     */
    public static Optional<Path> samTools() {
        Environment environment = Environment.ofThisProcess();
        return interpreter(environment, PythonEnvironment.samTools(environment));
    }

    private static Optional<Path> interpreter(Environment environment, PythonEnvironment python) {
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
