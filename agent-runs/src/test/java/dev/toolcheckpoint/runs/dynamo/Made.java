package dev.toolcheckpoint.runs.dynamo;

import dev.toolcheckpoint.runs.store.Cell;
import dev.toolcheckpoint.runs.store.Change;
import dev.toolcheckpoint.runs.store.Commit;
import dev.toolcheckpoint.runs.store.Expected;
import dev.toolcheckpoint.runs.store.ItemKey;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.UUID;

/** Made-up items. */
final class Made {

    static final Expected ABSENT = new Expected.Absent();

    private Made() {}

    static String id() {
        return UUID.randomUUID().toString().replace("-", "");
    }

    static ItemKey key(String sort) {
        return new ItemKey("orders", "R#run-1", sort);
    }

    static Cell open(String json) {
        return Cell.open(id(), id(), json.getBytes(StandardCharsets.UTF_8));
    }

    /** Bytes that don't compress. */
    static Cell secret(int size) {
        byte[] bytes = new byte[size];
        new Random(size).nextBytes(bytes);
        return Cell.secret(id(), bytes);
    }

    static Change creation(ItemKey key, Cell cell) {
        return Change.of(key).expect("output", ABSENT).put("output", cell).build();
    }

    static Change replacement(ItemKey key, Cell before, Cell after) {
        return Change.of(key)
                .expect("output", new Expected.Version(before.version()))
                .put("output", after)
                .build();
    }

    static Commit commit(Change... changes) {
        return new Commit(id(), List.of(changes));
    }
}
