package dev.toolcheckpoint.dynamo;

import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.protocol.Payload;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finished records with their payloads, as many as there is room for. Thread-safe. */
final class RememberedOutcomes {

    private final int maxRecords;
    private final long maxBytes;
    private final Duration maxAge;
    private final Clock clock;
    private final Map<CheckpointKey, Entry> entries = new LinkedHashMap<>(16, 0.75f, true);
    private long bytes;

    RememberedOutcomes(int maxRecords, long maxBytes, Duration maxAge, Clock clock) {
        this.maxRecords = maxRecords;
        this.maxBytes = maxBytes;
        this.maxAge = maxAge;
        this.clock = clock;
    }

    private record Entry(Checkpoint record, long size, Instant until) {}

    @Nullable
    synchronized Checkpoint find(CheckpointKey key) {
        Entry entry = entries.get(key);
        if (entry == null) {
            return null;
        }
        if (!clock.instant().isBefore(entry.until())) {
            drop(key);
            return null;
        }
        return entry.record();
    }

    /** Remembers a finished record whose payload is at hand, unless its retention is over. */
    synchronized void add(Checkpoint record, Payload.Inline payload) {
        drop(record.key());
        Instant now = clock.instant();
        Instant until = now.plus(maxAge);
        Instant retainUntil = record.retainUntil();
        if (retainUntil != null && retainUntil.isBefore(until)) {
            until = retainUntil;
        }
        long size = payload.size();
        if (size > maxBytes || !now.isBefore(until)) {
            return;
        }
        entries.put(record.key(), new Entry(record, size, until));
        bytes += size;
        Iterator<Entry> eldest = entries.values().iterator();
        while (entries.size() > maxRecords || bytes > maxBytes) {
            bytes -= eldest.next().size();
            eldest.remove();
        }
    }

    synchronized void drop(CheckpointKey key) {
        Entry entry = entries.remove(key);
        if (entry != null) {
            bytes -= entry.size();
        }
    }

    synchronized void clear() {
        entries.clear();
        bytes = 0;
    }
}
