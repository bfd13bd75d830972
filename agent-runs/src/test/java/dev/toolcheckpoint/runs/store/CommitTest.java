package dev.toolcheckpoint.runs.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.toolcheckpoint.protocol.ErrorCode;
import dev.toolcheckpoint.protocol.ProtocolException;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What no store is ever asked for. */
class CommitTest {

    private static final ItemKey KEY = new ItemKey("tenant", "R#1", "RUN");
    private static final Expected ABSENT = new Expected.Absent();
    private static final Cell CELL = Cell.secret("v1", new byte[] {'s', 'e', 'c', 'r', 'e', 't'});

    @Test
    void change_thatAsksForNothing_isRefused() {
        assertRefused(() -> Change.of(KEY).put("a", CELL).build(), "asks for something");
        assertRefused(() -> Change.of(KEY).delete(), "asks for a cell");
        assertRefused(() -> Change.of(KEY).expect("a", ABSENT).put("a", CELL).delete(), "writes none");
    }

    @Test
    void change_thatCouldMakeAnItemWithoutCells_isRefused() {
        Instant at = Instant.ofEpochMilli(1);
        assertRefused(() -> Change.of(KEY).expect("a", ABSENT).due(at).build(), "without cells");
        assertRefused(() -> Change.of(KEY).expect("a", ABSENT).due(null).build(), "without cells");
        assertThat(Change.of(KEY)
                        .expect("a", new Expected.Fence("f"))
                        .due(at)
                        .build()
                        .dueAt())
                .isEqualTo(at);
    }

    @Test
    void dueTime_thatAStoreWouldRound_isRefused() {
        for (Instant at : List.of(
                Instant.EPOCH.plusNanos(1),
                Instant.EPOCH.plusNanos(1_000_001),
                Instant.EPOCH.minusMillis(1),
                Instant.parse("9999-12-31T23:59:59.999Z").plusMillis(1),
                Instant.MAX,
                Instant.MIN)) {
            assertRefused(() -> Change.of(KEY).due(at), "whole millisecond of the years");
        }
    }

    @Test
    void commit_outOfBounds_isRefused() {
        Change create = Change.of(KEY).expect("a", ABSENT).put("a", CELL).build();
        Change ask = Change.of(KEY.sibling("OTHER")).expect("a", ABSENT).build();
        assertRefused(() -> new Commit("w", List.of()), "1 to 90 changes, found 0");
        assertRefused(() -> new Commit("w", List.of(create, create)), "twice");
        assertRefused(() -> new Commit("w", List.of(ask)), "writes something");
        List<Change> many = IntStream.rangeClosed(0, Commit.LONGEST)
                .mapToObj(n -> Change.of(KEY.sibling("S" + n))
                        .expect("a", ABSENT)
                        .put("a", CELL)
                        .build())
                .toList();
        assertRefused(() -> new Commit("w", many), "found 91");
        assertThat(new Commit("w", List.of(ask, create)).changes()).hasSize(2);
    }

    @Test
    void cell_asText_hasNoBody() {
        assertThat(CELL.toString()).contains("6 bytes").doesNotContain("secret");
    }

    private static void assertRefused(Runnable use, String rule) {
        assertThatThrownBy(use::run)
                .isInstanceOfSatisfying(
                        ProtocolException.class,
                        refused -> assertThat(refused.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
                .hasMessageContaining(rule);
    }
}
