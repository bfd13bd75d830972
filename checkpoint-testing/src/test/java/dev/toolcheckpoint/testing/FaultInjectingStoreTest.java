package dev.toolcheckpoint.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.ExecutionTransitions;
import dev.toolcheckpoint.protocol.Receipt;
import dev.toolcheckpoint.protocol.StoreException;
import dev.toolcheckpoint.protocol.Transition;
import dev.toolcheckpoint.store.InMemoryCheckpointStore;
import dev.toolcheckpoint.store.ListQuery;
import dev.toolcheckpoint.store.WriteResult;
import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class FaultInjectingStoreTest {

    private static final WriteResult STORED = new WriteResult.Stored();

    private final InMemoryCheckpointStore store = new InMemoryCheckpointStore();
    private final FaultInjectingStore faults = new FaultInjectingStore(store);
    private final Transition creation = CreateGroup.creation(KitFixture.binding("ns", "call"), "create");
    private final Transition claim = CreateGroup.claim(creation.next());

    @Test
    void unscripted_passesEverythingOnAndCounts() {
        CallWalk walk = CallWalk.of(faults, KitFixture.binding("ns", "call"));
        SampleState.DELIVERED.reach(walk);

        assertThat(store.find(walk.record().key())).contains(walk.expected());
        assertThat(faults.count(Operation.CREATE)).isEqualTo(1);
        assertThat(faults.count(Operation.SWAP)).isEqualTo(3);
        assertThat(faults.count(Operation.PREPARE)).isEqualTo(1);
        assertThat(faults.count(Operation.SEAL)).isEqualTo(1);
        assertThat(faults.count(Operation.FIND)).isZero();
        faults.assertAllFaultsMet();
    }

    @Test
    void unavailable_nothingArrivesAndTheCallerKnows() {
        faults.onCall(Operation.CREATE, 1, Fault.unavailable());

        StoreException failure = failure(() -> faults.createIfAbsent(creation));

        assertThat(failure.ambiguous()).isFalse();
        assertThat(failure.retryable()).isTrue();
        assertThat(store.find(creation.next().key())).isEmpty();
        assertThat(faults.createIfAbsent(creation)).isEqualTo(STORED);
    }

    @Test
    void throttle_nothingArrivesAndTheCallerKnows() {
        faults.next(Operation.CREATE, Fault.throttle());

        StoreException failure = failure(() -> faults.createIfAbsent(creation));

        assertThat(failure.ambiguous()).isFalse();
        assertThat(failure).hasMessageContaining("throttled");
        assertThat(store.find(creation.next().key())).isEmpty();
    }

    @Test
    void dropRequest_nothingArrivesAndTheCallerDoesNotKnow() {
        faults.onCall(Operation.CREATE, 1, Fault.dropRequest());

        assertThat(failure(() -> faults.createIfAbsent(creation)).ambiguous()).isTrue();
        assertThat(store.find(creation.next().key())).isEmpty();
    }

    @Test
    void loseAnswer_theWriteIsAppliedAndTheCallerDoesNotKnow() {
        faults.createIfAbsent(creation);
        faults.onCall(Operation.SWAP, 1, Fault.loseAnswer());

        assertThat(failure(() -> faults.compareAndSwap(claim, null)).ambiguous())
                .isTrue();
        assertThat(store.find(claim.next().key())).contains(claim.next());
        assertThat(faults.compareAndSwap(claim, null)).isEqualTo(STORED);
    }

    @Test
    void hold_arrivesOnlyWhenReleased() {
        faults.createIfAbsent(creation);
        faults.next(Operation.SWAP, Fault.hold());

        assertThat(failure(() -> faults.compareAndSwap(claim, null)).ambiguous())
                .isTrue();
        assertThat(store.find(claim.next().key())).contains(creation.next());
        assertThat(faults.heldCount()).isEqualTo(1);

        assertThat(faults.releaseAll()).isEqualTo(1);
        assertThat(store.find(claim.next().key())).contains(claim.next());
        assertThat(faults.releaseNext()).isFalse();
    }

    @Test
    void hold_releasedTooLate_isRefusedByTheStoreUnheard() {
        faults.createIfAbsent(creation);
        faults.next(Operation.SWAP, Fault.hold());
        failure(() -> faults.compareAndSwap(claim, null));
        faults.compareAndSwap(claim, null);
        Checkpoint renewed = SwapGroup.renewal(claim.next(), "renew").next();
        faults.compareAndSwap(SwapGroup.renewal(claim.next(), "renew"), null);

        assertThat(faults.releaseNext()).isTrue();

        assertThat(store.find(claim.next().key())).contains(renewed);
        assertThat(faults.calls(Operation.SWAP).get(0).ended())
                .isEqualTo("STORE_UNAVAILABLE (ambiguous), arrived late → Refused(EXECUTING renew)");
    }

    @Test
    void withholdRecord_refusalsAndOwnRepeatsComeWithoutTheRecord() {
        faults.always(Operation.CREATE, Fault.withholdRecord());

        assertThat(faults.createIfAbsent(creation)).isEqualTo(STORED);
        assertThat(faults.createIfAbsent(creation)).isEqualTo(new WriteResult.Refused(null));
        Transition other = CreateGroup.creation(KitFixture.binding("ns", "call"), "other");
        assertThat(faults.createIfAbsent(other)).isEqualTo(new WriteResult.Refused(null));

        faults.clear();
        assertThat(faults.createIfAbsent(other)).isEqualTo(new WriteResult.Refused(creation.next()));
    }

    @Test
    void delays_moveTheClockAroundTheCall() {
        VirtualClock clock = new VirtualClock();
        faults.next(
                Operation.CREATE,
                Fault.delayBefore(clock, Duration.ofSeconds(2))
                        .after(() ->
                                assertThat(store.find(creation.next().key())).isPresent())
                        .after(() -> clock.advance(Duration.ofSeconds(3))));

        assertThat(faults.createIfAbsent(creation)).isEqualTo(STORED);

        assertThat(clock.instant()).isEqualTo(VirtualClock.DEFAULT_START.plusSeconds(5));
    }

    @Test
    void before_runsBeforeTheRequestArrives() {
        faults.createIfAbsent(creation);
        faults.next(
                Operation.SWAP,
                Fault.loseAnswer()
                        .before(() ->
                                assertThat(store.compareAndSwap(claim, null)).isEqualTo(STORED)));
        Transition late = ExecutionTransitions.claimExecution(
                creation.next(), "late", CallWalk.LEASE, "late", VirtualClock.DEFAULT_START);

        failure(() -> faults.compareAndSwap(late, null));

        assertThat(store.find(claim.next().key())).contains(claim.next());
    }

    @Test
    void failWith_andFailAfterwardsWith_throwWhatTheyAreGiven() {
        faults.next(
                Operation.CREATE,
                Fault.failWith(() -> StoreException.broken("disk full", null)),
                Fault.failAfterwardsWith(() -> new IllegalStateException("killed")));

        assertThatThrownBy(() -> faults.createIfAbsent(creation)).hasMessage("disk full");
        assertThat(store.find(creation.next().key())).isEmpty();
        assertThatThrownBy(() -> faults.createIfAbsent(creation)).hasMessage("killed");
        assertThat(store.find(creation.next().key())).isPresent();
    }

    @Test
    void script_numberedBeforeQueuedBeforeStanding() {
        faults.always(Operation.FIND, Fault.throttle());
        faults.next(Operation.FIND, Fault.dropRequest());
        faults.onCall(Operation.FIND, 1, Fault.none());

        assertThat(faults.find(creation.next().key())).isEmpty();
        assertThat(failure(() -> faults.find(creation.next().key())).ambiguous())
                .isTrue();
        assertThat(failure(() -> faults.find(creation.next().key())).ambiguous())
                .isFalse();
        assertThat(failure(() -> faults.find(creation.next().key())).ambiguous())
                .isFalse();
    }

    @Test
    void script_faultThatWasNeverMet_isReported() {
        faults.onCall(Operation.SWAP, 2, Fault.loseAnswer());
        faults.next(Operation.LIST, Fault.throttle());

        assertThatThrownBy(faults::assertAllFaultsMet)
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("SWAP#2 loseAnswer")
                .hasMessageContaining("next LIST throttle");
    }

    @Test
    void script_thatCanNeverBeMet_isRefused() {
        faults.list(ListQuery.all());

        assertThatThrownBy(() -> faults.onCall(Operation.LIST, 1, Fault.throttle()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("LIST#1 is over");
        assertThatThrownBy(() -> faults.next(Operation.FIND, Fault.hold()))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> faults.always(Operation.FIND, Fault.withholdRecord()))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void calls_nameWhatHappenedWithoutAnyPayload() {
        faults.next(Operation.CREATE, Fault.none(), Fault.dropRequest());
        CallWalk.of(faults, KitFixture.binding("ns", "secret"))
                .createClaimed()
                .complete(Receipt.successJson("\"hunter2\""));
        failure(() -> faults.createIfAbsent(creation));

        assertThat(faults.calls())
                .extracting(StoreCall::toString)
                .containsExactly(
                        "PREPARE#1 none → answered",
                        "CREATE#1 walk-2 none → Stored",
                        "SEAL#1 walk-3 none → answered",
                        "SWAP#1 walk-3 none → Stored",
                        "CREATE#2 create dropRequest → STORE_UNAVAILABLE (ambiguous)");
        assertThat(faults.toString()).doesNotContain("hunter2");
    }

    private static StoreException failure(ThrowingCallable call) {
        StoreException failure = catchThrowableOfType(StoreException.class, call);
        assertThat(failure).as("an injected failure").isNotNull();
        return failure;
    }
}
