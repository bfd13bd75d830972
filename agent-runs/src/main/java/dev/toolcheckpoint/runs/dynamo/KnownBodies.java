package dev.toolcheckpoint.runs.dynamo;

import dev.toolcheckpoint.runs.store.ItemKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Where the bodies are that this process saw cells point to, so that who replaces a cell knows what it leaves behind without reading
 * it again. Bounded; what is forgotten here is found when the partition is loaded. Thread-safe.
 *
 * <p>What is known before a commit is sent was committed before it, so a commit that is applied replaces it; what becomes known
 * meanwhile may be newer, and is kept.
 */
final class KnownBodies {

    private static final int MOST_ITEMS = 2_000;

    private final Map<ItemKey, Map<String, Set<String>>> items = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<ItemKey, Map<String, Set<String>>> eldest) {
            return size() > MOST_ITEMS;
        }
    };

    synchronized void add(ItemKey key, String cell, String place) {
        items.computeIfAbsent(key, item -> new HashMap<>())
                .computeIfAbsent(cell, name -> new HashSet<>())
                .add(place);
    }

    /** Those of one cell. */
    synchronized List<String> of(ItemKey key, String cell) {
        return List.copyOf(items.getOrDefault(key, Map.of()).getOrDefault(cell, Set.of()));
    }

    /** Those of all cells of an item. */
    synchronized List<String> of(ItemKey key) {
        List<String> all = new ArrayList<>();
        items.getOrDefault(key, Map.of()).values().forEach(all::addAll);
        return all;
    }

    synchronized void remove(ItemKey key, String place) {
        Map<String, Set<String>> cells = items.get(key);
        if (cells != null) {
            cells.values().forEach(places -> places.remove(place));
            cells.values().removeIf(Set::isEmpty);
            if (cells.isEmpty()) {
                items.remove(key);
            }
        }
    }
}
