package dev.toolcheckpoint.cli.runs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.protocol.CheckpointException;
import dev.toolcheckpoint.protocol.ErrorCode;
import dev.toolcheckpoint.protocol.StoreException;
import dev.toolcheckpoint.runs.ExecutionLimits;
import dev.toolcheckpoint.runs.Runs;
import dev.toolcheckpoint.runs.store.InMemoryRunStore;
import dev.toolcheckpoint.runs.store.RunStore;
import dev.toolcheckpoint.store.InMemoryCheckpointStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A worker whose store fails. */
@Timeout(60)
class WorkerTest {

    private final List<ErrorCode> failures = new ArrayList<>();
    private final AtomicInteger looks = new AtomicInteger();

    /** A store that fails at its first two looks for what is due, and drains the worker at the fourth. */
    private Runs runs(Worker[] worker, Supplier<StoreException> failure) {
        InMemoryRunStore store = new InMemoryRunStore();
        RunStore failing = (RunStore) Proxy.newProxyInstance(
                RunStore.class.getClassLoader(), new Class<?>[] {RunStore.class}, (proxy, method, args) -> {
                    if (method.getName().equals("due")) {
                        int look = looks.incrementAndGet();
                        if (look <= 2) {
                            throw failure.get();
                        } else if (look == 4) {
                            worker[0].drain();
                        }
                    }
                    try {
                        return method.invoke(store, args);
                    } catch (InvocationTargetException thrown) {
                        throw thrown.getCause();
                    }
                });
        return Runs.builder(failing, Journal.over(new InMemoryCheckpointStore()))
                .dispatcher(worker[0].dispatcher())
                .build();
    }

    private Worker worker() {
        return new Worker(Clock.systemUTC(), end -> {}, (run, failure) -> failures.add(failure.code()));
    }

    @Test
    void storeThatFailsForAWhile_isAskedAgain() throws InterruptedException {
        Worker[] worker = {worker()};
        Runs runs = runs(worker, () -> StoreException.unavailable("made up", null));

        worker[0].untilDrained(runs, ExecutionLimits.DEFAULT, Duration.ofMillis(1));

        assertThat(failures).containsExactly(ErrorCode.STORE_UNAVAILABLE, ErrorCode.STORE_UNAVAILABLE);
        assertThat(looks).hasValue(4);
    }

    @Test
    void storeThatWon_tComeBack_endsTheWorker() {
        Worker[] worker = {worker()};
        Runs runs = runs(worker, () -> StoreException.payloadUnreadable("made up", null));

        assertThatThrownBy(() -> worker[0].untilDrained(runs, ExecutionLimits.DEFAULT, Duration.ofMillis(1)))
                .isInstanceOf(CheckpointException.class);
        assertThat(looks).hasValue(1);
    }
}
