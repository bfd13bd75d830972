package dev.toolcheckpoint.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.protocol.ExecutionTransitions;
import dev.toolcheckpoint.protocol.LateReceipts;
import dev.toolcheckpoint.protocol.Outcome;
import dev.toolcheckpoint.protocol.Receipt;
import dev.toolcheckpoint.protocol.Recovery;
import dev.toolcheckpoint.protocol.Retention;
import dev.toolcheckpoint.protocol.Transition;
import dev.toolcheckpoint.store.CheckpointStore;
import dev.toolcheckpoint.store.SealedPayload;
import dev.toolcheckpoint.store.WriteResult;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Compare-and-swap on revision and write id. */
abstract class SwapGroup {

    private static final Instant NOW = VirtualClock.DEFAULT_START.plusSeconds(5);

    private final KitFixture kit;

    SwapGroup(KitFixture kit) {
        this.kit = kit;
    }

    @Test
    void swap_expected_isStoredAndFoundAtOnce() {
        CallWalk walk = kit.walk("call").create().claim();

        assertThat(walk.record().revision()).isEqualTo(2);
        kit.assertHolds(walk);
    }

    @Test
    void swap_overtaken_isRefusedWithTheOvertaker() {
        CallWalk walk = kit.walk("call").createClaimed();
        Transition late = renewal(walk.record(), "late-write");
        walk.renew();

        WriteResult result = kit.store().compareAndSwap(late, null);

        kit.assertRefusedWith(walk.expected(), result);
        kit.assertHolds(walk);
    }

    @Test
    void swap_equalRevisionOfAnotherWriteId_isRefused() {
        // A record that was deleted and made again has revision 1 once more; a late writer of the first must not hit
        // it.
        CallWalk madeAgain = kit.walk("call").createClaimed();
        Transition ofTheFirst = renewal(neverStored(), "late-write");
        assertThat(ofTheFirst.expectedRevision()).isEqualTo(madeAgain.record().revision());

        WriteResult result = kit.store().compareAndSwap(ofTheFirst, null);

        kit.assertRefusedWith(madeAgain.expected(), result);
        kit.assertHolds(madeAgain);
    }

    @Test
    void swap_equalWriteIdOfAnotherRevision_isRefused() {
        CallWalk walk = kit.walk("call").createClaimed();
        Transition right = renewal(walk.record(), "late-write");
        Transition wrong = new Transition(right.action(), 7, right.expectedWriteId(), right.next());

        WriteResult result = kit.store().compareAndSwap(wrong, null);

        kit.assertRefusedWith(walk.expected(), result);
        kit.assertHolds(walk);
    }

    @Test
    void swap_missing_isRefusedWithoutARecordAndMakesNone() {
        CheckpointStore store = kit.store();
        Checkpoint gone = neverStored();
        CheckpointKey key = gone.key();

        WriteResult renewed = store.compareAndSwap(renewal(gone, "late-write"), null);
        SealedPayload sealed = store.seal(key, "late-completion", new byte[] {1});
        WriteResult completed = store.compareAndSwap(completion(gone, "late-completion", sealed, 1), sealed);

        assertThat(renewed).isEqualTo(new WriteResult.Refused(null));
        assertThat(completed).isEqualTo(new WriteResult.Refused(null));
        assertThat(store.find(key)).isEmpty();
        assertThat(kit.listed(kit.own(10))).isEmpty();
    }

    @Test
    void swap_ownWriteAgain_isStored() {
        CallWalk walk = kit.walk("call").createClaimed();
        Transition renewal = renewal(walk.record(), "write");
        kit.store().compareAndSwap(renewal, null);

        WriteResult again = kit.store().compareAndSwap(renewal, null);

        assertThat(again).isEqualTo(new WriteResult.Stored());
        assertThat(kit.found(walk.record().key())).isEqualTo(renewal.next());
    }

    @Test
    void swap_ownCompletionAgain_isStoredWithTheSameBytes() {
        CheckpointStore store = kit.store();
        CallWalk walk = kit.walk("call").createClaimed();
        byte[] bytes = SamplePayload.random(20_000, 1);
        SealedPayload sealed = store.seal(walk.record().key(), "write", bytes);
        Transition completion = completion(walk.record(), "write", sealed, bytes.length);
        store.compareAndSwap(completion, sealed);

        WriteResult again = store.compareAndSwap(completion, sealed);

        assertThat(again).isEqualTo(new WriteResult.Stored());
        Checkpoint found = store.find(walk.record().key()).orElseThrow();
        assertThat(store.loadPayload(found)).isEqualTo(bytes);
    }

    @Test
    void swap_ownWriteAgainAfterItWasOvertaken_isRefusedWithTheOvertaker() {
        CallWalk walk = kit.walk("call").createClaimed();
        Transition first = renewal(walk.record(), "write");
        kit.store().compareAndSwap(first, null);
        Transition overtaker = renewal(first.next(), "overtaker");
        kit.store().compareAndSwap(overtaker, null);

        WriteResult again = kit.store().compareAndSwap(first, null);

        kit.assertRefusedWith(overtaker.next(), again);
        assertThat(kit.found(walk.record().key())).isEqualTo(overtaker.next());
    }

    @Test
    void swap_completionThatLost_leavesTheWinnersPayload() {
        CheckpointStore store = kit.store();
        CallWalk walk = kit.walk("call").createClaimed();
        byte[] bytes = SamplePayload.random(20_000, 2);
        SealedPayload late = store.seal(walk.record().key(), "late-write", bytes);
        Transition lateCompletion = completion(walk.record(), "late-write", late, bytes.length);
        walk.complete(Receipt.success("application/octet-stream", SamplePayload.random(20_000, 3)));

        WriteResult result = store.compareAndSwap(lateCompletion, late);

        kit.assertRefusedWith(walk.expected(), result);
        kit.assertHolds(walk);
    }

    private Checkpoint neverStored() {
        return ExecutionTransitions.createClaimed(
                        kit.binding("call"),
                        Recovery.manual(),
                        "attempt-of-the-first",
                        CallWalk.LEASE,
                        "write-of-the-first",
                        VirtualClock.DEFAULT_START)
                .next();
    }

    static Transition renewal(Checkpoint record, String writeId) {
        return ExecutionTransitions.renewExecution(
                record, record.requireExecution().fence(), CallWalk.LEASE, writeId, NOW);
    }

    static Transition completion(Checkpoint record, String writeId, SealedPayload sealed, long size) {
        Outcome outcome = new Outcome(
                Outcome.Kind.SUCCESS,
                false,
                "application/octet-stream",
                size,
                sealed.digest(),
                sealed.payload(),
                NOW,
                null);
        return ExecutionTransitions.completeExecution(
                record,
                record.requireExecution().fence(),
                outcome,
                LateReceipts.ACCEPT,
                Retention.DEFAULT,
                writeId,
                NOW);
    }
}
