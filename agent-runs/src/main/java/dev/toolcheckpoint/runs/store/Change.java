package dev.toolcheckpoint.runs.store;

import dev.toolcheckpoint.protocol.ProtocolException;
import dev.toolcheckpoint.store.CheckpointCodec;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a commit asks of one item, and what becomes of it. Immutable.
 *
 * <p>With no cells to put, and not deleted, it only asks. Cells that are not named stay as they are.
 */
public final class Change {

    private final ItemKey key;
    private final Map<String, Expected> expected;
    private final Map<String, Cell> puts;
    private final boolean delete;
    private final boolean setsDue;
    private final @Nullable Instant dueAt;

    private Change(Builder builder, boolean delete) {
        this.key = builder.key;
        this.expected = Map.copyOf(builder.expected);
        this.puts = Map.copyOf(builder.puts);
        this.delete = delete;
        this.setsDue = builder.setsDue;
        this.dueAt = builder.dueAt;
    }

    /** A change of this item. */
    public static Builder of(ItemKey key) {
        return new Builder(key);
    }

    /** The item. */
    public ItemKey key() {
        return key;
    }

    /** What must hold, by cell. */
    public Map<String, Expected> expected() {
        return expected;
    }

    /** The cells that are written, by name. */
    public Map<String, Cell> puts() {
        return puts;
    }

    /** Whether the item is deleted. */
    public boolean deletes() {
        return delete;
    }

    /** Whether {@link #dueAt} replaces what is stored. */
    public boolean setsDue() {
        return setsDue;
    }

    /** When somebody should look at the item; {@code null} for never. Whole milliseconds. */
    public @Nullable Instant dueAt() {
        return dueAt;
    }

    /** Whether nothing is written. */
    public boolean onlyAsks() {
        return puts.isEmpty() && !delete && !setsDue;
    }

    /** Builds a change. Not thread-safe. */
    public static final class Builder {
        private final ItemKey key;
        private final Map<String, Expected> expected = new LinkedHashMap<>();
        private final Map<String, Cell> puts = new LinkedHashMap<>();
        private boolean setsDue;
        private @Nullable Instant dueAt;

        private Builder(ItemKey key) {
            this.key = key;
        }

        /** Asks for this of a cell. */
        public Builder expect(String cell, Expected what) {
            expected.put(cell, what);
            return this;
        }

        /** Writes a cell. */
        public Builder put(String cell, Cell value) {
            puts.put(cell, value);
            return this;
        }

        /**
         * Sets when somebody should look at the item.
         *
         * @param at a whole millisecond of the years 1970 to 9999; {@code null} for never
         */
        public Builder due(@Nullable Instant at) {
            if (at != null && !isStorable(at)) {
                throw ProtocolException.invalidArgument(
                        "An item is due at a whole millisecond of the years 1970 to 9999, found " + at
                                + ". Truncate it.");
            }
            this.setsDue = true;
            this.dueAt = at;
            return this;
        }

        private static boolean isStorable(Instant at) {
            return !at.isBefore(Instant.EPOCH)
                    && !at.isAfter(Instant.ofEpochMilli(CheckpointCodec.MAX_TIME))
                    && at.equals(at.truncatedTo(ChronoUnit.MILLIS));
        }

        /** The change. */
        public Change build() {
            if (expected.isEmpty()) {
                throw ProtocolException.invalidArgument(
                        "A change asks for something of the item " + key + ", or it could undo what it never saw.");
            }
            if (setsDue && puts.isEmpty() && expected.values().stream().allMatch(Expected.Absent.class::isInstance)) {
                throw ProtocolException.invalidArgument("A change that sets only when " + key
                        + " is due asks for a cell that is there, or it could make an item without cells.");
            }
            return new Change(this, false);
        }

        /** The change that deletes the whole item. */
        public Change delete() {
            if (expected.isEmpty() || !puts.isEmpty()) {
                throw ProtocolException.invalidArgument("A deletion of " + key + " asks for a cell and writes none.");
            }
            return new Change(this, true);
        }
    }
}
