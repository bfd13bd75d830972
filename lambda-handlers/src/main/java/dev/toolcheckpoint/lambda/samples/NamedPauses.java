package dev.toolcheckpoint.lambda.samples;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/**
 * Places where the sample can be stopped, to be killed there: it writes the place's name to a file and waits for ever. {@code
 * REFUND_PAUSE_AT} names the place ({@value #BEFORE_EFFECT} or {@value #AFTER_EFFECT}), {@code REFUND_PAUSE_FILE} the file.
 * Without them nothing pauses.
 */
final class NamedPauses {

    /** The request reached the tool, which has not called the ledger. */
    static final String BEFORE_EFFECT = "before-effect";

    /** The ledger committed, and the tool has not returned. */
    static final String AFTER_EFFECT = "after-effect";

    private final @Nullable String at;
    private final @Nullable Path file;

    private NamedPauses(@Nullable String at, @Nullable Path file) {
        this.at = at;
        this.file = file;
    }

    static NamedPauses of(Map<String, String> environment) {
        String at = environment.get("REFUND_PAUSE_AT");
        String file = environment.get("REFUND_PAUSE_FILE");
        return at == null || file == null ? new NamedPauses(null, null) : new NamedPauses(at, Path.of(file));
    }

    void reach(String place) throws IOException, InterruptedException {
        if (file == null || !place.equals(at)) {
            return;
        }
        // Renamed into place, so that whoever waits for it never reads half a name.
        Path written = Files.writeString(file.resolveSibling(file.getFileName() + ".new"), place);
        Files.move(written, file, StandardCopyOption.ATOMIC_MOVE);
        new CountDownLatch(1).await();
    }
}
