package dev.toolcheckpoint.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.protocol.DeliveryTransitions;
import dev.toolcheckpoint.protocol.ErrorCode;
import dev.toolcheckpoint.protocol.ExecutionTransitions;
import dev.toolcheckpoint.protocol.Payload;
import dev.toolcheckpoint.protocol.ProtocolException;
import dev.toolcheckpoint.protocol.Recovery;
import dev.toolcheckpoint.protocol.Status;
import dev.toolcheckpoint.protocol.StoreException;
import dev.toolcheckpoint.protocol.Transition;
import dev.toolcheckpoint.store.WriteResult;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SqliteCheckpointStoreTest {

    @TempDir
    private Path folder;

    private SqliteCheckpointStore store;

    @BeforeEach
    void open() {
        store = SqliteCheckpointStore.open(folder.resolve("calls.db"));
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void createIfAbsent_ofNewCall_isStoredAndFound() {
        Transition claim = Calls.claim("call", "a");
        assertThat(store.createIfAbsent(claim)).isEqualTo(new WriteResult.Stored());
        assertThat(store.find(claim.next().key())).contains(claim.next());
    }

    @Test
    void createIfAbsent_sentAgain_isStoredAgain() {
        Transition claim = Calls.claim("call", "a");
        store.createIfAbsent(claim);
        assertThat(store.createIfAbsent(claim)).isEqualTo(new WriteResult.Stored());
    }

    @Test
    void createIfAbsent_ofTakenKey_isRefusedWithTheRecord() {
        Checkpoint first = Calls.claimed(store, "call");
        assertThat(store.createIfAbsent(Calls.claim("call", "b"))).isEqualTo(new WriteResult.Refused(first));
    }

    @Test
    void compareAndSwap_ofExpectedRecord_isStored() {
        Checkpoint claimed = Calls.claimed(store, "call");
        Calls.Completion completion = Calls.completion(store, claimed, Calls.bytes("done"));
        assertThat(completion.send(store)).isEqualTo(new WriteResult.Stored());
        assertThat(store.find(claimed.key())).contains(completion.transition().next());
    }

    @Test
    void compareAndSwap_sentAgain_isStoredAgain() {
        Calls.Completion completion = Calls.completion(store, Calls.claimed(store, "call"), Calls.bytes("done"));
        completion.send(store);
        assertThat(completion.send(store)).isEqualTo(new WriteResult.Stored());
    }

    @Test
    void compareAndSwap_ofOvertakenRecord_isRefusedWithTheCurrentOne() {
        Checkpoint claimed = Calls.claimed(store, "call");
        Checkpoint completed = Calls.completion(store, claimed, Calls.bytes("done"))
                .transition()
                .next();
        Calls.completion(store, claimed, Calls.bytes("done")).send(store);
        Transition late = ExecutionTransitions.markUncertainByOperator(claimed, "lost", "ann", "late", Calls.NOW);
        assertThat(store.compareAndSwap(late, null)).isEqualTo(new WriteResult.Refused(completed));
    }

    @Test
    void compareAndSwap_ofSameRevisionUnderAnotherWriteId_isRefused() {
        Checkpoint other = Calls.claim("call", "somebody").next();
        Checkpoint stored = Calls.claimed(store, "call");
        Transition stale = ExecutionTransitions.markUncertainByOperator(other, "lost", "ann", "stale", Calls.NOW);
        assertThat(store.compareAndSwap(stale, null)).isEqualTo(new WriteResult.Refused(stored));
    }

    @Test
    void compareAndSwap_ofMissingRecord_makesNone() {
        Calls.claimed(store, "another");
        Checkpoint never = Calls.claim("call", "a").next();
        Calls.Completion completion = Calls.completion(store, never, Calls.bytes("done"));
        assertThat(completion.send(store)).isEqualTo(new WriteResult.Refused(null));
        assertThat(store.find(never.key())).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, Row.EAGER_BYTES, Row.EAGER_BYTES + 1, 300_000})
    void loadPayload_ofAnySize_isTheBytes(int size) {
        byte[] result = Calls.bytes(size);
        Calls.completed(store, "call", result);
        Checkpoint found = store.find(CheckpointKey.of("tenant", "call")).orElseThrow();
        assertThat(found.requireOutcome().payload() instanceof Payload.Inline).isEqualTo(size <= Row.EAGER_BYTES);
        assertThat(store.loadPayload(found)).isEqualTo(result);
    }

    @ParameterizedTest
    @ValueSource(ints = {10, 100_000})
    void compareAndSwap_afterCompletion_keepsThePayload(int size) {
        byte[] result = Calls.bytes(size);
        Calls.completed(store, "call", result);
        Checkpoint found = store.find(CheckpointKey.of("tenant", "call")).orElseThrow();
        Transition delivery = Calls.delivery(found);
        Calls.requireStored(store.compareAndSwap(delivery, null));
        Calls.requireStored(store.compareAndSwap(
                DeliveryTransitions.completeDelivery(delivery.next(), "delivery-1", "w", Calls.NOW), null));
        Checkpoint delivered = store.find(found.key()).orElseThrow();
        assertThat(delivered.status()).isEqualTo(Status.DELIVERED);
        assertThat(store.loadPayload(delivered)).isEqualTo(result);
    }

    @Test
    void compareAndSwap_thatForgets_removesTheBytes() {
        Checkpoint completed = Calls.completed(store, "call", Calls.bytes(20_000));
        Checkpoint lazy = store.find(completed.key()).orElseThrow();
        Transition forget = ExecutionTransitions.forgetPayload(completed, "forget", Calls.NOW);
        Calls.requireStored(store.compareAndSwap(forget, null));
        Checkpoint forgotten = store.find(completed.key()).orElseThrow();
        assertThat(forgotten).isEqualTo(forget.next());
        assertThatThrownBy(() -> store.loadPayload(forgotten))
                .isInstanceOfSatisfying(
                        ProtocolException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT));
        assertThatThrownBy(() -> store.loadPayload(lazy))
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.PAYLOAD_UNREADABLE));
    }

    @Test
    void compareAndSwap_ofOutcomeWithoutItsPayload_isRefusedAsAnArgument() {
        Checkpoint claimed = Calls.claimed(store, "call");
        Transition completion =
                Calls.completion(store, claimed, Calls.bytes("done")).transition();
        assertInvalidArgument(() -> store.compareAndSwap(completion, null));
        assertThat(store.find(claimed.key())).contains(claimed);
    }

    @Test
    void compareAndSwap_ofAnotherPayload_isRefusedAsAnArgument() {
        Checkpoint claimed = Calls.claimed(store, "call");
        Transition completion =
                Calls.completion(store, claimed, Calls.bytes("done")).transition();
        assertInvalidArgument(
                () -> store.compareAndSwap(completion, store.seal(claimed.key(), "w", Calls.bytes("gone"))));
    }

    @Test
    void writes_ofTheWrongKind_areRefusedAsArguments() {
        Checkpoint claimed = Calls.claimed(store, "call");
        Transition swap = ExecutionTransitions.markUncertainByOperator(claimed, "lost", "ann", "w", Calls.NOW);
        assertInvalidArgument(() -> store.createIfAbsent(swap));
        assertInvalidArgument(() -> store.compareAndSwap(Calls.claim("other", "a"), null));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\ud800", "?", "\\ud800", "a\u0000b", "\ud83d\ude00", " ", "it's"})
    void names_ofAnyKind_areKeptApart(String name) {
        Calls.requireStored(store.createIfAbsent(Calls.claim(Calls.binding("?", "call"), "w")));
        Transition claim = ExecutionTransitions.createClaimed(
                Calls.binding(name.equals("?") ? "!" : name, name),
                Recovery.manual(),
                name,
                Calls.LEASE,
                name,
                Calls.NOW);
        Calls.requireStored(store.createIfAbsent(claim));
        assertThat(store.find(claim.next().key())).contains(claim.next());
        Calls.requireStored(
                Calls.completion(store, claim.next(), Calls.bytes("x")).send(store));
    }

    @Test
    void find_ofRecordWrittenByAnotherStore_seesIt() {
        try (SqliteCheckpointStore other = SqliteCheckpointStore.open(folder.resolve("calls.db"))) {
            Checkpoint claimed = Calls.claimed(other, "call");
            assertThat(store.find(claimed.key())).contains(claimed);
            Calls.completion(store, claimed, Calls.bytes("done")).send(store);
            assertThat(other.find(claimed.key()).orElseThrow().status()).isEqualTo(Status.COMPLETED);
        }
    }

    @Test
    void createIfAbsent_byManyThreads_isStoredOnce() throws Exception {
        int racers = 32;
        ExecutorService threads = Executors.newFixedThreadPool(racers);
        CountDownLatch start = new CountDownLatch(1);
        CountDownLatch done = new CountDownLatch(racers);
        AtomicInteger stored = new AtomicInteger();
        AtomicInteger refused = new AtomicInteger();
        for (int racer = 0; racer < racers; racer++) {
            Transition claim = Calls.claim("call", "racer-" + racer);
            threads.execute(() -> {
                try {
                    start.await();
                    (store.createIfAbsent(claim) instanceof WriteResult.Stored ? stored : refused).incrementAndGet();
                } catch (InterruptedException unexpected) {
                    Thread.currentThread().interrupt();
                } finally {
                    done.countDown();
                }
            });
        }
        start.countDown();
        assertThat(done.await(60, TimeUnit.SECONDS)).isTrue();
        threads.shutdown();
        assertThat(stored).hasValue(1);
        assertThat(refused).hasValue(racers - 1);
    }

    @Test
    void close_twice_changesNothing_andEndsTheStore() {
        Checkpoint claimed = Calls.claimed(store, "call");
        store.close();
        store.close();
        assertThatThrownBy(() -> store.find(claimed.key()))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("closed");
        assertThatThrownBy(() -> store.createIfAbsent(Calls.claim("other", "a")))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("closed");
    }

    @Test
    void defaultSkewMargin_onOneHost_isZero() {
        assertThat(store.defaultSkewMargin()).isEqualTo(Duration.ZERO);
    }

    private static void assertInvalidArgument(Runnable write) {
        assertThatThrownBy(write::run)
                .isInstanceOfSatisfying(
                        ProtocolException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT));
    }
}
