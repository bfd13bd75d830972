package dev.toolcheckpoint.deliverers.aws;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A client that is made at first use, so that none is in a SnapStart snapshot. Thread-safe. */
final class Lazy<T> {

    private final Supplier<T> made;
    private @Nullable T value;

    Lazy(Supplier<T> made) {
        this.made = made;
    }

    synchronized T get() {
        T found = value;
        if (found == null) {
            found = made.get();
            value = found;
        }
        return found;
    }
}
