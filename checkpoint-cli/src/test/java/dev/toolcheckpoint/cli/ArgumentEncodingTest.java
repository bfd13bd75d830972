package dev.toolcheckpoint.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class ArgumentEncodingTest {

    @TempDir
    private Path folder;

    /** The JVM would make U+FFFD of both "ä" and "ö": two inputs, one fingerprint. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void argument_unreadableUnderTheLocale_isRefused() throws IOException, InterruptedException {
        assumeTrue("UTF-8".equals(System.getProperty("sun.jnu.encoding")), "this JVM can't pass the argument either");
        ProcessBuilder builder = ChildJvm.of(
                folder.resolve("calls.db"),
                "begin",
                "--namespace",
                "n",
                "--call-id",
                "c",
                "--tool",
                "t",
                "--input",
                "\"ä\"");
        builder.environment().put("LC_ALL", "POSIX");

        Process process = builder.start();

        assertThat(ChildJvm.output(process)).contains("INVALID_ARGUMENT", "LC_ALL=C.UTF-8");
        assertThat(process.waitFor()).isEqualTo(2);
        assertThat(folder).isEmptyDirectory();
    }
}
