package dev.toolcheckpoint.testing.aws;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A Python virtual environment in the build folder, with pinned packages. All modules of a build share it; a lock on a file
 * keeps JVMs that come at the same time from installing into it twice.
 */
final class PythonEnvironment {

    /** Installed by one command, so that one resolution holds for all. The emulator deploys SAM templates with the translator. */
    static final List<String> PACKAGES =
            List.of("ministack==1.5.33", "aws-sam-translator==1.115.0", "cryptography==50.0.2");

    /** What builds and checks SAM templates: an environment of its own, for its boto3 is not the emulator's. */
    static final List<String> SAM_TOOLS =
            List.of("aws-sam-cli==1.170.0", "aws-sam-translator==1.115.0", "cfn-lint==1.58.0");

    private static final Object ONE_THREAD = new Object();
    private static final int INSTALL_MINUTES = 5;

    private final Environment environment;
    private final List<String> packages;
    private final Installer installer;

    PythonEnvironment(Environment environment) {
        this(environment, PACKAGES, new Pip(PACKAGES));
    }

    PythonEnvironment(Environment environment, Installer installer) {
        this(environment, PACKAGES, installer);
    }

    private PythonEnvironment(Environment environment, List<String> packages, Installer installer) {
        this.environment = environment;
        this.packages = packages;
        this.installer = installer;
    }

    /** The one with {@link #SAM_TOOLS}. */
    static PythonEnvironment samTools(Environment environment) {
        return new PythonEnvironment(environment, SAM_TOOLS, new Pip(SAM_TOOLS));
    }

    /** Why there can't be one, in a clause; {@code null} when an interpreter is there. */
    @Nullable
    String whyNot() {
        return baseInterpreter() == null
                ? "no Python 3 found as " + String.join(", ", interpreterNames()) + " (set LOCAL_AWS_PYTHON)"
                : null;
    }

    /** Where logs and the environment are. */
    Path home() {
        String set = environment.setting("home");
        return set != null ? Path.of(set) : BuildFolder.shared(Path.of("")).resolve("local-aws");
    }

    /** The environment's interpreter. Installs it first when it isn't there, which takes some seconds. */
    Path interpreter() throws IOException, InterruptedException {
        Path home = home();
        Path folder = home.resolve(String.join("-", packages).replace("==", "-"));
        Path ready = folder.resolve("ready");
        Path interpreter = folder.resolve(windows() ? "Scripts/python.exe" : "bin/python");
        if (!Files.exists(ready)) {
            Files.createDirectories(home);
            // A file lock is held by the JVM as a whole.
            synchronized (ONE_THREAD) {
                try (FileChannel channel = FileChannel.open(
                                home.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                        FileLock lock = channel.lock()) {
                    if (lock.isValid() && !Files.exists(ready)) {
                        install(folder, interpreter);
                        Files.createFile(ready);
                    }
                }
            }
        }
        return interpreter;
    }

    private void install(Path folder, Path interpreter) throws IOException, InterruptedException {
        String base = baseInterpreter();
        if (base == null) {
            throw new IOException("no Python 3 found");
        }
        delete(folder);
        installer.install(base, folder, interpreter);
    }

    private @Nullable String baseInterpreter() {
        for (String name : interpreterNames()) {
            try {
                Process process = new ProcessBuilder(
                                name, "-c", "import sys, venv; sys.exit(sys.version_info < (3, 10))")
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start();
                if (process.waitFor(30, TimeUnit.SECONDS) && process.exitValue() == 0) {
                    return name;
                }
                process.destroyForcibly();
            } catch (IOException notThere) {
                // The next name may be.
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                return null;
            }
        }
        return null;
    }

    private List<String> interpreterNames() {
        String set = environment.setting("python");
        return set != null ? List.of(set) : List.of("python3", "python");
    }

    private static boolean windows() {
        return System.getProperty("os.name", "").startsWith("Windows");
    }

    private static void delete(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    /** Makes a virtual environment. */
    interface Installer {
        /**
         * Makes one.
         *
         * @param base the interpreter to begin with
         * @param folder where the environment goes; not there yet
         * @param interpreter the environment's own
         */
        void install(String base, Path folder, Path interpreter) throws IOException, InterruptedException;
    }

    private static final class Pip implements Installer {

        private final List<String> packages;

        Pip(List<String> packages) {
            this.packages = packages;
        }

        @Override
        public void install(String base, Path folder, Path interpreter) throws IOException, InterruptedException {
            Path log = folder.resolveSibling("install.log");
            run(log, List.of(base, "-m", "venv", folder.toString()));
            List<String> pip =
                    new ArrayList<>(List.of(interpreter.toString(), "-m", "pip", "install", "--no-input", "-q"));
            pip.addAll(packages);
            run(log, pip);
        }

        private static void run(Path log, List<String> command) throws IOException, InterruptedException {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                    .start();
            if (!process.waitFor(INSTALL_MINUTES, TimeUnit.MINUTES)) {
                process.destroyForcibly();
                throw new IOException("installing took more than " + INSTALL_MINUTES + " minutes, see " + log);
            }
            if (process.exitValue() != 0) {
                throw new IOException("installing failed, see " + log);
            }
        }
    }
}
