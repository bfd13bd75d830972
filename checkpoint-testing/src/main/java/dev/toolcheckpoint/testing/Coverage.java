package dev.toolcheckpoint.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Counts what random histories met, and fails when something that must be met never was: a generator that never reaches a
 * result tests nothing about it. Thread-safe.
 */
public final class Coverage {

    private final Map<String, Long> hits = new TreeMap<>();
    private final List<String> required;

    private Coverage(List<String> required) {
        this.required = required;
    }

    /** A collector of which these labels must be hit; others may be. */
    public static Coverage requiring(String... labels) {
        return new Coverage(List.of(labels));
    }

    /** A collector of which these labels must be hit; others may be. */
    public static Coverage requiring(Iterable<String> labels) {
        List<String> required = new ArrayList<>();
        labels.forEach(required::add);
        return new Coverage(List.copyOf(required));
    }

    /** Counts one meeting. */
    public synchronized void hit(String label) {
        hits.merge(label, 1L, Long::sum);
    }

    /** How often a label was hit. */
    public synchronized long count(String label) {
        return hits.getOrDefault(label, 0L);
    }

    /** The required labels that were never hit. */
    public synchronized List<String> missing() {
        return required.stream().filter(label -> !hits.containsKey(label)).toList();
    }

    /**
     * Fails unless every required label was hit.
     *
     * @throws AssertionError naming those that were not, and the counts of the others
     */
    public void assertComplete() {
        List<String> missing = missing();
        if (!missing.isEmpty()) {
            throw new AssertionError("Never met: " + missing + ". " + this
                    + ". Run more or longer histories, or make the generator reach them.");
        }
    }

    @Override
    public synchronized String toString() {
        return "Coverage" + hits;
    }
}
