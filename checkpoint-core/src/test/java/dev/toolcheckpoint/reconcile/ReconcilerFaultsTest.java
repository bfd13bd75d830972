package dev.toolcheckpoint.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolcheckpoint.fixture.Workers;
import dev.toolcheckpoint.fixture.World;
import dev.toolcheckpoint.journal.Intent;
import dev.toolcheckpoint.protocol.Binding;
import dev.toolcheckpoint.protocol.Recovery;
import dev.toolcheckpoint.protocol.Status;
import dev.toolcheckpoint.protocol.StoreException;
import dev.toolcheckpoint.reconcile.Reconciliation.Step;
import dev.toolcheckpoint.testing.Fault;
import dev.toolcheckpoint.testing.Operation;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** One record that fails never stops the others. */
class ReconcilerFaultsTest {

    private final World world = new World();

    private Intent begun(String callId) {
        Intent intent = Intent.of(
                new Binding("tenant", callId, "send-mail", "1", "sha256:" + "0".repeat(64)), Recovery.manual());
        Workers.acquire(world.other, intent);
        world.clock.advance(Workers.MILLI);
        return intent;
    }

    @Test
    void recordWhoseWriteFails_isCounted_andTheOthersAreDone() {
        Intent first = begun("first");
        Intent second = begun("second");
        world.clock.advance(Workers.LEASE.plus(Workers.MARGIN));
        world.faults.next(Operation.SWAP, Fault.failWith(() -> StoreException.broken("the disk is full", null)));

        Reconciliation run = Reconciler.builder(world.journal).build().run(Duration.ofMinutes(1));

        assertThat(run.counts())
                .isEqualTo(Map.of(Step.FAILED, 1L, Step.MARKED_UNCERTAIN, 1L, Step.STILL_UNCERTAIN, 1L));
        assertThat(world.store.find(first.key()).orElseThrow().status()).isEqualTo(Status.EXECUTING);
        assertThat(world.store.find(second.key()).orElseThrow().status()).isEqualTo(Status.UNCERTAIN);
        assertThat(Reconciler.builder(world.journal)
                        .build()
                        .run(Duration.ofMinutes(1))
                        .count(Step.MARKED_UNCERTAIN))
                .isOne();
    }
}
