package dev.toolcheckpoint.runs.kit;

import dev.toolcheckpoint.runs.store.RunStore;
import dev.toolcheckpoint.testing.Effort;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/**
 * What every {@link RunStore} has to pass. A test class extends it and says how to open the store; see the package's description.
 *
 * <p>Each test uses namespaces of its own, so all tests may share one table. After every test all items that it named are read once
 * more from the reopened store. Tests run one at a time and start threads of their own; nothing sleeps.
 */
@SuppressWarnings("this-escape") // the fixture keeps the subclass, and asks it for nothing before a test runs
public abstract class RunStoreContract {

    private final RunKit kit = new RunKit(this);

    /** For subclasses. */
    protected RunStoreContract() {}

    /**
     * Opens the store. Within one test every call opens the same data again, also while an earlier one is still open: for a
     * file it is a second connection, for a table a second client.
     */
    protected abstract RunStore open();

    /** The largest secret body to try, in bytes; 5 000 000. */
    protected int largestBody() {
        return 5_000_000;
    }

    /** The largest open body to try, in bytes; as large as a secret one. Open cells hold states, times and counts: 4 KB is the least. */
    protected int largestOpenBody() {
        return largestBody();
    }

    /** How many threads race for one cell; 64. */
    protected int racers() {
        return 64;
    }

    /** How often they race; 100 times {@link Effort}. */
    protected int raceRounds() {
        return Effort.times(100);
    }

    /** How long {@code due} and {@code list} may lag behind the commits; 0. {@code find} and {@code load} never lag. */
    protected Duration listingLag() {
        return Duration.ZERO;
    }

    /**
     * Whether {@code load} shows all items as they were at one instant; {@code true}. {@code false} for a store whose commit of
     * several items may appear item by item to whoever reads meanwhile. Each single item is whole in any store.
     */
    protected boolean loadsAtOneInstant() {
        return true;
    }

    /** Whether {@code due} lists what is due earliest first; {@code true}. A sharded index can't. */
    protected boolean listsEarliestFirst() {
        return true;
    }

    @AfterEach
    void everyItemIsTheSameAfterReopening() {
        kit.verifyAndClose();
    }

    @Nested
    @Tag("expected")
    class Expecting extends ExpectedGroup {
        Expecting() {
            super(kit);
        }
    }

    @Nested
    @Tag("atomicity")
    class Atomicity extends AtomicityGroup {
        Atomicity() {
            super(kit);
        }
    }

    @Nested
    @Tag("cells")
    class Cells extends CellGroup {
        Cells() {
            super(kit);
        }
    }

    @Nested
    @Tag("bodies")
    class Bodies extends BodyGroup {
        Bodies() {
            super(kit);
        }
    }

    @Nested
    @Tag("keys")
    class Keys extends KeyGroup {
        Keys() {
            super(kit);
        }
    }

    @Nested
    @Tag("due")
    class Due extends DueGroup {
        Due() {
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

    @Nested
    @Tag("races")
    class Races extends RaceGroup {
        Races() {
            super(kit);
        }
    }

    @Nested
    @Tag("repeats")
    class Repeats extends RepeatGroup {
        Repeats() {
            super(kit);
        }
    }
}
