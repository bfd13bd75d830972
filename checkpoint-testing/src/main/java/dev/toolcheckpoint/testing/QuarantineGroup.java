package dev.toolcheckpoint.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.CheckpointException;
import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.protocol.ErrorCode;
import dev.toolcheckpoint.protocol.Receipt;
import dev.toolcheckpoint.protocol.Status;
import dev.toolcheckpoint.protocol.Transition;
import dev.toolcheckpoint.store.CheckpointStore;
import dev.toolcheckpoint.store.RecordPage;
import java.time.Instant;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A record that can't be trusted is reported, left as it is, and hides nothing else. */
abstract class QuarantineGroup {

    private static final int PAYLOAD = 307_200;

    private final KitFixture kit;

    QuarantineGroup(KitFixture kit) {
        this.kit = kit;
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.MATCH_NONE, names = "PAYLOAD_.*")
    void brokenRecord_isATypedErrorAndNeverOverwritten(Corruption corruption) {
        Checkpoint before = kit.walk("broken").createClaimed().record();
        breakRecord(before.key(), corruption);
        Object stored = kit.contract().rawForm(before.key());
        CheckpointStore store = kit.store();

        assertFails(corruption.code(), () -> store.find(before.key()));
        assertFails(
                corruption.code(), () -> store.createIfAbsent(CreateGroup.creation(before.binding(), "other-write")));
        assertFails(corruption.code(), () -> store.compareAndSwap(staleRenewal(before), null));
        if (kit.contract().checksRecordOnSwap()) {
            assertFails(corruption.code(), () -> store.compareAndSwap(SwapGroup.renewal(before, "next-write"), null));
        }

        assertThat(kit.contract().rawForm(before.key()))
                .as("the stored form of the broken record")
                .isEqualTo(stored);
        CheckpointStore reopened = kit.reopen();
        assertFails(corruption.code(), () -> reopened.find(before.key()));
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.MATCH_NONE, names = "PAYLOAD_.*")
    void brokenRecord_isListedAsInvalidAndHidesNoOther(Corruption corruption) {
        List<CallWalk> sound = List.of(
                kit.walk("sound-1").createClaimed(),
                kit.walk("sound-2").createClaimed(),
                kit.walk("sound-3").createClaimed());
        CheckpointKey broken = kit.walk("broken").createClaimed().record().key();
        breakRecord(broken, corruption);
        List<Checkpoint> others = sound.stream().map(CallWalk::expected).toList();

        kit.assertListing(() -> {
            RecordPage listed = kit.allListed(kit.own(2));
            assertThat(listed.records()).containsExactlyInAnyOrderElementsOf(others);
            assertThat(listed.invalid()).singleElement().satisfies(invalid -> {
                assertThat(invalid.key()).contains(broken.id());
                assertThat(invalid.code()).isEqualTo(corruption.code());
                assertThat(invalid.problem()).isNotBlank();
            });
            Instant due = VirtualClock.DEFAULT_START.plusSeconds(3_600);
            assertThat(kit.allAttention(due).records()).containsExactlyInAnyOrderElementsOf(others);
        });
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.MATCH_ALL, names = "PAYLOAD_.*")
    void unreadablePayload_isATypedErrorAndNeverAbsent(Corruption corruption) {
        CheckpointKey key = kit.walk("broken")
                .createClaimed()
                .complete(Receipt.success("application/octet-stream", SamplePayload.random(PAYLOAD, 1)))
                .record()
                .key();
        breakRecord(key, corruption);
        CheckpointStore store = kit.store();

        // A store that reads payload and record in one may find out with the record.
        assertFails(ErrorCode.PAYLOAD_UNREADABLE, () -> {
            Checkpoint found = store.find(key).orElseThrow();
            assertThat(found.status()).isEqualTo(Status.COMPLETED);
            store.loadPayload(found);
        });
    }

    /** Breaks it; a corruption that the store is declared not to know ends the test as aborted, with the reason. */
    private void breakRecord(CheckpointKey key, Corruption corruption) {
        CheckpointStoreContract contract = kit.contract();
        if (!contract.possibleCorruptions().contains(corruption)) {
            assertThat(contract.corrupt(key, corruption))
                    .as("%s is not declared as possible, so corrupt() must not do it", corruption)
                    .isFalse();
            Assumptions.abort(corruption + " can't happen in this store: possibleCorruptions() says so.");
        }
        kit.corrupt(key, corruption);
    }

    private static Transition staleRenewal(Checkpoint record) {
        Transition right = SwapGroup.renewal(record, "late-write");
        return new Transition(right.action(), right.expectedRevision() + 1, "a-write-of-long-ago", right.next());
    }

    private static void assertFails(ErrorCode code, ThrowingCallable call) {
        CheckpointException failure = catchThrowableOfType(CheckpointException.class, call);
        assertThat(failure).as("a typed error with %s", code).isNotNull();
        assertThat(failure.code()).isEqualTo(code);
    }
}
