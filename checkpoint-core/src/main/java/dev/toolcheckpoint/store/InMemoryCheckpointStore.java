package dev.toolcheckpoint.store;

import dev.toolcheckpoint.json.Digests;
import dev.toolcheckpoint.protocol.Attention;
import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.protocol.Invariants;
import dev.toolcheckpoint.protocol.Outcome;
import dev.toolcheckpoint.protocol.Payload;
import dev.toolcheckpoint.protocol.ProtocolException;
import dev.toolcheckpoint.protocol.StoreException;
import dev.toolcheckpoint.protocol.Transition;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * Keeps checkpoints in this process, for tests and trials: everything is gone with the object. Thread-safe; each call on one
 * key is atomic, calls on different keys don't wait for each other.
 *
 * <p>Payloads of more than {@value #INLINE_LIMIT} bytes are kept apart from their record, which then says {@link
 * Payload.Stored}, so that a program tried here meets {@link #loadPayload} as it would with a real store. Expired records are
 * kept, and count in full. Records are checked when they are read, not when they are written: a test plants a broken one by
 * writing a transition that it made by hand.
 */
public final class InMemoryCheckpointStore implements CheckpointStore {

    /** The largest payload that {@link #find} returns with its record, in bytes. */
    public static final int INLINE_LIMIT = 1_024;

    private final ConcurrentMap<CheckpointKey, Entry> entries = new ConcurrentHashMap<>();
    private final Duration defaultSkewMargin;

    /** An empty store with a skew margin of 0: everything in one process reads one clock. */
    public InMemoryCheckpointStore() {
        this(Duration.ZERO);
    }

    /**
     * An empty store.
     *
     * @param defaultSkewMargin what it recommends as skew margin; 0 or more
     */
    public InMemoryCheckpointStore(Duration defaultSkewMargin) {
        if (defaultSkewMargin.isNegative()) {
            throw ProtocolException.invalidArgument(
                    "The skew margin must be 0 or more, found " + defaultSkewMargin + ".");
        }
        this.defaultSkewMargin = defaultSkewMargin;
    }

    @Override
    public Duration defaultSkewMargin() {
        return defaultSkewMargin;
    }

    @Override
    public void prepare(CheckpointKey key, Instant leaseUntil) {
        // Nothing is encrypted, so a completion needs nothing that could be missing.
    }

    @Override
    public SealedPayload seal(CheckpointKey key, String writeId, byte[] payload) {
        return payload.length <= INLINE_LIMIT
                ? SealedPayload.plain(payload)
                : new Apart(Digests.sha256(payload), new Payload.Stored(writeId), payload.clone());
    }

    @Override
    public String digest(Checkpoint record, byte[] payload) {
        return Digests.sha256(payload);
    }

    @Override
    public WriteResult createIfAbsent(Transition creation) {
        Checkpoint next = creation.next();
        Entry made = new Entry(next, null);
        Entry present = entries.putIfAbsent(next.key(), made);
        return present == null ? new WriteResult.Stored() : WriteResult.refusedUnlessOwn(present.read(), next);
    }

    @Override
    public WriteResult compareAndSwap(Transition transition, @Nullable SealedPayload payload) {
        Checkpoint next = transition.next();
        WriteResult[] result = {new WriteResult.Refused(null)};
        entries.computeIfPresent(next.key(), (key, entry) -> {
            Checkpoint current = entry.read();
            if (current.revision() == transition.expectedRevision()
                    && current.writeId().equals(transition.expectedWriteId())) {
                result[0] = new WriteResult.Stored();
                return entry.replacedBy(next, payload);
            }
            result[0] = WriteResult.refusedUnlessOwn(current, next);
            return entry;
        });
        return result[0];
    }

    @Override
    public Optional<Checkpoint> find(CheckpointKey key) {
        return Optional.ofNullable(entries.get(key)).map(Entry::read);
    }

    @Override
    public byte[] loadPayload(Checkpoint record) {
        Outcome outcome = record.requireOutcome();
        byte[] bytes;
        if (outcome.payload() instanceof Payload.Inline inline) {
            bytes = inline.bytes();
        } else if (outcome.payload() instanceof Payload.Stored stored) {
            bytes = apart(record.key(), stored.reference());
        } else {
            throw ProtocolException.invalidArgument(
                    "The payload of " + record.key() + " is forgotten; only its size and digest are kept.");
        }
        if (!Digests.sha256(bytes).equals(outcome.digest())) {
            throw unreadable(record.key(), "has another digest than its record says");
        }
        return bytes;
    }

    @Override
    public RecordPage attention(AttentionQuery query) {
        List<Line> lines = new ArrayList<>();
        entries.forEach((key, entry) -> {
            Line line = Line.of(key, entry);
            Attention attention =
                    line.record() == null ? null : Attention.of(line.record()).orElse(null);
            if (line.invalid() != null) {
                // Nobody knows what a broken record waits for: it is shown first.
                lines.add(line);
            } else if (attention != null
                    && query.kinds().contains(attention.kind())
                    && attention.at().isBefore(query.dueBefore())) {
                lines.add(line.dueAt(attention.at()));
            }
        });
        return Line.page(lines, query.limit(), query.cursor());
    }

    @Override
    public RecordPage list(ListQuery query) {
        List<Line> lines = new ArrayList<>();
        entries.forEach((key, entry) -> {
            Line line = Line.of(key, entry);
            if ((query.namespace() == null || key.namespace().equals(query.namespace()))
                    && (line.record() == null || matches(query, line.record()))) {
                lines.add(line);
            }
        });
        return Line.page(lines, query.limit(), query.cursor());
    }

    /** Deletes a record, whatever its state, as an operator or a time-to-live would. For tests. */
    public void remove(CheckpointKey key) {
        entries.remove(key);
    }

    /** Does nothing: the records live as long as this object, which stays usable. */
    @Override
    public void close() {}

    private static boolean matches(ListQuery query, Checkpoint record) {
        return (query.statuses().isEmpty() || query.statuses().contains(record.status()))
                && (query.updatedBefore() == null || record.updatedAt().isBefore(query.updatedBefore()));
    }

    private byte[] apart(CheckpointKey key, String reference) {
        Entry entry = entries.get(key);
        Apart apart = entry == null ? null : entry.apart();
        if (apart == null || !apart.payload().reference().equals(reference)) {
            throw unreadable(key, "is not there");
        }
        return apart.bytes().clone();
    }

    private static StoreException unreadable(CheckpointKey key, String how) {
        return StoreException.payloadUnreadable(
                "The outcome of " + key + " is stored, but its payload " + how
                        + ". The effect is done; do not repeat it.",
                null);
    }

    /** A payload kept apart from its record. Not a record class: its bytes must not show in {@code toString}. */
    private static final class Apart implements SealedPayload {
        private final String digest;
        private final Payload.Stored payload;
        private final byte[] bytes;

        Apart(String digest, Payload.Stored payload, byte[] bytes) {
            this.digest = digest;
            this.payload = payload;
            this.bytes = bytes;
        }

        @Override
        public String digest() {
            return digest;
        }

        @Override
        public Payload.Stored payload() {
            return payload;
        }

        byte[] bytes() {
            return bytes;
        }
    }

    /** A record as it was written, and its payload when that is kept apart. */
    private record Entry(Checkpoint record, @Nullable Apart apart) {

        Checkpoint read() {
            return Invariants.validate(record);
        }

        Entry replacedBy(Checkpoint next, @Nullable SealedPayload payload) {
            Outcome outcome = next.outcome();
            if (outcome == null || outcome.forgotten()) {
                return new Entry(next, null);
            }
            if (payload instanceof Apart sealed) {
                return new Entry(next, sealed);
            }
            // A later write of the same outcome leaves the payload as it is, whether its caller had loaded it or not.
            return apart == null ? new Entry(next, null) : new Entry(next.withPayload(apart.payload()), apart);
        }
    }

    /** An entry as a listing shows it. */
    private record Line(
            Instant at, CheckpointKey key, @Nullable Checkpoint record, RecordPage.@Nullable InvalidRecord invalid) {

        private static final Comparator<Line> ORDER = Comparator.comparing(Line::at)
                .thenComparing(line -> line.key().namespace())
                .thenComparing(line -> line.key().id());

        static Line of(CheckpointKey key, Entry entry) {
            try {
                return new Line(Instant.EPOCH, key, entry.read(), null);
            } catch (ProtocolException broken) {
                String problem = String.valueOf(broken.getMessage());
                return new Line(
                        Instant.EPOCH, key, null, new RecordPage.InvalidRecord(key.toString(), broken.code(), problem));
            }
        }

        Line dueAt(Instant instant) {
            return new Line(instant, key, record, invalid);
        }

        /** Where a page ended: the time, the id, and last the namespace, which may hold anything. */
        String cursor() {
            return at.toEpochMilli() + " " + key.id() + " " + key.namespace();
        }

        static Line ended(String cursor) {
            String[] parts = cursor.split(" ", 3);
            try {
                return new Line(
                        Instant.ofEpochMilli(Long.parseLong(parts[0])),
                        new CheckpointKey(parts[2], parts[1]),
                        null,
                        null);
            } catch (NumberFormatException | ArrayIndexOutOfBoundsException foreign) {
                throw ProtocolException.invalidArgument("The cursor is not one of this store's pages.", foreign);
            }
        }

        static RecordPage page(List<Line> lines, int limit, @Nullable String cursor) {
            Line after = cursor == null ? null : ended(cursor);
            List<Line> rest = lines.stream()
                    .filter(line -> after == null || ORDER.compare(line, after) > 0)
                    .sorted(ORDER)
                    .limit(limit + 1L)
                    .toList();
            List<Line> shown = rest.subList(0, Math.min(limit, rest.size()));
            return new RecordPage(
                    shown.stream()
                            .flatMap(line -> Optional.ofNullable(line.record()).stream())
                            .toList(),
                    shown.stream()
                            .flatMap(line -> Optional.ofNullable(line.invalid()).stream())
                            .toList(),
                    rest.size() > limit ? shown.get(limit - 1).cursor() : null);
        }
    }
}
