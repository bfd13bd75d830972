package dev.toolcheckpoint.reconcile;

import dev.toolcheckpoint.delivery.Deliverer;
import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.protocol.Attention;
import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.CheckpointException;
import dev.toolcheckpoint.protocol.ProtocolException;
import dev.toolcheckpoint.protocol.Status;
import dev.toolcheckpoint.reconcile.Reconciliation.Step;
import dev.toolcheckpoint.store.AttentionQuery;
import dev.toolcheckpoint.store.ListQuery;
import dev.toolcheckpoint.store.RecordPage;
import dev.toolcheckpoint.tool.Tool;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Goes through what needs attention and does what needs no person. Thread-safe; any number may run at once, also against the
 * callers themselves: what it lists are hints, and only a conditional write decides.
 *
 * <ul>
 *   <li>An attempt that is over and may have no other → the call is uncertain.
 *   <li>An uncertain call → its tool's {@link dev.toolcheckpoint.tool.OutcomeProbe} is asked, and its answer settles the call. "It
 *       did not happen" counts only when the probe was asked after lease, skew margin and quiescence were over.
 *   <li>A delivery that is over → repeated, when its deliverer is idempotent, then and now.
 *   <li>A payload whose time is over → forgotten, when a payload retention is set.
 * </ul>
 *
 * <p>One record that fails never stops the others. A run ends when its time is up, and says where the next one goes on.
 *
 * <p>Defaults: pages of 100, no tools, no deliverers, payloads kept as long as their records, and {@code reconciler} as the name
 * in the evidence.
 */
public final class Reconciler {

    private static final Logger LOG = LoggerFactory.getLogger(Reconciler.class);

    /** The parts of a run, in their order. What people wait for comes first. */
    private enum Part {
        EXECUTION,
        DELIVERY,
        UNCERTAIN,
        PAYLOADS
    }

    private static final Set<Status> OPEN = Set.of(Status.EXECUTING, Status.UNCERTAIN, Status.DELIVERING);
    private static final Set<Status> DONE = Set.of(Status.COMPLETED, Status.DELIVERED);

    private final Journal journal;
    private final RecordSteps steps;
    private final @Nullable Duration payloadRetention;
    private final boolean scanning;
    private final int pageSize;

    private Reconciler(Builder builder) {
        this.journal = builder.journal;
        this.steps = new RecordSteps(builder.journal, builder.tools, builder.deliverers, builder.name);
        this.payloadRetention = builder.payloadRetention;
        this.scanning = builder.scanning;
        this.pageSize = builder.pageSize;
    }

    /** A reconciler of this journal. */
    public static Builder builder(Journal journal) {
        return new Builder(journal);
    }

    /** One run from the start. */
    public Reconciliation run(Duration time) {
        return run(time, null);
    }

    /**
     * One run.
     *
     * @param time no record is looked at after it; a probe or a send under way then still ends. More than 0
     * @param from {@link Reconciliation#next} of the run before; {@code null} for the start
     * @throws ProtocolException {@code INVALID_ARGUMENT} when {@code from} is no such place
     * @throws dev.toolcheckpoint.protocol.StoreException when the listing itself fails
     */
    public Reconciliation run(Duration time, @Nullable String from) {
        if (time.isNegative() || time.isZero()) {
            throw ProtocolException.invalidArgument("A run needs some time, found " + time.toMillis() + " ms.");
        }
        Run run = new Run(journal.clock().instant().plus(time));
        Part first = Part.EXECUTION;
        String cursor = null;
        if (from != null) {
            int colon = from.indexOf(':');
            first = part(colon < 0 ? from : from.substring(0, colon));
            cursor = colon < 0 ? null : from.substring(colon + 1);
        }
        for (Part part : Part.values()) {
            if (part.compareTo(first) >= 0) {
                if (!run.pages(part, part == first ? cursor : null)) {
                    break;
                }
            }
        }
        return run.report();
    }

    private static Part part(String name) {
        for (Part part : Part.values()) {
            if (part.name().equals(name)) {
                return part;
            }
        }
        throw ProtocolException.invalidArgument(
                "A run goes on from where the one before ended (Reconciliation.next), found another text.");
    }

    /** One run: its time, and what it did. */
    private final class Run {
        private final Instant until;
        private final Map<Step, Long> counts = new EnumMap<>(Step.class);
        private final Map<Attention.Kind, Duration> oldest = new EnumMap<>(Attention.Kind.class);
        private @Nullable String next;

        private Run(Instant until) {
            this.until = until;
        }

        private Reconciliation report() {
            return new Reconciliation(counts, oldest, next);
        }

        /** Every page of a part; whether it got to the end. */
        private boolean pages(Part part, @Nullable String from) {
            String cursor = from;
            do {
                RecordPage page = page(part, cursor);
                if (page == null) {
                    return true;
                }
                page.invalid().forEach(record -> count(Step.INVALID));
                for (Checkpoint record : page.records()) {
                    if (!journal.clock().instant().isBefore(until)) {
                        // The page is read again: what was done to it shows.
                        next = part.name() + (cursor == null ? "" : ":" + cursor);
                        return false;
                    }
                    look(part, record);
                }
                cursor = page.nextCursor();
            } while (cursor != null);
            return true;
        }

        private @Nullable RecordPage page(Part part, @Nullable String cursor) {
            Instant now = journal.clock().instant();
            if (part == Part.PAYLOADS) {
                return payloadRetention == null
                        ? null
                        : journal.list(new ListQuery(null, DONE, now.minus(payloadRetention), pageSize, cursor));
            }
            if (scanning) {
                // Once through the table for all three.
                return part == Part.EXECUTION ? journal.list(new ListQuery(null, OPEN, null, pageSize, cursor)) : null;
            }
            Attention.Kind kind = Attention.Kind.valueOf(part.name());
            return journal.attention(new AttentionQuery(Set.of(kind), now.plusMillis(1), pageSize, cursor));
        }

        private void look(Part part, Checkpoint record) {
            try {
                if (part == Part.PAYLOADS) {
                    if (payloadRetention != null) {
                        count(steps.forget(record, payloadRetention));
                    }
                } else {
                    Attention.of(record).ifPresent(attention -> attend(record, attention));
                }
            } catch (CheckpointException failure) {
                LOG.warn("The record {} could not be reconciled; the next run comes by again", record.key(), failure);
                count(Step.FAILED);
            }
        }

        private void attend(Checkpoint record, Attention attention) {
            Instant now = journal.clock().instant();
            if (attention.kind() != Attention.Kind.UNCERTAIN && !steps.over(record, now)) {
                return;
            }
            oldest.merge(
                    attention.kind(),
                    Duration.between(attention.at(), now),
                    (first, second) -> first.compareTo(second) < 0 ? second : first);
            Step step = switch (attention.kind()) {
                case EXECUTION -> steps.expire(record, now);
                case UNCERTAIN -> steps.settle(record);
                case DELIVERY -> steps.deliver(record);
            };
            count(step);
        }

        private void count(@Nullable Step step) {
            if (step != null) {
                counts.merge(step, 1L, Long::sum);
            }
        }
    }

    /** Builds a reconciler. Not thread-safe. */
    public static final class Builder {
        private final Journal journal;
        private final Map<RecordSteps.Version, Tool<?, ?>> tools = new LinkedHashMap<>();
        private final Map<String, Deliverer> deliverers = new LinkedHashMap<>();
        private @Nullable Duration payloadRetention;
        private boolean scanning;
        private int pageSize = 100;
        private String name = "reconciler";

        private Builder(Journal journal) {
            this.journal = journal;
        }

        /**
         * The tools, of which those with a probe can be asked about their uncertain calls. Each is asked about the calls of its own
         * revision only: an earlier one that has uncertain calls is given as well. A name and a revision together are unique.
         */
        public Builder tools(List<? extends Tool<?, ?>> values) {
            for (Tool<?, ?> tool : values) {
                if (tools.putIfAbsent(new RecordSteps.Version(tool.name(), tool.revision()), tool) != null) {
                    throw ProtocolException.invalidArgument("Two tools have the name \"" + tool.name()
                            + "\" and the revision \"" + tool.revision() + "\".");
                }
            }
            return this;
        }

        /** Who delivers the outcomes of a tool. */
        public Builder deliverer(String toolName, Deliverer deliverer) {
            deliverers.put(toolName, deliverer);
            return this;
        }

        /** How long after its completion a payload is kept; the record stays. More than 0; for ever unless set. */
        public Builder payloadRetention(Duration value) {
            if (value.isNegative() || value.isZero()) {
                throw ProtocolException.invalidArgument(
                        "payloadRetention must be more than 0 ms, found " + value.toMillis() + " ms.");
            }
            this.payloadRetention = value;
            return this;
        }

        /** Goes through all open records instead of the attention listing: for a store whose index is lean. */
        public Builder scanning(boolean value) {
            this.scanning = value;
            return this;
        }

        /** How many records are listed at once, 1 to 1 000; 100 unless set. */
        public Builder pageSize(int value) {
            new ListQuery(null, Set.of(), null, value, null);
            this.pageSize = value;
            return this;
        }

        /** Who vouches for what is settled, 1 to 512 UTF-16 units; {@code reconciler} unless set. */
        public Builder name(String value) {
            this.name = value;
            return this;
        }

        /** The reconciler. */
        public Reconciler build() {
            return new Reconciler(this);
        }
    }
}
