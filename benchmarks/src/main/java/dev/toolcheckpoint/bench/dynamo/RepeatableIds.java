package dev.toolcheckpoint.bench.dynamo;

import dev.toolcheckpoint.journal.IdSource;
import java.util.HexFormat;

/** Ids as long as random ones, that can be handed out again: so that recorded answers fit repeated requests. Not thread-safe. */
final class RepeatableIds implements IdSource {

    private long next = 1;

    @Override
    public String next() {
        return HexFormat.of().toHexDigits(next++) + "0123456789abcdef";
    }

    long position() {
        return next;
    }

    void rewind(long position) {
        next = position;
    }
}
