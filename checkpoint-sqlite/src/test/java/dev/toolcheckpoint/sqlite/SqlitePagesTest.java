package dev.toolcheckpoint.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.toolcheckpoint.protocol.Attention;
import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.ErrorCode;
import dev.toolcheckpoint.protocol.ExecutionTransitions;
import dev.toolcheckpoint.protocol.ProtocolException;
import dev.toolcheckpoint.protocol.Recovery;
import dev.toolcheckpoint.protocol.Status;
import dev.toolcheckpoint.store.AttentionQuery;
import dev.toolcheckpoint.store.ListQuery;
import dev.toolcheckpoint.store.RecordPage;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SqlitePagesTest {

    private static final Instant LEASE_END = Calls.NOW.plus(Calls.LEASE);

    @TempDir
    private Path folder;

    private SqliteCheckpointStore store;

    @BeforeEach
    void open() {
        store = SqliteCheckpointStore.open(folder.resolve("calls.db"));
    }

    @AfterEach
    void close() {
        store.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 100})
    void list_pageByPage_isEveryRecordOnceByKey(int limit) {
        List<Checkpoint> stored = new ArrayList<>();
        for (int call = 0; call < 7; call++) {
            stored.add(claimed("ns-" + call % 2, "call-" + call, Calls.LEASE));
        }
        stored.sort(Comparator.comparing((Checkpoint record) -> record.key().namespace())
                .thenComparing(record -> record.key().id()));
        List<Checkpoint> listed = new ArrayList<>();
        ListQuery query = new ListQuery(null, Set.of(), null, limit, null);
        RecordPage page = store.list(query);
        listed.addAll(page.records());
        while (page.nextCursor() != null) {
            assertThat(page.records()).hasSize(limit);
            page = store.list(query.after(page));
            listed.addAll(page.records());
        }
        assertThat(listed).isEqualTo(stored);
    }

    @Test
    void list_withFilters_isWhatPassesAll() {
        Checkpoint done = Calls.completed(store, "done", Calls.bytes("x"));
        Checkpoint open = Calls.claimed(store, "open");
        Checkpoint other = claimed("other", "open", Calls.LEASE);
        assertThat(list("tenant", Set.of(), null)).containsExactlyInAnyOrder(done, open);
        assertThat(list("none", Set.of(), null)).isEmpty();
        assertThat(list(null, Set.of(Status.EXECUTING, Status.UNCERTAIN), null)).containsExactlyInAnyOrder(open, other);
        assertThat(list("tenant", Set.of(Status.COMPLETED), null)).containsExactly(done);
        assertThat(list(null, Set.of(), Calls.NOW)).isEmpty();
        assertThat(list(null, Set.of(), Calls.NOW.plusNanos(1))).hasSize(3);
        assertThat(list(null, Set.of(), Instant.MAX)).hasSize(3);
        assertThat(list(null, Set.of(), Instant.MIN)).isEmpty();
    }

    @Test
    void attention_isOrderedByTime_andPaged() {
        List<Checkpoint> stored = new ArrayList<>();
        for (int call = 5; call >= 1; call--) {
            stored.add(0, claimed("tenant", "call-" + call, Duration.ofSeconds(call)));
        }
        AttentionQuery query = new AttentionQuery(Set.of(Attention.Kind.EXECUTION), Calls.NOW.plusSeconds(5), 3, null);
        RecordPage first = store.attention(query);
        assertThat(first.records()).isEqualTo(stored.subList(0, 3));
        RecordPage last = store.attention(query.after(first));
        assertThat(last.records()).isEqualTo(stored.subList(3, 4));
        assertThat(last.nextCursor()).isNull();
    }

    @Test
    void attention_ofSameTime_isEveryRecordOnce() {
        for (int call = 0; call < 5; call++) {
            Calls.claimed(store, "call-" + call);
        }
        AttentionQuery query = new AttentionQuery(Set.of(Attention.Kind.EXECUTION), Instant.MAX, 2, null);
        RecordPage page = store.attention(query);
        List<Checkpoint> found = new ArrayList<>(page.records());
        while (page.nextCursor() != null) {
            page = store.attention(query.after(page));
            found.addAll(page.records());
        }
        assertThat(found).hasSize(5).doesNotHaveDuplicates();
    }

    @Test
    void attention_knowsKindsAndEnds() {
        Checkpoint claimed = Calls.claimed(store, "call");
        Checkpoint completed = Calls.completed(store, "done", Calls.bytes("x"));
        Calls.requireStored(store.compareAndSwap(Calls.delivery(completed), null));
        assertThat(kinds(Set.of(Attention.Kind.EXECUTION))).containsExactly("call");
        assertThat(kinds(Set.of(Attention.Kind.DELIVERY))).containsExactly("done");
        assertThat(kinds(Set.of(Attention.Kind.UNCERTAIN))).isEmpty();
        Calls.requireStored(store.compareAndSwap(
                ExecutionTransitions.markUncertainByOperator(claimed, "lost", "ann", "w", Calls.NOW), null));
        assertThat(kinds(Set.of(Attention.Kind.UNCERTAIN))).containsExactly("call");
        assertThat(kinds(Set.of(Attention.Kind.EXECUTION))).isEmpty();
        assertThat(store.attention(AttentionQuery.dueBefore(Calls.NOW)).records())
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "!", "MTox", "MTo5Ong"})
    void cursor_ofNoPage_isRefused(String cursor) {
        Calls.claimed(store, "call");
        assertThatThrownBy(() -> store.list(new ListQuery(null, Set.of(), null, 1, cursor)))
                .isInstanceOfSatisfying(
                        ProtocolException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT));
        assertThat(store.list(ListQuery.all()).records()).hasSize(1);
    }

    private List<String> kinds(Set<Attention.Kind> kinds) {
        return store.attention(new AttentionQuery(kinds, LEASE_END.plusMillis(1), 10, null)).records().stream()
                .map(record -> record.binding().callId())
                .toList();
    }

    private List<Checkpoint> list(@Nullable String namespace, Set<Status> statuses, @Nullable Instant before) {
        return store.list(new ListQuery(namespace, statuses, before, 10, null)).records();
    }

    private Checkpoint claimed(String namespace, String callId, Duration lease) {
        var claim = ExecutionTransitions.createClaimed(
                Calls.binding(namespace, callId), Recovery.manual(), "a", lease, "w-" + callId, Calls.NOW);
        Calls.requireStored(store.createIfAbsent(claim));
        return claim.next();
    }
}
