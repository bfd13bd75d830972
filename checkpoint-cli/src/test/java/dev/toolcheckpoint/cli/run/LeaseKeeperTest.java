package dev.toolcheckpoint.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolcheckpoint.journal.Begin;
import dev.toolcheckpoint.journal.Intent;
import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.journal.Lease;
import dev.toolcheckpoint.protocol.Binding;
import dev.toolcheckpoint.protocol.Recovery;
import dev.toolcheckpoint.store.InMemoryCheckpointStore;
import dev.toolcheckpoint.testing.Fault;
import dev.toolcheckpoint.testing.FaultInjectingStore;
import dev.toolcheckpoint.testing.Operation;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** In real time, which is what it is about; a lease is 3 s, and its last half second is for ending the command. */
@Timeout(30)
class LeaseKeeperTest {

    private static final Duration LENGTH = Duration.ofSeconds(3);

    private final FaultInjectingStore store = new FaultInjectingStore(new InMemoryCheckpointStore());
    private final Journal journal = Journal.over(store);
    private final CompletableFuture<LeaseKeeper.Lost> lost = new CompletableFuture<>();
    private final List<String> warnings = new CopyOnWriteArrayList<>();

    private Lease acquired() {
        Intent intent = Intent.of(new Binding("n", "c", "t", "1", "sha256:" + "0".repeat(64)), Recovery.manual());
        return ((Begin.Acquired) journal.begin(intent, LENGTH)).lease();
    }

    private LeaseKeeper keep(Lease lease) {
        return LeaseKeeper.start(journal, lease, LENGTH, lost::complete, warnings::add);
    }

    @Test
    void keeper_storeThatFails_saysSoBeforeTheLeaseEnds() throws Exception {
        Lease lease = acquired();
        store.always(Operation.SWAP, Fault.unavailable());

        try (LeaseKeeper keeper = keep(lease)) {
            assertThat(keeper).isNotNull();
            assertThat(lost.get(20, TimeUnit.SECONDS)).isEqualTo(LeaseKeeper.Lost.ENDING);
        }
        assertThat(Instant.now()).isBefore(lease.leaseUntil());
    }

    @Test
    void keeper_storeThatHangs_saysSoBeforeTheLeaseEnds() throws Exception {
        Lease lease = acquired();
        CountDownLatch hanging = new CountDownLatch(1);
        store.always(Operation.SWAP, Fault.none().before(() -> await(hanging)));

        try (LeaseKeeper keeper = keep(lease)) {
            assertThat(keeper).isNotNull();
            assertThat(lost.get(20, TimeUnit.SECONDS)).isEqualTo(LeaseKeeper.Lost.ENDING);
            assertThat(Instant.now()).isBefore(lease.leaseUntil());
        } finally {
            hanging.countDown();
        }
    }

    @Test
    void keeper_markedMeanwhile_saysThatItEnded() throws Exception {
        Lease lease = acquired();
        journal.markUncertain(lease.key(), "looks dead", "alice");

        try (LeaseKeeper keeper = keep(lease)) {
            assertThat(keeper).isNotNull();
            assertThat(lost.get(20, TimeUnit.SECONDS)).isEqualTo(LeaseKeeper.Lost.ENDED);
        }
        assertThat(warnings).isEmpty();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
