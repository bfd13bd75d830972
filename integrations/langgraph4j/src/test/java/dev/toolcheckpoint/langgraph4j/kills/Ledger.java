package dev.toolcheckpoint.langgraph4j.kills;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.UUID;

/** The world outside: which calls reached it, and which refunds it made. Two files that outlive any process. */
final class Ledger {

    private final Path calls;
    private final Path effects;

    Ledger(Path folder) {
        this.calls = folder.resolve("calls");
        this.effects = folder.resolve("effects");
    }

    /** A downstream that refunds whenever it is called; returns the refund's reference. */
    String refund(String key) {
        append(calls, key);
        return commit(key);
    }

    /** A downstream that keeps keys: a second call under one gets the first one's reference. */
    String refundOnce(String key) {
        append(calls, key);
        return effects().stream()
                .filter(line -> line.startsWith(key + " "))
                .map(line -> line.substring(key.length() + 1))
                .findFirst()
                .orElseGet(() -> commit(key));
    }

    List<String> calls() {
        return lines(calls);
    }

    /** A key and a reference each. */
    List<String> effects() {
        return lines(effects);
    }

    private String commit(String key) {
        String reference = "re_" + UUID.randomUUID();
        append(effects, key + " " + reference);
        return reference;
    }

    private static void append(Path file, String line) {
        try {
            Files.write(
                    file,
                    List.of(line),
                    StandardCharsets.UTF_8,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND,
                    StandardOpenOption.SYNC);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static List<String> lines(Path file) {
        try {
            return Files.exists(file) ? Files.readAllLines(file) : List.of();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
