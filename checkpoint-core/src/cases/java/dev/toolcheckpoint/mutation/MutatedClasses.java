package dev.toolcheckpoint.mutation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import dev.toolcheckpoint.mutation.SafeguardMutantCases.Edit;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** The project's classes once more, some of them made from changed sources. */
final class MutatedClasses extends ClassLoader {

    private static final String ROOT = "dev.toolcheckpoint.";
    private static final Path SOURCES = Path.of("src", "main", "java", "dev", "toolcheckpoint");

    private final Path changed;

    private MutatedClasses(Path changed) {
        super(MutatedClasses.class.getClassLoader());
        this.changed = changed;
    }

    static MutatedClasses of(List<Edit> edits, Path scratch) throws IOException {
        Path folder = Files.createTempDirectory(scratch, "mutant");
        Map<Path, String> sources = new HashMap<>();
        for (Edit edit : edits) {
            Path file = Path.of(edit.type().replace('.', '/') + ".java");
            String source = sources.containsKey(file)
                    ? Objects.requireNonNull(sources.get(file))
                    : Files.readString(SOURCES.resolve(file));
            assertThat(source.split(Pattern.quote(edit.from()), -1))
                    .as("%s stands exactly once in %s", edit.from(), file)
                    .hasSize(2);
            sources.put(file, source.replace(edit.from(), edit.to()));
        }
        compile(sources, folder);
        return new MutatedClasses(folder);
    }

    private static void compile(Map<Path, String> sources, Path folder) throws IOException {
        if (sources.isEmpty()) {
            return;
        }
        List<Path> files = new ArrayList<>();
        for (Map.Entry<Path, String> source : sources.entrySet()) {
            Path file = folder.resolve("source").resolve(source.getKey());
            Files.createDirectories(Objects.requireNonNull(file.getParent()));
            files.add(Files.writeString(file, source.getValue()));
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter output = new StringWriter();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
            List<String> options = List.of(
                    "-proc:none",
                    "-nowarn",
                    "-d",
                    folder.toString(),
                    "-classpath",
                    System.getProperty("java.class.path"));
            boolean compiled = compiler.getTask(
                            output, manager, null, options, null, manager.getJavaFileObjectsFromPaths(files))
                    .call();
            assertThat(compiled).as("the mutant compiles: %s", output).isTrue();
        }
    }

    /** What made tests of this class fail; empty when all of them passed. */
    List<Throwable> failuresOf(String testClass) {
        List<Throwable> failures = new ArrayList<>();
        List<String> passed = new ArrayList<>();
        try {
            LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                    .selectors(selectClass(loadClass(ROOT + testClass)))
                    .build();
            LauncherFactory.create().execute(request, new TestExecutionListener() {
                @Override
                public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                    result.getThrowable().ifPresent(failures::add);
                    if (test.isTest() && result.getStatus() == TestExecutionResult.Status.SUCCESSFUL) {
                        passed.add(test.getDisplayName());
                    }
                }
            });
        } catch (ClassNotFoundException missing) {
            throw new AssertionError(missing);
        }
        assertThat(passed.size() + failures.size())
                .as("%s has tests", testClass)
                .isPositive();
        return failures;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            if (loaded == null) {
                loaded = name.startsWith(ROOT) ? define(name) : getParent().loadClass(name);
            }
            if (resolve) {
                resolveClass(loaded);
            }
            return loaded;
        }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
        String resource = name.replace('.', '/') + ".class";
        Path own = changed.resolve(resource);
        try (InputStream stream = Files.exists(own) ? Files.newInputStream(own) : parentStream(resource)) {
            if (stream == null) {
                throw new ClassNotFoundException(name);
            }
            byte[] bytes = stream.readAllBytes();
            return defineClass(name, bytes, 0, bytes.length);
        } catch (IOException unreadable) {
            throw new ClassNotFoundException(name, unreadable);
        }
    }

    private @Nullable InputStream parentStream(String resource) {
        return getParent().getResourceAsStream(resource);
    }
}
