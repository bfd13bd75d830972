package dev.toolcheckpoint.dynamo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.toolcheckpoint.dynamo.crypto.PayloadCipher;
import dev.toolcheckpoint.journal.Begin;
import dev.toolcheckpoint.journal.ClaimDelivery;
import dev.toolcheckpoint.journal.Complete;
import dev.toolcheckpoint.journal.DeliveryEnd;
import dev.toolcheckpoint.journal.Forget;
import dev.toolcheckpoint.journal.Intent;
import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.protocol.Binding;
import dev.toolcheckpoint.protocol.CompletionUnconfirmedException;
import dev.toolcheckpoint.protocol.ConfigurationException;
import dev.toolcheckpoint.protocol.Outcome;
import dev.toolcheckpoint.protocol.Payload;
import dev.toolcheckpoint.protocol.Receipt;
import dev.toolcheckpoint.protocol.Recovery;
import dev.toolcheckpoint.protocol.Retention;
import dev.toolcheckpoint.protocol.Status;
import dev.toolcheckpoint.testing.Race;
import dev.toolcheckpoint.testing.VirtualClock;
import dev.toolcheckpoint.testing.aws.AwsEndpoint;
import dev.toolcheckpoint.testing.aws.Fault;
import dev.toolcheckpoint.testing.aws.LocalAws;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A warm repeat sends nothing, and hides nothing that would have been found. */
@LocalAws
class OutcomeCacheTest {

    private final TestTable table;
    private final VirtualClock clock = new VirtualClock();
    private final PayloadCipher cipher = Sealing.ENCRYPTED.cipher(clock);
    private final Journal cached;
    private final OutcomeCache cache;

    /** Another sandbox. */
    private final Journal other;

    OutcomeCacheTest(AwsEndpoint aws) {
        table = new TestTable(aws);
        cache = cache(builder -> builder);
        cached = journal(cache);
        other = Journal.builder(store()).clock(clock).pause(clock::advance).build();
    }

    @AfterEach
    void close() {
        table.close();
    }

    private DynamoCheckpointStore store() {
        return table.store().clock(clock).cipher(cipher).build();
    }

    private OutcomeCache cache(UnaryOperator<OutcomeCache.Builder> settings) {
        return settings.apply(OutcomeCache.over(store()).clock(clock)).build();
    }

    private Journal journal(OutcomeCache over) {
        return Journal.builder(over).clock(clock).pause(clock::advance).build();
    }

    private static byte[] call(Journal journal, String callId, int size) {
        Begin begin = journal.begin(DynamoCalls.intent(callId), DynamoCalls.LEASE);
        Receipt receipt = DynamoCalls.receipt(size);
        assertThat(journal.complete(((Begin.Acquired) begin).lease(), receipt)).isInstanceOf(Complete.Completed.class);
        return receipt.bytes();
    }

    private Begin begin(Journal journal, String callId) {
        table.http.wire().clear();
        return journal.begin(DynamoCalls.intent(callId), DynamoCalls.LEASE);
    }

    private void assertReplay(Begin begin, byte[] bytes, int requests) {
        assertThat(begin)
                .isInstanceOfSatisfying(
                        Begin.Replay.class,
                        replay -> assertThat(bytes(replay.outcome())).isEqualTo(bytes));
        assertThat(table.http.wire().requests()).isEqualTo(requests);
    }

    private static byte[] bytes(Outcome outcome) {
        return ((Payload.Inline) outcome.payload()).bytes();
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 64_000})
    void repeat_whereTheCallWasCompleted_sendsNothing(int size) {
        byte[] bytes = call(cached, "call", size);

        assertReplay(begin(cached, "call"), bytes, 0);
        assertReplay(begin(cached, "call"), bytes, 0);
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 64_000})
    void secondRepeat_whereTheCallWasNotCompleted_sendsNothing(int size) {
        byte[] bytes = call(other, "call", size);

        assertReplay(begin(cached, "call"), bytes, size > 4_608 ? 2 : 1);
        assertReplay(begin(cached, "call"), bytes, 0);
    }

    @Test
    void anotherInput_isAConflictWithoutARequest() {
        call(cached, "call", 200);
        Binding binding = DynamoCalls.intent("call").binding();
        Binding changed = new Binding(
                binding.namespace(),
                binding.callId(),
                binding.toolName(),
                binding.toolRevision(),
                "sha256:" + "f".repeat(64));
        table.http.wire().clear();

        assertThat(cached.begin(Intent.of(changed, Recovery.idempotent(Duration.ofMinutes(10))), DynamoCalls.LEASE))
                .isEqualTo(new Begin.Conflict(List.of("inputFingerprint")));
        assertThat(cached.begin(Intent.of(binding, Recovery.manual()), DynamoCalls.LEASE))
                .isInstanceOf(Begin.Conflict.class);

        assertThat(table.http.wire().requests()).isZero();
    }

    @Test
    void openCalls_areNeverRemembered() {
        Begin begun = cached.begin(DynamoCalls.intent("call"), DynamoCalls.LEASE);
        assertThat(begun).isInstanceOf(Begin.Acquired.class);
        for (int repeat = 0; repeat < 2; repeat++) {
            assertThat(begin(cached, "call")).isInstanceOf(Begin.Busy.class);
            assertThat(table.http.wire().requests()).isEqualTo(1);
        }
        other.markUncertain(DynamoCalls.intent("call").key(), "gone", "ops");
        assertThat(begin(cached, "call")).isInstanceOf(Begin.Uncertain.class);
    }

    @Test
    void aCompletionThatIsNotConfirmed_isNotRemembered() {
        Begin begun = cached.begin(DynamoCalls.intent("call"), DynamoCalls.LEASE);
        table.http.faults().on("PutItem").always(Fault.DROP_REQUEST);
        assertThatExceptionOfType(CompletionUnconfirmedException.class)
                .isThrownBy(() -> cached.complete(((Begin.Acquired) begun).lease(), DynamoCalls.receipt(200)));
        table.http.faults().heal();

        assertThat(begin(cached, "call")).isInstanceOf(Begin.Busy.class);
    }

    @Test
    void deliveries_goToTheTable() {
        byte[] bytes = call(cached, "call", 200);
        var key = DynamoCalls.intent("call").key();
        ClaimDelivery claim = other.claimDelivery(key, DynamoCalls.LEASE, true);

        assertThat(cached.claimDelivery(key, DynamoCalls.LEASE, true))
                .as("what another sandbox claimed is seen")
                .isInstanceOf(ClaimDelivery.Busy.class);
        assertThat(cached.completeDelivery(key, ((ClaimDelivery.Claimed) claim).deliveryId()))
                .isEqualTo(DeliveryEnd.DONE);

        assertThat(begin(cached, "call"))
                .as("a change here is seen at once")
                .isInstanceOfSatisfying(
                        Begin.Replay.class,
                        replay -> assertThat(replay.status()).isEqualTo(Status.DELIVERED));
        assertReplay(begin(cached, "call"), bytes, 0);
    }

    @Test
    void forgetting_here_isSeenAtOnce() {
        call(cached, "call", 200);
        assertThat(cached.forget(DynamoCalls.intent("call").key())).isEqualTo(Forget.FORGOTTEN);

        assertThat(begin(cached, "call"))
                .isInstanceOfSatisfying(
                        Begin.Replay.class,
                        replay -> assertThat(replay.outcome().forgotten()).isTrue());
    }

    @Test
    void forgetting_elsewhere_isSeenAfterTheAgeOfAnEntry() {
        byte[] bytes = call(cached, "call", 200);
        other.forget(DynamoCalls.intent("call").key());
        assertReplay(begin(cached, "call"), bytes, 0);
        clock.advance(Duration.ofMinutes(5));

        assertThat(begin(cached, "call"))
                .isInstanceOfSatisfying(
                        Begin.Replay.class,
                        replay -> assertThat(replay.outcome().forgotten()).isTrue());
    }

    @Test
    void retention_endsAnEntryToo() {
        OutcomeCache old = cache(builder -> builder.maxAge(Duration.ofHours(24)));
        call(other, "call", 200);
        clock.advance(Retention.DEFAULT.total().minusMillis(1));
        begin(journal(old), "call");
        begin(journal(old), "call");
        assertThat(table.http.wire().requests()).isZero();
        clock.advance(Duration.ofMillis(1));

        begin(journal(old), "call");
        assertThat(table.http.wire().requests())
                .as("the table says whether it is still there")
                .isEqualTo(1);
    }

    @Test
    void room_isBoundedByRecordsAndBytes() {
        OutcomeCache small = cache(builder -> builder.maxRecords(2).maxBytes(1_000));
        Journal journal = journal(small);
        call(journal, "first", 100);
        call(journal, "second", 100);
        begin(journal, "first");
        call(journal, "third", 100);
        begin(journal, "first");
        assertThat(table.http.wire().requests()).as("used last").isZero();
        begin(journal, "second");
        assertThat(table.http.wire().requests()).as("not used for longest").isEqualTo(1);

        call(journal, "large", 900);
        begin(journal, "large");
        assertThat(table.http.wire().requests()).isZero();
        begin(journal, "first");
        assertThat(table.http.wire().requests())
                .as("a large one needs the room of others")
                .isEqualTo(1);

        call(journal, "too large", 1_001);
        begin(journal, "too large");
        assertThat(table.http.wire().requests()).isEqualTo(1);
    }

    @Test
    void snapshot_takesNoPlaintextAlong() {
        byte[] bytes = call(cached, "call", 200);
        cache.beforeSnapshot();

        assertReplay(begin(cached, "call"), bytes, 1);
    }

    @Test
    void manyThreads_onFewEntries_getTheRightOutcome() {
        Journal journal = journal(cache(builder -> builder.maxRecords(3).maxBytes(900)));
        byte[][] results = new byte[8][];
        for (int call = 0; call < results.length; call++) {
            results[call] = call(journal, "call-" + call, 200 + call);
        }
        try (Race race = new Race(16)) {
            race.start(racer -> {
                for (int repeat = 0; repeat < 12; repeat++) {
                    int call = (racer * 7 + repeat) % results.length;
                    Begin begin = journal.begin(DynamoCalls.intent("call-" + call), DynamoCalls.LEASE);
                    assertThat(bytes(((Begin.Replay) begin).outcome())).isEqualTo(results[call]);
                }
                return racer;
            });
        }
    }

    @Test
    void settings_outOfRange_areNamed() {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> OutcomeCache.over(store())
                        .maxRecords(0)
                        .maxBytes(0)
                        .maxAge(Duration.ofDays(2))
                        .build())
                .withMessageContainingAll("maxRecords", "maxBytes", "maxAge", "found 172800000");
    }

    @Test
    void toString_namesTheTableAndNoPayload() {
        call(cached, "call", 200);
        assertThat(cache.toString()).isEqualTo("dynamo:" + table.name + " with a cache of outcomes");
    }
}
