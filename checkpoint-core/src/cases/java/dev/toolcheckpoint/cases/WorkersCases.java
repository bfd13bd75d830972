package dev.toolcheckpoint.cases;

import dev.toolcheckpoint.fixture.Workers;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;

/** Cases of workers over one store. */
public abstract class WorkersCases {

    private final Supplier<Workers> source;
    private final List<Workers> made = new ArrayList<>();

    /** Cases over what this makes, which starts from an empty store each time. */
    protected WorkersCases(Supplier<Workers> source) {
        this.source = source;
    }

    /** Workers over an empty store, which is closed after the test. */
    protected final Workers workers() {
        Workers workers = source.get();
        made.add(workers);
        return workers;
    }

    @AfterEach
    void closeStores() {
        made.forEach(workers -> workers.store.close());
    }
}
