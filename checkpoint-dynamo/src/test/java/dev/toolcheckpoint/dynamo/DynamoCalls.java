package dev.toolcheckpoint.dynamo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolcheckpoint.dynamo.crypto.KmsEnvelopeCipher;
import dev.toolcheckpoint.journal.Begin;
import dev.toolcheckpoint.journal.Complete;
import dev.toolcheckpoint.journal.Intent;
import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.journal.Lease;
import dev.toolcheckpoint.protocol.Binding;
import dev.toolcheckpoint.protocol.Outcome;
import dev.toolcheckpoint.protocol.Payload;
import dev.toolcheckpoint.protocol.Receipt;
import dev.toolcheckpoint.protocol.Recovery;
import dev.toolcheckpoint.testing.VirtualClock;
import dev.toolcheckpoint.testing.aws.StrictKms;
import java.time.Duration;
import java.util.Random;
import software.amazon.awssdk.regions.Region;

/** Calls through a journal over a table, encrypted, with names of ordinary length. */
final class DynamoCalls {

    static final Duration LEASE = Duration.ofSeconds(30);

    final TestTable table;
    final StrictKms kms = StrictKms.in(Region.US_EAST_1);
    final String key = kms.newKey();
    final VirtualClock clock = new VirtualClock();
    final DynamoCheckpointStore store;
    final Journal journal;

    DynamoCalls(TestTable table) {
        this.table = table;
        this.store = table.store()
                .clock(clock)
                .cipher(KmsEnvelopeCipher.builder()
                        .client(kms)
                        .key(key)
                        .app("toolcheckpoint")
                        .table("calls")
                        .clock(clock)
                        .build())
                .build();
        // A pause moves the clock: nothing waits.
        this.journal = Journal.builder(store).clock(clock).pause(clock::advance).build();
    }

    static Intent intent(String callId) {
        Binding binding = new Binding(
                "orders-production",
                "0d7b3c86-2f4e-4a55-9a0e-" + callId,
                "refund-order",
                "1",
                "sha256:" + "0123456789abcdef".repeat(4));
        return Intent.of(binding, Recovery.idempotent(Duration.ofMinutes(10)));
    }

    Lease begin(String callId) {
        Begin begin = journal.begin(intent(callId), LEASE);
        assertThat(begin).isInstanceOf(Begin.Acquired.class);
        return ((Begin.Acquired) begin).lease();
    }

    /** Begins and completes. */
    Receipt call(String callId, int size) {
        Receipt receipt = receipt(size);
        assertThat(journal.complete(begin(callId), receipt)).isInstanceOf(Complete.Completed.class);
        return receipt;
    }

    byte[] replayed(String callId) {
        Begin begin = journal.begin(intent(callId), LEASE);
        assertThat(begin).isInstanceOf(Begin.Replay.class);
        Outcome outcome = ((Begin.Replay) begin).outcome();
        assertThat(outcome.payload()).isInstanceOf(Payload.Inline.class);
        return ((Payload.Inline) outcome.payload()).bytes();
    }

    /** Bytes that don't compress. */
    static Receipt receipt(int size) {
        byte[] bytes = new byte[size];
        new Random(size).nextBytes(bytes);
        return Receipt.success("application/json", bytes);
    }
}
