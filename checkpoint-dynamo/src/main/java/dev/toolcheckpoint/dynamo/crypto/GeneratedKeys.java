package dev.toolcheckpoint.dynamo.crypto;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The data key each namespace seals with now. Thread-safe; nothing waits for KMS while holding the lock.
 *
 * <p>Two bounds: a call may <em>start</em> on a key that is young and has room to spare; a payload may be <em>sealed</em> under
 * it until every call that started on it (or on its predecessor) has ended, so that a completion needs no KMS.
 */
final class GeneratedKeys {

    /** The longest lease there is. */
    private static final Duration LONGEST_PROMISE = Duration.ofHours(24);
    /** The share of a key's messages and bytes that is kept for calls under way. */
    private static final int HEADROOM = 16;

    private final DataKeyLimits limits;
    private final Clock clock;
    private final SingleFlight<String, DataKey> flights = new SingleFlight<>();
    /** In the order of last use. */
    private final LinkedHashMap<String, Slot> slots = new LinkedHashMap<>(16, 0.75f, true);

    private boolean closed;

    GeneratedKeys(DataKeyLimits limits, Clock clock) {
        this.limits = limits;
        this.clock = clock;
    }

    /** Makes sure that a payload can be sealed in this namespace until then. */
    void prepare(String namespace, Instant until, Function<String, DataKey> generate) {
        while (!promise(namespace, until)) {
            renew(namespace, Slot::mayStart, generate);
        }
    }

    /** A data key to seal this many bytes under; counted. */
    DataKey take(String namespace, long bytes, Function<String, DataKey> generate) {
        while (true) {
            DataKey key = charge(namespace, bytes);
            if (key != null) {
                return key;
            }
            renew(namespace, (slot, now) -> slot.maySeal(now, bytes), generate);
        }
    }

    /** The key of this namespace, if it is the one that was wrapped like this. */
    synchronized @Nullable DataKey find(String namespace, KeyRef key, byte[] wrapped) {
        Slot slot = slots.get(namespace);
        return slot != null && slot.key.isWrappedAs(key, wrapped) && !slot.ended(clock.instant()) ? slot.key : null;
    }

    /** Destroys every key. */
    synchronized void clear() {
        slots.values().forEach(slot -> slot.key.destroy());
        slots.clear();
    }

    /** Destroys every key, also those that are still on their way. */
    synchronized void close() {
        closed = true;
        clear();
    }

    /**
     * Gets a new key, unless the one there is will do.
     *
     * @param usable the very condition that failed; a laxer one would go round for ever
     */
    private void renew(String namespace, BiPredicate<Slot, Instant> usable, Function<String, DataKey> generate) {
        flights.run(namespace, () -> {
            // Another flight may have ended between the look that failed and this one.
            DataKey there = keyIf(namespace, usable);
            return there != null ? there : install(namespace, generate.apply(namespace));
        });
    }

    private synchronized @Nullable DataKey keyIf(String namespace, BiPredicate<Slot, Instant> usable) {
        Slot slot = slots.get(namespace);
        return slot != null && usable.test(slot, clock.instant()) ? slot.key : null;
    }

    private synchronized boolean promise(String namespace, Instant until) {
        Instant now = clock.instant();
        Slot slot = slots.get(namespace);
        if (slot == null || !slot.mayStart(now)) {
            return false;
        }
        Instant latest = now.plus(LONGEST_PROMISE);
        slot.promise(until.isAfter(latest) ? latest : until);
        return true;
    }

    private synchronized @Nullable DataKey charge(String namespace, long bytes) {
        Slot slot = slots.get(namespace);
        if (slot == null || !slot.maySeal(clock.instant(), bytes)) {
            return null;
        }
        slot.messages++;
        slot.bytes += bytes;
        return slot.key;
    }

    private synchronized DataKey install(String namespace, DataKey key) {
        if (closed) {
            key.destroy();
            throw KmsCalls.closed();
        }
        Instant now = clock.instant();
        Slot fresh = new Slot(key, now);
        Slot replaced = slots.put(namespace, fresh);
        if (replaced != null) {
            fresh.promise(replaced.promisedUntil);
            replaced.key.destroy();
        }
        sweep(now);
        return key;
    }

    private void sweep(Instant now) {
        Iterator<Map.Entry<String, Slot>> oldestFirst = slots.entrySet().iterator();
        int surplus = slots.size() - limits.maxNamespaces();
        while (oldestFirst.hasNext()) {
            Slot slot = oldestFirst.next().getValue();
            if (surplus-- > 0 || slot.ended(now)) {
                slot.key.destroy();
                oldestFirst.remove();
            }
        }
    }

    private final class Slot {
        private final DataKey key;
        private final Instant createdAt;
        private Instant promisedUntil;
        private long messages;
        private long bytes;

        private Slot(DataKey key, Instant createdAt) {
            this.key = key;
            this.createdAt = createdAt;
            this.promisedUntil = createdAt;
        }

        private void promise(Instant until) {
            if (until.isAfter(promisedUntil)) {
                promisedUntil = until;
            }
        }

        private boolean mayStart(Instant now) {
            return young(now)
                    && messages < limits.maxMessages() - limits.maxMessages() / HEADROOM
                    && bytes < limits.maxBytes() - limits.maxBytes() / HEADROOM;
        }

        /** A payload above the limit in bytes still gets a key of its own. */
        private boolean maySeal(Instant now, long more) {
            return !ended(now)
                    && messages < limits.maxMessages()
                    && (messages == 0 || bytes + more <= limits.maxBytes());
        }

        private boolean ended(Instant now) {
            return !young(now) && !now.isBefore(promisedUntil);
        }

        /** A clock that went back tells nothing about age, so the key counts as old. */
        private boolean young(Instant now) {
            return !now.isBefore(createdAt) && now.isBefore(createdAt.plus(limits.maxAge()));
        }
    }
}
