package dev.toolcheckpoint.bench.dynamo;

import dev.toolcheckpoint.dynamo.DynamoCheckpointStore;
import dev.toolcheckpoint.dynamo.DynamoStoreBuilder;
import dev.toolcheckpoint.dynamo.crypto.PayloadCipher;
import dev.toolcheckpoint.journal.Begin;
import dev.toolcheckpoint.journal.Complete;
import dev.toolcheckpoint.journal.Deliverable;
import dev.toolcheckpoint.journal.Intent;
import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.journal.Lease;
import dev.toolcheckpoint.protocol.Binding;
import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.protocol.Receipt;
import dev.toolcheckpoint.protocol.Recovery;
import dev.toolcheckpoint.testing.VirtualClock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.s3.S3Client;

/** Calls through a journal over a table, with names of ordinary length. The clock stands at the time it was made. Not thread-safe. */
final class Calls {

    static final String NAMESPACE = "orders-production";
    static final Duration LEASE = Duration.ofSeconds(30);

    private static final String INPUT = "sha256:" + "0123456789abcdef".repeat(4);
    private static final String OTHER_INPUT = "sha256:" + "fedcba9876543210".repeat(4);

    final VirtualClock clock;
    final RepeatableIds ids = new RepeatableIds();
    final Journal journal;

    private @Nullable String lastCallId;
    private @Nullable Deliverable last;

    Calls(DynamoDbClient client, String table, PayloadCipher cipher) {
        this(DynamoCheckpointStore.builder(table).client(client), cipher, null, null);
    }

    /**
     * With a bucket.
     *
     * @param bucket for payloads above 1.5 MB; {@code null} for none
     */
    Calls(DynamoStoreBuilder store, PayloadCipher cipher, @Nullable S3Client s3, @Nullable String bucket) {
        clock = new VirtualClock(Instant.now().truncatedTo(ChronoUnit.MILLIS));
        if (s3 != null && bucket != null) {
            store.s3(s3).bucket(bucket);
        }
        journal = Journal.builder(store.clock(clock).cipher(cipher).build())
                .clock(clock)
                .ids(ids)
                .pause(clock::advance)
                .maxResult(Journal.HIGHEST_MAX_RESULT)
                .build();
    }

    static Intent intent(String callId) {
        return intent(callId, INPUT);
    }

    /** Another input under the same key. */
    static Intent otherIntent(String callId) {
        return intent(callId, OTHER_INPUT);
    }

    static CheckpointKey key(String callId) {
        return intent(callId).key();
    }

    private static Intent intent(String callId, String input) {
        Binding binding = new Binding(NAMESPACE, "0d7b3c86-2f4e-4a55-9a0e-" + callId, "refund-order", "1", input);
        return Intent.of(binding, Recovery.idempotent(Duration.ofMinutes(10)));
    }

    Lease acquire(String callId) {
        Begin begin = journal.begin(intent(callId), LEASE);
        if (begin instanceof Begin.Acquired acquired) {
            return acquired.lease();
        }
        throw unexpected("Acquired", begin);
    }

    void call(String callId, Receipt receipt) {
        Complete complete = journal.complete(acquire(callId), receipt);
        if (!(complete instanceof Complete.Completed completed)) {
            throw unexpected("Completed", complete);
        }
        lastCallId = callId;
        last = completed.deliverable();
    }

    /** What {@link #call} answered, of the last call. */
    Deliverable completed(String callId) {
        if (last == null || !callId.equals(lastCallId)) {
            throw new IllegalStateException("The last call was " + lastCallId + ", not " + callId + ".");
        }
        return last;
    }

    static IllegalStateException unexpected(String expected, Object found) {
        return new IllegalStateException("The bench expected " + expected + ", found "
                + found.getClass().getSimpleName() + "; its figures would be of something else.");
    }

    /** Bytes that don't compress. */
    static Receipt receipt(int size) {
        byte[] bytes = new byte[size];
        new Random(size).nextBytes(bytes);
        return Receipt.success("application/json", bytes);
    }
}
