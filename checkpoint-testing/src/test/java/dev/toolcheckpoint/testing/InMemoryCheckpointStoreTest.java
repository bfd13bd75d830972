package dev.toolcheckpoint.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.ErrorCode;
import dev.toolcheckpoint.protocol.Payload;
import dev.toolcheckpoint.protocol.ProtocolException;
import dev.toolcheckpoint.protocol.Receipt;
import dev.toolcheckpoint.protocol.StoreException;
import dev.toolcheckpoint.store.InMemoryCheckpointStore;
import dev.toolcheckpoint.store.ListQuery;
import dev.toolcheckpoint.store.WriteResult;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What the kit leaves to each store. */
class InMemoryCheckpointStoreTest {

    private final InMemoryCheckpointStore store = new InMemoryCheckpointStore();

    @Test
    void find_smallPayload_isInlineAndALargerOneIsLeftToLoadPayload() {
        Payload small = completedWith(InMemoryCheckpointStore.INLINE_LIMIT);
        Payload larger = completedWith(InMemoryCheckpointStore.INLINE_LIMIT + 1);

        assertThat(small).isInstanceOf(Payload.Inline.class);
        assertThat(larger).isInstanceOf(Payload.Stored.class);
    }

    @Test
    void remove_letsTheRecordGo() {
        CallWalk walk = walk("call").createClaimed();

        store.remove(walk.record().key());

        assertThat(store.find(walk.record().key())).isEmpty();
        assertThat(store.compareAndSwap(SwapGroup.renewal(walk.record(), "late"), null))
                .isEqualTo(new WriteResult.Refused(null));
    }

    @Test
    void loadPayload_ofARecordThatIsGone_isUnreadable() {
        Checkpoint record = walk("call")
                .createClaimed()
                .complete(Receipt.success("text/plain", new byte[5_000]))
                .record();
        store.remove(record.key());

        assertThatThrownBy(() -> store.loadPayload(record))
                .isInstanceOf(StoreException.class)
                .extracting("code")
                .isEqualTo(ErrorCode.PAYLOAD_UNREADABLE);
    }

    @Test
    void loadPayload_forgotten_isRefused() {
        Checkpoint record = SampleState.COMPLETED_FORGOTTEN.reach(walk("call")).record();

        assertThatThrownBy(() -> store.loadPayload(record)).isInstanceOf(ProtocolException.class);
    }

    @Test
    void list_cursorOfAnotherStore_isRefused() {
        assertThatThrownBy(() -> store.list(new ListQuery(null, Set.of(), null, 10, "page 2")))
                .isInstanceOf(ProtocolException.class)
                .hasMessageContaining("cursor");
    }

    private Payload completedWith(int size) {
        CallWalk walk = walk("call-" + size).createClaimed().complete(Receipt.success("text/plain", new byte[size]));
        return store.find(walk.record().key()).orElseThrow().requireOutcome().payload();
    }

    private CallWalk walk(String callId) {
        return CallWalk.of(store, KitFixture.binding("ns", callId));
    }
}
