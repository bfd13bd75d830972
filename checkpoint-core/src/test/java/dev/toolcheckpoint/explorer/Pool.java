package dev.toolcheckpoint.explorer;

import dev.toolcheckpoint.protocol.Checkpoint;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Gives equal things equal numbers, so that a world is made of numbers. Number 0 is nothing. */
final class Pool<T> {

    private final Map<T, Integer> numbers = new HashMap<>();
    private final List<T> things = new ArrayList<>();

    int number(@Nullable T thing) {
        if (thing == null) {
            return 0;
        }
        return numbers.computeIfAbsent(thing, added -> {
            things.add(added);
            return things.size();
        });
    }

    @Nullable
    T get(int number) {
        return number == 0 ? null : things.get(number - 1);
    }

    int size() {
        return things.size();
    }

    /** What the actors of one scenario share. */
    static final class Shared {
        final Pool<Checkpoint> records = new Pool<>();
        final Pool<Reply> replies = new Pool<>();
        final Pool<Op.Write> writes = new Pool<>();
        final Pool<Map<String, String>> bodies = new Pool<>();
    }
}
