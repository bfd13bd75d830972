package dev.toolcheckpoint.journal;

import static dev.toolcheckpoint.fixture.World.IDEMPOTENT;
import static dev.toolcheckpoint.fixture.World.KEY;
import static dev.toolcheckpoint.fixture.World.LEASE;
import static dev.toolcheckpoint.fixture.World.MANUAL;
import static dev.toolcheckpoint.fixture.World.MILLI;
import static dev.toolcheckpoint.fixture.World.OTHER_RECEIPT;
import static dev.toolcheckpoint.fixture.World.RECEIPT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.toolcheckpoint.fixture.World;
import dev.toolcheckpoint.protocol.Outcome;
import dev.toolcheckpoint.protocol.Payload;
import dev.toolcheckpoint.protocol.ProtocolException;
import dev.toolcheckpoint.protocol.Receipt;
import dev.toolcheckpoint.protocol.Retention;
import dev.toolcheckpoint.protocol.Status;
import dev.toolcheckpoint.protocol.Uncertainty;
import dev.toolcheckpoint.store.AttentionQuery;
import dev.toolcheckpoint.store.ListQuery;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** What a journal is built with, what it passes on, and what its values say of themselves. */
class JournalSettingsTest {

    private final World world = new World();

    @Test
    void journal_withDefaults_takesThemFromStoreAndDesign() {
        Journal journal = Journal.over(world.memory);

        assertThat(journal.skewMargin()).isEqualTo(World.MARGIN);
        assertThat(journal.maxResult()).isEqualTo(1024 * 1024);
        assertThat(journal.clock().getZone()).isEqualTo(ZoneOffset.UTC);
        assertThat(journal.clock().getClass()).isEqualTo(Clock.systemUTC().getClass());
        assertThat(Journal.DEFAULT_LEASE).isEqualTo(Duration.ofSeconds(30));
    }

    @Test
    void skewMargin_outOfRange_isRefused() {
        Journal.Builder builder = Journal.builder(world.memory);

        assertThat(builder.skewMargin(Duration.ZERO).build().skewMargin()).isZero();
        assertThat(builder.skewMargin(Duration.ofHours(1)).build().skewMargin()).isEqualTo(Duration.ofHours(1));
        assertThatThrownBy(() -> builder.skewMargin(MILLI.negated()))
                .isInstanceOf(ProtocolException.class)
                .hasMessageContaining("found -1 ms");
        assertThatThrownBy(() -> builder.skewMargin(Duration.ofHours(1).plus(MILLI)))
                .hasMessageContaining("found 3600001 ms");
    }

    @Test
    void maxResult_outOfRange_isRefused() {
        Journal.Builder builder = Journal.builder(world.memory);

        assertThat(builder.maxResult(1_024).build().maxResult()).isEqualTo(1_024);
        assertThat(builder.maxResult(10_000_000).build().maxResult()).isEqualTo(10_000_000);
        assertThatThrownBy(() -> builder.maxResult(1_023)).hasMessageContaining("found 1023");
        assertThatThrownBy(() -> builder.maxResult(10_000_001)).hasMessageContaining("found 10000001");
    }

    @Test
    void settings_ofAJournal_areUsed() {
        Journal journal = world.worker(builder -> builder.skewMargin(Duration.ofSeconds(7))
                .retention(Retention.of(Duration.ofDays(1), Duration.ofDays(2)))
                .retryPolicy(RetryPolicy.NONE));
        Lease lease = World.acquire(journal, MANUAL);
        assertThat(journal.begin(MANUAL, LEASE))
                .isEqualTo(new Begin.Busy(lease.leaseUntil(), lease.leaseUntil().plusSeconds(7)));

        journal.complete(lease, RECEIPT);
        assertThat(world.record().retainUntil()).isEqualTo(world.now().plus(Duration.ofDays(3)));
        assertThat(journal.clock()).isSameAs(world.clock);
    }

    @Test
    void time_ofARecord_isCutToWholeMilliseconds() {
        Journal journal =
                world.worker(builder -> builder.clock(Clock.fixed(world.now().plusNanos(1_999_999), ZoneOffset.UTC)));

        World.acquire(journal, MANUAL);

        assertThat(world.record().createdAt()).isEqualTo(world.now().plusMillis(1));
    }

    @Test
    void secureRandomIds_are128BitsAndNeverTheSame() {
        IdSource ids = IdSource.secureRandom();
        Set<String> made = new HashSet<>();
        for (int i = 0; i < 1_000; i++) {
            made.add(ids.next());
        }

        assertThat(made).hasSize(1_000).allMatch(id -> id.matches("[0-9a-f]{32}"));
    }

    @Test
    void listings_arePassedOn() {
        world.given(Status.EXECUTING, MANUAL);

        assertThat(world.journal.list(ListQuery.all()).records()).containsExactly(world.record());
        assertThat(world.journal
                        .attention(
                                AttentionQuery.dueBefore(world.now().plus(LEASE).plus(MILLI)))
                        .records())
                .containsExactly(world.record());
    }

    @Test
    void loadOutcome_ofALargeOne_bringsItsBytes() {
        byte[] large = new byte[5_000];
        world.journal.complete(world.acquire(MANUAL), Receipt.success("text/plain", large));
        assertThat(world.record().requireOutcome().payload()).isInstanceOf(Payload.Stored.class);

        assertThat(world.journal.loadOutcome(world.record()).payload()).isEqualTo(Payload.Inline.of(large));
    }

    @Test
    void complete_ofALargeOutcome_answersWithItsBytesEveryTime() {
        Receipt large = Receipt.success("text/plain", new byte[5_000]);
        Lease lease = world.acquire(MANUAL);

        Complete first = world.journal.complete(lease, large);
        Complete second = world.journal.complete(lease, large);
        Complete other = world.journal.complete(lease, OTHER_RECEIPT);

        Function<Outcome, Payload> payload = Outcome::payload;
        for (Complete answer : List.of(first, second, other)) {
            assertThat(answer.<Payload>fold(
                            completed -> payload.apply(completed.outcome()),
                            replayed -> payload.apply(replayed.outcome()),
                            conflict -> payload.apply(conflict.outcome()),
                            stale -> new Payload.Forgotten()))
                    .isEqualTo(Payload.Inline.of(large.bytes()));
        }
    }

    @Test
    void settle_ofALargeOutcome_answersWithItsBytes() {
        world.given(Status.UNCERTAIN, MANUAL);
        Receipt large = Receipt.success("text/plain", new byte[5_000]);

        assertThat(world.journal.settle(KEY, World.HAPPENED, large, Duration.ZERO))
                .isInstanceOfSatisfying(
                        Settle.Settled.class,
                        settled -> assertThat(settled.outcome().payload()).isEqualTo(Payload.Inline.of(large.bytes())));
        assertThat(world.journal.settle(KEY, World.HAPPENED, large, Duration.ZERO))
                .isInstanceOfSatisfying(
                        Settle.Replayed.class,
                        replayed ->
                                assertThat(replayed.outcome().payload()).isEqualTo(Payload.Inline.of(large.bytes())));
    }

    @Test
    void fold_ofBegin_callsTheFunctionOfItsCase() {
        Uncertainty reason = new Uncertainty(Uncertainty.Code.ABANDONED, "gone", world.now(), "ops");
        Outcome outcome = Outcome.of(RECEIPT, "sha256:1", new Payload.Forgotten(), world.now(), null);
        List<Begin> answers = List.of(
                new Begin.Acquired(world.acquire(IDEMPOTENT)),
                new Begin.Replay(outcome, Status.COMPLETED, Deliverable.of(KEY)),
                new Begin.Busy(world.now(), world.now()),
                new Begin.Conflict(List.of("toolName")),
                new Begin.Uncertain(reason, world.now()));

        assertThat(answers)
                .extracting(answer -> answer.<String>fold(
                        acquired -> "acquired",
                        replay -> "replay",
                        busy -> "busy",
                        conflict -> "conflict",
                        no -> "uncertain"))
                .containsExactly("acquired", "replay", "busy", "conflict", "uncertain");
    }

    @Test
    void fold_ofComplete_callsTheFunctionOfItsCase() {
        Outcome outcome = Outcome.of(RECEIPT, "sha256:1", new Payload.Forgotten(), world.now(), null);
        List<Complete> answers = List.of(
                new Complete.Completed(outcome, Deliverable.of(KEY)),
                new Complete.Replayed(outcome, Status.COMPLETED, Deliverable.of(KEY)),
                new Complete.OutcomeConflict(outcome, Status.COMPLETED, Deliverable.of(KEY)),
                new Complete.Stale(null));

        assertThat(answers)
                .extracting(answer -> answer.<String>fold(
                        completed -> "completed", replayed -> "replayed", conflict -> "conflict", stale -> "stale"))
                .containsExactly("completed", "replayed", "conflict", "stale");
    }

    @Test
    void lists_inAnswers_areCopies() {
        List<String> fields = new ArrayList<>(List.of("toolName"));
        Begin.Conflict begin = new Begin.Conflict(fields);
        Settle.Conflict settle = new Settle.Conflict(fields, Status.COMPLETED);
        fields.clear();

        assertThat(begin.differingFields()).containsExactly("toolName");
        assertThat(settle.differingFields()).containsExactly("toolName");
    }
}
