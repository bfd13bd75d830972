package dev.toolcheckpoint.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.DeliveryTransitions;
import dev.toolcheckpoint.protocol.Outcome;
import dev.toolcheckpoint.protocol.Payload;
import dev.toolcheckpoint.protocol.Receipt;
import dev.toolcheckpoint.protocol.Transition;
import dev.toolcheckpoint.store.CheckpointStore;
import dev.toolcheckpoint.store.SealedPayload;
import dev.toolcheckpoint.store.WriteResult;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Payloads come back to the byte, whatever their size, and their digests tell them apart. */
abstract class PayloadGroup {

    /** Every store holds the journal's default result limit. */
    private static final int LEAST_LARGEST = 1 << 20;

    private final KitFixture kit;

    PayloadGroup(KitFixture kit) {
        this.kit = kit;
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 200, 1_024, 1_025, 4_096, 4_097, 64_000, 307_200, 400_000, 1 << 20})
    void payload_ofThisSize_comesBackToTheByte(int size) {
        assertComesBack("random", SamplePayload.random(size, size));
        assertComesBack("uniform", SamplePayload.uniform(size));
    }

    @Test
    void payload_ofTheLargestSize_comesBackToTheByte() {
        int largest = kit.contract().largestPayload();
        assertThat(largest)
                .as("every store holds the default result limit of 1 MiB")
                .isGreaterThanOrEqualTo(LEAST_LARGEST);

        assertComesBack("random", SamplePayload.random(largest, 7));
    }

    private void assertComesBack(String callId, byte[] bytes) {
        CallWalk walk = kit.walk(callId).createClaimed().complete(Receipt.success("application/octet-stream", bytes));
        Checkpoint found = kit.store().find(walk.record().key()).orElseThrow();

        assertThat(found.requireOutcome().size()).isEqualTo(bytes.length);
        assertThat(found.requireOutcome().digest())
                .isEqualTo(walk.record().requireOutcome().digest());
        assertThat(bytesOf(kit.store(), found)).isEqualTo(bytes);

        CheckpointStore reopened = kit.reopen();
        Checkpoint again = reopened.find(walk.record().key()).orElseThrow();
        assertThat(bytesOf(reopened, again)).isEqualTo(bytes);
        assertDigestTellsApart(reopened, again, bytes);
    }

    private static void assertDigestTellsApart(CheckpointStore store, Checkpoint record, byte[] bytes) {
        String stored = record.requireOutcome().digest();
        assertThat(store.digest(record, bytes.clone()))
                .as("the digest of equal bytes")
                .isEqualTo(stored);
        assertThat(store.digest(record, Arrays.copyOf(bytes, bytes.length + 1)))
                .as("the digest of one byte more")
                .isNotEqualTo(stored);
        if (bytes.length > 0) {
            byte[] flipped = bytes.clone();
            flipped[bytes.length / 2] ^= 1;
            assertThat(store.digest(record, flipped))
                    .as("the digest of one bit flipped")
                    .isNotEqualTo(stored);
            assertThat(store.digest(record, Arrays.copyOf(bytes, bytes.length - 1)))
                    .as("the digest of one byte less")
                    .isNotEqualTo(stored);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {10, 3_000, 307_200})
    void payload_staysThroughLaterWrites(int size) {
        byte[] bytes = SamplePayload.random(size, 1);
        CallWalk walk = kit.walk("call").createClaimed().complete(Receipt.success("application/octet-stream", bytes));

        walk.claimDelivery(false).releaseDelivery().claimDelivery(true).completeDelivery();
        kit.reopen();

        kit.assertHolds(walk);
    }

    @ParameterizedTest
    @EnumSource
    void payload_staysThroughAWriteFromTheRecordAsItWasFound(Form form) {
        CheckpointStore store = kit.store();
        byte[] bytes = SamplePayload.random(100_000, 1);
        CallWalk walk = kit.walk("call").createClaimed().complete(Receipt.success("application/octet-stream", bytes));
        Checkpoint found = store.find(walk.record().key()).orElseThrow();
        Checkpoint base = switch (form) {
            case AS_WRITTEN -> walk.record();
            case AS_FOUND -> found;
            case LOADED -> KitFixture.loaded(store, found);
        };
        Transition delivery = DeliveryTransitions.claimDelivery(
                base, "delivery", true, CallWalk.LEASE, "write", walk.now().plusSeconds(1));

        WriteResult result = store.compareAndSwap(delivery, null);

        assertThat(result).isEqualTo(new WriteResult.Stored());
        kit.reopen();
        assertThat(kit.found(base.key())).isEqualTo(delivery.next().withPayload(Payload.Inline.of(bytes)));
    }

    /** How a caller may hold the record that it goes on from. */
    enum Form {
        AS_WRITTEN,
        AS_FOUND,
        LOADED
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 10, 3_000, 307_200})
    void forgotten_keepsKindSizeAndDigest(int size) {
        byte[] bytes = SamplePayload.random(size, 1);
        CallWalk walk = kit.walk("call").createClaimed().complete(Receipt.error("text/plain", bytes, true));
        Outcome before = walk.record().requireOutcome();

        walk.forget();

        CheckpointStore store = kit.reopen();
        Checkpoint found = store.find(walk.record().key()).orElseThrow();
        Outcome after = found.requireOutcome();
        assertThat(after).isEqualTo(before.withPayload(new Payload.Forgotten()));
        assertDigestTellsApart(store, found, bytes);
        kit.assertHolds(walk);
    }

    @Test
    void seal_keepsACopyOfTheBytes() {
        CheckpointStore store = kit.store();
        CallWalk walk = kit.walk("call").createClaimed();
        byte[] mine = SamplePayload.random(3_000, 1);
        SealedPayload sealed = store.seal(walk.record().key(), "write", mine);
        Arrays.fill(mine, (byte) 0);

        store.compareAndSwap(SwapGroup.completion(walk.record(), "write", sealed, mine.length), sealed);

        Checkpoint found = store.find(walk.record().key()).orElseThrow();
        Arrays.fill(bytesOf(store, found), (byte) 0);
        assertThat(bytesOf(store, found)).isEqualTo(SamplePayload.random(3_000, 1));
    }

    @Test
    void payloads_ofTwoRecords_areNeverMixedUp() {
        CallWalk first = kit.walk("first").createClaimed();
        CallWalk second = kit.walk("second").createClaimed();

        // The two walks make the same write ids, which are unique only within a record here.
        first.complete(Receipt.success("text/plain", SamplePayload.random(50_000, 1)));
        second.complete(Receipt.success("text/plain", SamplePayload.random(50_000, 2)));

        kit.assertHolds(first);
        kit.assertHolds(second);
    }

    private static byte[] bytesOf(CheckpointStore store, Checkpoint record) {
        return record.requireOutcome().payload() instanceof Payload.Inline inline
                ? inline.bytes()
                : store.loadPayload(record);
    }
}
