package dev.toolcheckpoint.testing;

import dev.toolcheckpoint.protocol.CheckpointException;
import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.store.CheckpointStore;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/**
 * What every {@link CheckpointStore} has to pass. A test class extends it and says how to open the store; see the package's
 * description for a whole one.
 *
 * <p>Each test uses a namespace of its own, so all tests may share one table. Every record that comes out of the store is
 * checked against the protocol's invariants, and after every test all records that it wrote are read once more from the
 * reopened store. Tests run one at a time and start threads of their own; nothing sleeps.
 */
@SuppressWarnings("this-escape") // the fixture keeps the subclass, and asks it for nothing before a test runs
public abstract class CheckpointStoreContract {

    private final KitFixture kit = new KitFixture(this);

    /** For subclasses. */
    protected CheckpointStoreContract() {}

    /**
     * Opens the store. Within one test every call opens the same data again, also while an earlier one is still open: for a
     * file it is a second connection, for a table a second client.
     */
    protected abstract CheckpointStore open();

    /** The corruptions that {@link #corrupt} can make in this store; it must refuse the others. */
    protected abstract Set<Corruption> possibleCorruptions();

    /**
     * Breaks a stored record behind the store's back: in its file, table or map. An open store must not notice through any
     * cache that it would not have in production.
     *
     * @return whether it was done: {@code true} for those of {@link #possibleCorruptions}, {@code false} for all others
     */
    protected abstract boolean corrupt(CheckpointKey key, Corruption corruption);

    /**
     * The stored form of a record, broken or not, to be compared with {@code equals} before and after a refused write. Unless
     * overridden the error that a fresh {@code find} gives, which shows that it is broken still; better are the very bytes.
     */
    protected Object rawForm(CheckpointKey key) {
        try (CheckpointStore store = open()) {
            return store.find(key);
        } catch (CheckpointException broken) {
            return broken.code() + " " + broken.getMessage();
        }
    }

    /** The largest payload to try, in bytes; 1 MiB, which is also the least a store must hold. The journal allows 10 MB. */
    protected int largestPayload() {
        return 1 << 20;
    }

    /** How many threads race for one record; 64. */
    protected int racers() {
        return 64;
    }

    /** How often they race; 200 times {@link Effort}. */
    protected int raceRounds() {
        return Effort.times(200);
    }

    /** How long a listing may lag behind the writes; 0. Finding a record by key never lags. */
    protected Duration listingLag() {
        return Duration.ZERO;
    }

    /** Whether a namespace is listed in the order of its keys; {@code true}. A hash-partitioned table can't. */
    protected boolean listsInKeyOrder() {
        return true;
    }

    /**
     * Whether a swap decodes the record it replaces; {@code true}. {@code false} for a store whose swap is one conditional
     * write: a record that somebody broke, leaving revision and write id as they were, after the swapper had read it, is
     * then replaced unseen. Everything else of the quarantine holds for such a store, too.
     */
    protected boolean checksRecordOnSwap() {
        return true;
    }

    @AfterEach
    void everyRecordCanBeReadAfterReopening() {
        kit.verifyAndClose();
    }

    @Nested
    @Tag("create")
    class Creating extends CreateGroup {
        Creating() {
            super(kit);
        }
    }

    @Nested
    @Tag("swap")
    class Swapping extends SwapGroup {
        Swapping() {
            super(kit);
        }
    }

    @Nested
    @Tag("round-trip")
    class RoundTrip extends RoundTripGroup {
        RoundTrip() {
            super(kit);
        }
    }

    @Nested
    @Tag("payloads")
    class Payloads extends PayloadGroup {
        Payloads() {
            super(kit);
        }
    }

    @Nested
    @Tag("races")
    class Races extends RaceGroup {
        Races() {
            super(kit);
        }
    }

    @Nested
    @Tag("reopening")
    class Reopening extends ReopenGroup {
        Reopening() {
            super(kit);
        }
    }

    @Nested
    @Tag("quarantine")
    class Quarantine extends QuarantineGroup {
        Quarantine() {
            super(kit);
        }
    }

    @Nested
    @Tag("namespaces")
    class Namespaces extends NamespaceGroup {
        Namespaces() {
            super(kit);
        }
    }

    @Nested
    @Tag("attention")
    class AttentionListing extends AttentionGroup {
        AttentionListing() {
            super(kit);
        }
    }

    @Nested
    @Tag("listing")
    class Listing extends ListGroup {
        Listing() {
            super(kit);
        }
    }
}
