package dev.toolcheckpoint.stack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolcheckpoint.stack.runtime.FunctionsZip;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;

class FunctionsZipIT {

    private static final long LARGEST = 25_000_000;

    @Test
    void zip_isSmallerThan25Megabytes() throws Exception {
        assertThat(Files.size(Project.ZIP)).isLessThan(LARGEST);
    }

    @Test
    void zip_holdsTheStoreAndOneHttpClient() throws Exception {
        List<String> jars = FunctionsZip.jars(Project.ZIP);
        assertThat(jars)
                .anyMatch(jar -> jar.startsWith("lambda-handlers-"))
                .anyMatch(jar -> jar.startsWith("checkpoint-core-"))
                .anyMatch(jar -> jar.startsWith("checkpoint-dynamo-"))
                .noneMatch(jar -> jar.startsWith("checkpoint-sqlite") || jar.startsWith("sqlite-jdbc"))
                .noneMatch(jar -> jar.contains("testing") || jar.startsWith("junit"));
        assertThat(jars)
                .filteredOn(jar ->
                        jar.matches("(url-connection|apache5?|netty-nio|aws-crt)-client-.*|netty-.*|httpclient.*"))
                .singleElement()
                .asString()
                .startsWith("url-connection-client");
    }
}
