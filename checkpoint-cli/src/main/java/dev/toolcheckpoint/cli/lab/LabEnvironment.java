package dev.toolcheckpoint.cli.lab;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;

/** Where the lab ran, for its documents. */
final class LabEnvironment {

    private LabEnvironment() {}

    static Map<String, Object> of(StorePlace store, int repetitions, Instant startedAt, long elapsedMs) {
        Map<String, Object> environment = new LinkedHashMap<>();
        environment.put("java", System.getProperty("java.version"));
        environment.put(
                "os",
                System.getProperty("os.name") + " " + System.getProperty("os.version") + " "
                        + System.getProperty("os.arch"));
        environment.put("processors", Runtime.getRuntime().availableProcessors());
        environment.put("store", store.toString());
        environment.put("repetitions", repetitions);
        environment.put("startedAt", startedAt.truncatedTo(ChronoUnit.SECONDS).toString());
        environment.put("elapsedMs", elapsedMs);
        return environment;
    }
}
