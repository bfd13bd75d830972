package dev.toolcheckpoint.testing.model;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What was handed out for each call, newest last, and to which worker. */
final class Handed<T> {

    private record Entry<T>(int worker, T thing) {}

    private final List<List<Entry<T>>> byCall = new ArrayList<>();

    Handed() {
        for (int call = 0; call < CallSpec.CALLS; call++) {
            byCall.add(new ArrayList<>());
        }
    }

    void add(int call, int worker, T thing) {
        byCall.get(call).add(new Entry<>(worker, thing));
    }

    /** The worker crashed. */
    void drop(int worker) {
        byCall.forEach(entries -> entries.removeIf(entry -> entry.worker() == worker));
    }

    /** The one that is so many before the newest, counted round and round; none when negative, or nothing is there. */
    @Nullable
    T pick(int call, int back) {
        List<Entry<T>> entries = byCall.get(call);
        return back < 0 || entries.isEmpty()
                ? null
                : entries.get(entries.size() - 1 - back % entries.size()).thing();
    }
}
