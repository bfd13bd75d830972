package dev.toolcheckpoint.runs.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.toolcheckpoint.protocol.ConfigurationException;
import dev.toolcheckpoint.runs.sqlite.SqliteRunStore;
import java.io.File;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RunStoresTest {

    private static final ItemKey KEY = new ItemKey("tenant", "R#1", "RUN");

    @TempDir
    private Path folder;

    @Test
    void sqliteName_opensTheFile() {
        Path file = folder.resolve("calls.db");
        try (RunStore store = RunStores.open("sqlite:" + file, Map.of("busyTimeoutMs", "100"))) {
            assertThat(store).isInstanceOf(SqliteRunStore.class).hasToString("sqlite:" + file);
            create(store);
        }
        try (RunStore store = RunStores.open("sqlite:" + file, Map.of())) {
            assertThat(store.find(KEY)).isPresent();
        }
    }

    @Test
    void memoryName_opensAStoreOfItsOwn() {
        try (RunStore store = RunStores.open("memory:", Map.of());
                RunStore other = RunStores.open("memory:", Map.of())) {
            create(store);
            assertThat(store.find(KEY)).isPresent();
            assertThat(other.find(KEY)).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "calls.db", ":x", "oracle:x"})
    void otherNames_areRefusedWithTheSchemesThereAre(String name) {
        assertRefused(name, Map.of(), "memory, sqlite]");
    }

    @ParameterizedTest
    @CsvSource({
        "memory:, endpoint, x, no options",
        "memory:x, , , found \"x\"",
        "sqlite:, , , the file is missing",
        "sqlite:x.db, endpoint, x, [endpoint]",
        "sqlite:x.db, busyTimeoutMs, soon, busyTimeoutMs"
    })
    void wrongLocationsAndOptions_areNamed(String name, String option, String value, String rule) {
        assertRefused(name, option == null ? Map.of() : Map.of(option, value), rule);
    }

    /** The module of the journal is optional: without it the other schemes work, and the message says what to add. */
    @Test
    void schemeWhoseModuleIsMissing_saysSo_andTheOthersWork() throws Exception {
        URL[] without = Arrays.stream(classPath().split(File.pathSeparator))
                .filter(entry -> !entry.contains("sqlite"))
                .map(RunStoresTest::url)
                .toArray(URL[]::new);
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try (URLClassLoader loader = new URLClassLoader(without, ClassLoader.getPlatformClassLoader())) {
            thread.setContextClassLoader(loader);
            Method open = loader.loadClass(RunStores.class.getName()).getMethod("open", String.class, Map.class);
            assertThat(open.invoke(null, "memory:", Map.of()).getClass().getSimpleName())
                    .isEqualTo("InMemoryRunStore");
            assertThatThrownBy(() -> open.invoke(null, "sqlite:" + folder.resolve("calls.db"), Map.of()))
                    .isInstanceOf(InvocationTargetException.class)
                    .cause()
                    .hasMessageContaining("Add it, or name another")
                    .hasMessageContaining("checkpoint-sqlite");
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private static String classPath() {
        return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    }

    private static URL url(String entry) {
        try {
            return Path.of(entry).toUri().toURL();
        } catch (MalformedURLException impossible) {
            throw new IllegalArgumentException(entry, impossible);
        }
    }

    private static void create(RunStore store) {
        Change creation = Change.of(KEY)
                .expect("a", new Expected.Absent())
                .put("a", Cell.open("v", "f", new byte[] {1}))
                .build();
        assertThat(store.commit(new Commit("write", List.of(creation)))).isTrue();
    }

    private static void assertRefused(String name, Map<String, String> options, String rule) {
        assertThatThrownBy(() -> RunStores.open(name, options))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining(rule);
    }
}
