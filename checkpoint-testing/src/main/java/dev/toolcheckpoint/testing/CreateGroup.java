package dev.toolcheckpoint.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolcheckpoint.protocol.Binding;
import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.ExecutionTransitions;
import dev.toolcheckpoint.protocol.Recovery;
import dev.toolcheckpoint.protocol.Transition;
import dev.toolcheckpoint.store.WriteResult;
import org.junit.jupiter.api.Test;

/** Create-if-absent. */
abstract class CreateGroup {

    private final KitFixture kit;

    CreateGroup(KitFixture kit) {
        this.kit = kit;
    }

    @Test
    void create_absent_isStoredAndFoundAtOnce() {
        CallWalk walk = kit.walk("call").create();

        kit.assertHolds(walk);
    }

    @Test
    void create_claimedInOneWrite_isStoredAtRevisionOne() {
        CallWalk walk = kit.walk("call").createClaimed();

        assertThat(walk.record().revision()).isEqualTo(1);
        kit.assertHolds(walk);
    }

    @Test
    void create_present_isRefusedWithTheRecordThatIsThere() {
        CallWalk walk = kit.walk("call").createClaimed();

        WriteResult second = kit.store().createIfAbsent(creation(kit.binding("call"), "other-write"));

        kit.assertRefusedWith(walk.expected(), second);
        kit.assertHolds(walk);
    }

    @Test
    void create_presentForAnotherTool_isRefusedAndChangesNothing() {
        CallWalk walk = kit.walk("call").create();
        Binding same = kit.binding("call");
        Binding otherTool = new Binding(same.namespace(), "call", "refund", "2", same.inputFingerprint());

        WriteResult second = kit.store().createIfAbsent(creation(otherTool, "other-write"));

        kit.assertRefusedWith(walk.expected(), second);
        kit.assertHolds(walk);
    }

    @Test
    void create_presentInALaterState_isRefusedWithThatState() {
        CallWalk walk = kit.walk(SampleState.DELIVERED);

        WriteResult second = kit.store().createIfAbsent(creation(walk.record().binding(), "other-write"));

        kit.assertRefusedWith(walk.expected(), second);
        kit.assertHolds(walk);
    }

    @Test
    void create_ownWriteAgain_isStored() {
        Transition creation = creation(kit.binding("call"), "write");
        kit.store().createIfAbsent(creation);

        WriteResult again = kit.store().createIfAbsent(creation);

        assertThat(again).isEqualTo(new WriteResult.Stored());
        assertThat(kit.found(creation.next().key())).isEqualTo(creation.next());
    }

    @Test
    void create_ownWriteAgainAfterItWasOvertaken_isRefusedWithTheOvertaker() {
        Transition creation = creation(kit.binding("call"), "write");
        kit.store().createIfAbsent(creation);
        Transition claim = claim(creation.next());
        kit.store().compareAndSwap(claim, null);

        WriteResult again = kit.store().createIfAbsent(creation);

        kit.assertRefusedWith(claim.next(), again);
        assertThat(kit.found(creation.next().key())).isEqualTo(claim.next());
    }

    @Test
    void find_absent_isEmpty() {
        assertThat(kit.store().find(kit.binding("never made").key())).isEmpty();
    }

    @Test
    void prepareAndSeal_writeNothing() {
        Binding binding = kit.binding("call");

        kit.store().prepare(binding.key(), VirtualClock.DEFAULT_START);
        kit.store().seal(binding.key(), "write", new byte[5_000]);

        assertThat(kit.store().find(binding.key())).isEmpty();
        assertThat(kit.listed(kit.own(10))).isEmpty();
        assertThat(kit.store().createIfAbsent(creation(binding, "write"))).isEqualTo(new WriteResult.Stored());
    }

    static Transition creation(Binding binding, String writeId) {
        return ExecutionTransitions.create(binding, Recovery.manual(), writeId, VirtualClock.DEFAULT_START);
    }

    static Transition claim(Checkpoint ready) {
        return ExecutionTransitions.claimExecution(
                ready, "attempt-of-claim", CallWalk.LEASE, "write-of-claim", VirtualClock.DEFAULT_START);
    }
}
