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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** A record that can't be trusted is reported, left as it is, and hides nothing else. */
abstract class QuarantineGroup {

    private static final int PAYLOAD = 307_200;

    private final KitFixture kit;

    QuarantineGroup(KitFixture kit) {
        this.kit = kit;
    }

    @Test
    void brokenRecord_isATypedErrorAndNeverOverwritten() {
        possible(false).forEach(this::checkNeverOverwritten);
    }

    private void checkNeverOverwritten(Corruption corruption) {
        Checkpoint before = kit.walk("broken-" + corruption).createClaimed().record();
        kit.corrupt(before.key(), corruption);
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

    @Test
    void brokenRecord_isListedAsInvalidAndHidesNoOther() {
        List<CallWalk> sound = List.of(
                kit.walk("sound-1").createClaimed(),
                kit.walk("sound-2").createClaimed(),
                kit.walk("sound-3").createClaimed());
        Map<String, Corruption> broken = new HashMap<>();
        for (Corruption corruption : possible(false)) {
            CheckpointKey key =
                    kit.walk("broken-" + corruption).createClaimed().record().key();
            kit.corrupt(key, corruption);
            broken.put(key.id(), corruption);
        }
        List<Checkpoint> others = sound.stream().map(CallWalk::expected).toList();

        kit.assertListing(() -> {
            RecordPage listed = kit.allListed(kit.own(2));
            assertThat(listed.records()).containsExactlyInAnyOrderElementsOf(others);
            assertThat(listed.invalid()).hasSameSizeAs(broken.keySet()).allSatisfy(invalid -> {
                assertThat(broken.keySet()).anyMatch(id -> invalid.key().contains(id));
                broken.forEach((id, corruption) -> {
                    if (invalid.key().contains(id)) {
                        assertThat(invalid.code()).as(corruption.name()).isEqualTo(corruption.code());
                    }
                });
                assertThat(invalid.problem()).isNotBlank();
            });
            Instant due = VirtualClock.DEFAULT_START.plusSeconds(3_600);
            assertThat(kit.allAttention(due).records()).containsExactlyInAnyOrderElementsOf(others);
        });
    }

    @Test
    void unreadablePayload_isATypedErrorAndNeverAbsent() {
        possible(true).forEach(this::checkUnreadable);
    }

    private void checkUnreadable(Corruption corruption) {
        CheckpointKey key = kit.walk("broken-" + corruption)
                .createClaimed()
                .complete(Receipt.success("application/octet-stream", SamplePayload.random(PAYLOAD, 1)))
                .record()
                .key();
        kit.corrupt(key, corruption);
        CheckpointStore store = kit.store();

        // A store that reads payload and record in one may find out with the record.
        assertFails(ErrorCode.PAYLOAD_UNREADABLE, () -> {
            Checkpoint found = store.find(key).orElseThrow();
            assertThat(found.status()).isEqualTo(Status.COMPLETED);
            store.loadPayload(found);
        });
    }

    @Test
    void undeclaredCorruption_isNotMade() {
        CheckpointKey key = kit.walk("sound").createClaimed().record().key();
        for (Corruption corruption : Corruption.values()) {
            if (!kit.contract().possibleCorruptions().contains(corruption)) {
                assertThat(kit.contract().corrupt(key, corruption))
                        .as("%s is not declared as possible, so corrupt() must not do it", corruption)
                        .isFalse();
            }
        }
    }

    /** What the store is declared to be able to suffer: of its payloads, or of the records themselves. */
    private List<Corruption> possible(boolean ofPayload) {
        return kit.contract().possibleCorruptions().stream()
                .filter(corruption -> corruption.ofPayload() == ofPayload)
                .sorted()
                .toList();
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
