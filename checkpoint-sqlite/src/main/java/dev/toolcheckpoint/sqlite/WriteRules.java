package dev.toolcheckpoint.sqlite;

import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.Outcome;
import dev.toolcheckpoint.protocol.ProtocolException;
import dev.toolcheckpoint.protocol.Transition;
import dev.toolcheckpoint.store.SealedPayload;
import org.jspecify.annotations.Nullable;

/** What a write must be, before the file is touched. */
final class WriteRules {

    private WriteRules() {}

    /** The record of a creation. */
    static Checkpoint creation(Transition creation) {
        Checkpoint next = creation.next();
        require(
                creation.expectedRevision() == 0 && creation.expectedWriteId() == null && next.revision() == 1,
                "A creation expects revision 0 and no write id, and stores revision 1.");
        require(next.outcome() == null, "A creation stores no outcome.");
        return next;
    }

    /** The record of a compare-and-swap. */
    static Checkpoint swap(Transition transition, @Nullable SealedPayload payload) {
        Checkpoint next = transition.next();
        require(
                transition.expectedRevision() >= 1 && transition.expectedWriteId() != null,
                "A compare-and-swap expects a revision of at least 1 and a write id.");
        require(
                next.revision() == transition.expectedRevision() + 1,
                "A compare-and-swap stores the revision after the one it expects.");
        if (payload != null) {
            Outcome outcome = next.outcome();
            require(
                    payload instanceof SealedPayload.Plain plain
                            && outcome != null
                            && outcome.digest().equals(plain.digest())
                            && outcome.size() == plain.payload().size(),
                    "The sealed payload is this store's, and that of the outcome it is stored with.");
        }
        return next;
    }

    /** A write without a payload leaves the one in the row, so it must be of the same outcome. */
    static void keepsOutcome(Checkpoint current, Checkpoint next) {
        Outcome before = current.outcome();
        Outcome after = next.outcome();
        require(
                after == null
                        || (before != null
                                && !before.forgotten()
                                && before.digest().equals(after.digest())),
                "A transition that stores an outcome comes with its sealed payload.");
    }

    private static void require(boolean holds, String rule) {
        if (!holds) {
            throw ProtocolException.invalidArgument(rule + " Nothing was written.");
        }
    }
}
