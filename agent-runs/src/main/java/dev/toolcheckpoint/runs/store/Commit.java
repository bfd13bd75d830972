package dev.toolcheckpoint.runs.store;

import dev.toolcheckpoint.protocol.ProtocolException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Changes that are applied together or not at all.
 *
 * @param writeId made once for this logical write: every repeat sends the same, and a store may use it to recognise one
 * @param changes 1 to {@value #LONGEST}, each of another item
 */
public record Commit(String writeId, List<Change> changes) {

    /** What one transaction of any store takes. */
    public static final int LONGEST = 90;

    /** Checks and copies the changes. */
    public Commit {
        changes = List.copyOf(changes);
        if (changes.isEmpty() || changes.size() > LONGEST) {
            throw ProtocolException.invalidArgument(
                    "A commit has 1 to " + LONGEST + " changes, found " + changes.size() + ".");
        }
        Set<ItemKey> keys = new HashSet<>();
        for (Change change : changes) {
            if (!keys.add(change.key())) {
                throw ProtocolException.invalidArgument("A commit changes " + change.key() + " twice.");
            }
        }
        if (changes.stream().allMatch(Change::onlyAsks)) {
            throw ProtocolException.invalidArgument("A commit writes something.");
        }
    }
}
