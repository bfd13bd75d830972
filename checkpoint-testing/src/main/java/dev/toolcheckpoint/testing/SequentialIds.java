package dev.toolcheckpoint.testing;

import dev.toolcheckpoint.journal.IdSource;
import java.util.concurrent.atomic.AtomicLong;

/** Ids that are the same in every run: {@code PREFIX-1}, {@code PREFIX-2} … Thread-safe. */
public final class SequentialIds implements IdSource {

    private final String prefix;
    private final AtomicLong last = new AtomicLong();

    /** {@code id-1}, {@code id-2} … */
    public SequentialIds() {
        this("id");
    }

    /**
     * Ids of one worker.
     *
     * @param prefix another one for each worker of a store, so that no two of them make the same id
     */
    public SequentialIds(String prefix) {
        this.prefix = prefix;
    }

    @Override
    public String next() {
        return prefix + "-" + last.incrementAndGet();
    }
}
