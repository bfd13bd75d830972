package dev.toolcheckpoint.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.store.CheckpointStore;
import dev.toolcheckpoint.store.WriteResult;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Acknowledged writes are there for everybody, now and after closing. */
abstract class ReopenGroup {

    private final KitFixture kit;

    ReopenGroup(KitFixture kit) {
        this.kit = kit;
    }

    @Test
    void reopened_everyAcknowledgedWriteIsThere() {
        List<CallWalk> walks =
                Arrays.stream(SampleState.values()).map(kit::walk).toList();

        kit.reopen();

        walks.forEach(kit::assertHolds);
        kit.assertListing(() -> assertThat(kit.listed(kit.own(100))).hasSameSizeAs(walks));
    }

    @Test
    void reopened_aCallGoesOnWhereItStood() {
        CallWalk walk = kit.walk("call").createClaimed();
        Checkpoint record = walk.record();

        CheckpointStore reopened = kit.reopen();
        WriteResult renewed = reopened.compareAndSwap(SwapGroup.renewal(record, "write"), null);
        WriteResult late = reopened.compareAndSwap(SwapGroup.renewal(record, "late-write"), null);

        assertThat(renewed).isEqualTo(new WriteResult.Stored());
        kit.assertRefusedWith(SwapGroup.renewal(record, "write").next(), late);
    }

    @Test
    void openTwice_eachSeesTheOthersWritesAtOnce() {
        CheckpointStore other = kit.another();
        CallWalk walk = kit.walk("call");
        CheckpointKey key = kit.binding("call").key();
        assertThat(other.find(key)).isEmpty();

        SampleState.DELIVERED.reach(walk);

        assertThat(KitFixture.found(other, key)).isEqualTo(walk.expected());
        kit.assertRefusedWith(
                walk.expected(),
                other.createIfAbsent(CreateGroup.creation(walk.record().binding(), "other-write")));
    }

    @Test
    void openTwice_aSwapOfOneStopsTheOther() {
        CheckpointStore other = kit.another();
        CallWalk walk = kit.walk("call").createClaimed();
        Checkpoint seen = KitFixture.found(other, walk.record().key());
        walk.renew();

        WriteResult late = other.compareAndSwap(SwapGroup.renewal(seen, "late-write"), null);

        kit.assertRefusedWith(walk.expected(), late);
        kit.assertHolds(walk);
    }

    @Test
    void close_again_doesNothing() {
        CheckpointStore other = kit.another();
        CallWalk walk = kit.walk("call").create();

        other.close();
        other.close();

        kit.assertHolds(walk);
    }
}
