package dev.toolcheckpoint.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolcheckpoint.delivery.Deliverer;
import dev.toolcheckpoint.delivery.InMemoryDeliverer;
import dev.toolcheckpoint.journal.Begin;
import dev.toolcheckpoint.journal.Intent;
import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.journal.Lease;
import dev.toolcheckpoint.protocol.Attention;
import dev.toolcheckpoint.protocol.Binding;
import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.Evidence;
import dev.toolcheckpoint.protocol.Outcome;
import dev.toolcheckpoint.protocol.ProtocolException;
import dev.toolcheckpoint.protocol.Receipt;
import dev.toolcheckpoint.protocol.Recovery;
import dev.toolcheckpoint.protocol.Status;
import dev.toolcheckpoint.reconcile.Reconciliation.Step;
import dev.toolcheckpoint.store.InMemoryCheckpointStore;
import dev.toolcheckpoint.testing.SequentialIds;
import dev.toolcheckpoint.testing.VirtualClock;
import dev.toolcheckpoint.tool.OutcomeProbe;
import dev.toolcheckpoint.tool.OutcomeProbe.Answer;
import dev.toolcheckpoint.tool.Tool;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReconcilerTest {

    private static final Duration LEASE = Duration.ofSeconds(30);
    private static final Duration MARGIN = Duration.ofSeconds(1);
    private static final Duration WINDOW = Duration.ofHours(1);
    private static final Duration QUIESCENCE = Duration.ofMinutes(2);
    private static final Duration TIME = Duration.ofMinutes(1);
    private static final Duration MILLI = Duration.ofMillis(1);
    private static final Receipt RECEIPT = Receipt.successJson("{\"sent\":true}");

    private final VirtualClock clock = new VirtualClock(Instant.ofEpochMilli(1_800_000_000_000L));
    private final Journal journal = Journal.builder(new InMemoryCheckpointStore())
            .clock(clock)
            .skewMargin(MARGIN)
            .ids(new SequentialIds("test"))
            .pause(clock::advance)
            .build();

    private static Intent intent(String callId, Recovery recovery) {
        return Intent.of(new Binding("tenant", callId, "send-mail", "1", "sha256:" + "0".repeat(64)), recovery);
    }

    private Intent begun(String callId, Recovery recovery) {
        Intent intent = intent(callId, recovery);
        lease(intent);
        return intent;
    }

    private Lease lease(Intent intent) {
        return ((Begin.Acquired) journal.begin(intent, LEASE)).lease();
    }

    private Intent completed(String callId) {
        Intent intent = intent(callId, Recovery.manual());
        journal.complete(lease(intent), RECEIPT);
        return intent;
    }

    private Intent uncertain(String callId) {
        Intent intent = begun(callId, Recovery.manual());
        journal.markUncertain(intent.key(), "the process is gone", "ops");
        return intent;
    }

    private Checkpoint record(Intent intent) {
        return journal.inspect(intent.key()).orElseThrow();
    }

    private Reconciler.Builder reconciler() {
        return Reconciler.builder(journal);
    }

    private Reconciler probing(OutcomeProbe probe) {
        Tool<JsonNode, String> tool = Tool.named("send-mail", JsonNode.class)
                .quiescence(QUIESCENCE)
                .probe(probe)
                .handler((input, context) -> "");
        return reconciler().tools(List.of(tool)).name("nightly").build();
    }

    @Test
    void attemptThatIsOver_ofAManualTool_becomesUncertain_notAMillisecondEarlier() {
        Intent call = begun("call", Recovery.manual());
        clock.advance(LEASE.plus(MARGIN).minus(MILLI));
        assertThat(reconciler().build().run(TIME).counts()).isEmpty();

        clock.advance(MILLI);
        Reconciliation run = reconciler().build().run(TIME);

        assertThat(run.counts()).isEqualTo(Map.of(Step.MARKED_UNCERTAIN, 1L, Step.STILL_UNCERTAIN, 1L));
        assertThat(run.oldest()).containsEntry(Attention.Kind.EXECUTION, MARGIN);
        assertThat(record(call).status()).isEqualTo(Status.UNCERTAIN);
        assertThat(run.next()).isNull();
    }

    @Test
    void attemptThatIsOver_ofARepeatableTool_isLeftToTheCaller_untilItsWindowIsOver() {
        Intent call = begun("call", Recovery.idempotent(WINDOW));
        clock.advance(WINDOW.minus(MARGIN).minus(MILLI));
        Checkpoint before = record(call);
        assertThat(reconciler().build().run(TIME).counts()).isEqualTo(Map.of(Step.MAY_BE_REPEATED, 1L));
        assertThat(record(call)).isEqualTo(before);

        clock.advance(MILLI);
        assertThat(reconciler().build().run(TIME).count(Step.MARKED_UNCERTAIN)).isOne();
        assertThat(record(call).status()).isEqualTo(Status.UNCERTAIN);
    }

    @Test
    void uncertainCall_thatTheDownstreamKnows_isSettledWithItsReceipt() {
        Intent call = uncertain("call");

        Reconciliation run =
                probing(record -> new Answer.Happened("mail 17", RECEIPT)).run(TIME);

        assertThat(run.counts()).isEqualTo(Map.of(Step.SETTLED_HAPPENED, 1L));
        assertThat(record(call).requireOutcome().settlement()).isEqualTo(Evidence.happened("mail 17", "nightly"));
        assertThat(journal.begin(call, LEASE))
                .isInstanceOfSatisfying(
                        Begin.Replay.class,
                        replay -> assertThat(replay.outcome().size()).isEqualTo(RECEIPT.size()));
    }

    @Test
    void uncertainCall_thatDidNotHappen_isSettledOnlyOnceNothingCanAct() {
        Intent call = uncertain("call");
        Reconciler reconciler = probing(record -> new Answer.DidNotHappen("the outbox is empty"));
        clock.advance(LEASE.plus(MARGIN).plus(QUIESCENCE).minus(MILLI));
        Checkpoint before = record(call);

        assertThat(reconciler.run(TIME).counts()).isEqualTo(Map.of(Step.STILL_UNCERTAIN, 1L));
        assertThat(record(call)).isEqualTo(before);

        clock.advance(MILLI);
        assertThat(reconciler.run(TIME).counts()).isEqualTo(Map.of(Step.SETTLED_ABSENT, 1L));
        Outcome outcome = record(call).requireOutcome();
        assertThat(outcome.kind()).isEqualTo(Outcome.Kind.ERROR);
        assertThat(outcome.retryableAsNewCall()).isTrue();
    }

    @Test
    void absence_thatWasSeenTooEarly_doesNotSettle_howeverLateTheAnswerIs() {
        Intent call = uncertain("call");
        clock.advance(LEASE.plus(MARGIN).plus(QUIESCENCE).minus(MILLI));
        Checkpoint before = record(call);
        Reconciler reconciler = probing(record -> {
            clock.advance(Duration.ofSeconds(5));
            return new Answer.DidNotHappen("the outbox was empty when it was looked at");
        });

        assertThat(reconciler.run(TIME).counts()).isEqualTo(Map.of(Step.STILL_UNCERTAIN, 1L));
        assertThat(record(call)).isEqualTo(before);
        assertThat(reconciler.run(TIME).counts()).isEqualTo(Map.of(Step.SETTLED_ABSENT, 1L));
    }

    @Test
    void probe_isAskedAboutItsOwnRevisionOnly() {
        Intent call = uncertain("call");
        Checkpoint before = record(call);
        clock.advance(Duration.ofHours(5));

        Reconciliation other =
                reconciler().tools(List.of(mail("2", "of 2"))).build().run(TIME);
        assertThat(other.counts()).isEqualTo(Map.of(Step.STILL_UNCERTAIN, 1L));
        assertThat(record(call)).isEqualTo(before);

        Reconciliation both = reconciler()
                .tools(List.of(mail("2", "of 2"), mail("1", "of 1")))
                .build()
                .run(TIME);
        assertThat(both.counts()).isEqualTo(Map.of(Step.SETTLED_HAPPENED, 1L));
        assertThat(record(call).requireOutcome().settlement()).isEqualTo(Evidence.happened("of 1", "reconciler"));
        assertThatThrownBy(() -> reconciler().tools(List.of(mail("1", "one"), mail("1", "another"))))
                .isInstanceOf(ProtocolException.class)
                .hasMessageContaining("revision \"1\"");
    }

    private static Tool<JsonNode, String> mail(String revision, String reference) {
        return Tool.named("send-mail", JsonNode.class)
                .revision(revision)
                .probe(record -> new Answer.Happened(reference, RECEIPT))
                .handler((input, context) -> "");
    }

    @Test
    void uncertainCall_ofWhichNobodyKnows_staysAndIsCounted() {
        Intent call = uncertain("call");
        Checkpoint before = record(call);
        clock.advance(Duration.ofHours(5));

        assertThat(reconciler().build().run(TIME).counts()).isEqualTo(Map.of(Step.STILL_UNCERTAIN, 1L));
        assertThat(probing(record -> new Answer.Unknown()).run(TIME).counts())
                .isEqualTo(Map.of(Step.STILL_UNCERTAIN, 1L));
        Reconciliation failing = probing(record -> {
                    throw new IllegalStateException("the downstream is down");
                })
                .run(TIME);
        assertThat(failing.counts()).isEqualTo(Map.of(Step.STILL_UNCERTAIN, 1L));
        assertThat(failing.oldest()).containsEntry(Attention.Kind.UNCERTAIN, Duration.ofHours(5));
        assertThat(record(call)).isEqualTo(before);
    }

    @Test
    void uncertainCall_settledByAnotherMeanwhile_isLeftAsItIs() {
        Intent call = uncertain("call");
        Receipt other = Receipt.successJson("{\"sent\":false}");
        Reconciler reconciler = probing(record -> {
            journal.settle(call.key(), Evidence.happened("mail 18", "ops"), other, QUIESCENCE);
            return new Answer.Happened("mail 17", RECEIPT);
        });

        assertThat(reconciler.run(TIME).counts()).isEqualTo(Map.of(Step.OVERTAKEN, 1L));
        assertThat(record(call).requireOutcome().settlement()).isEqualTo(Evidence.happened("mail 18", "ops"));
    }

    @Test
    void deliveryThatIsOver_isRepeatedOnceItsLeaseIs() {
        Intent call = completed("call");
        journal.claimDelivery(call.key(), LEASE, true);
        InMemoryDeliverer deliverer = new InMemoryDeliverer();
        Reconciler reconciler = reconciler().deliverer("send-mail", deliverer).build();
        clock.advance(LEASE.plus(MARGIN).minus(MILLI));
        assertThat(reconciler.run(TIME).counts()).isEmpty();
        assertThat(deliverer.size()).isZero();

        clock.advance(MILLI);
        assertThat(reconciler.run(TIME).counts()).isEqualTo(Map.of(Step.DELIVERED, 1L));
        assertThat(deliverer.size()).isOne();
        assertThat(record(call).status()).isEqualTo(Status.DELIVERED);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void deliveryThatCantBeRepeated_staysInDoubt(boolean claimedIdempotent) {
        Intent call = completed("call");
        journal.claimDelivery(call.key(), LEASE, claimedIdempotent);
        clock.advance(Duration.ofHours(1));
        Checkpoint before = record(call);
        Deliverer sendsOnce = new Deliverer() {
            @Override
            public boolean idempotent() {
                return !claimedIdempotent;
            }

            @Override
            public Result deliver(Request request) {
                throw new AssertionError("A delivery that may have arrived was sent again.");
            }
        };

        assertThat(reconciler()
                        .deliverer("send-mail", sendsOnce)
                        .build()
                        .run(TIME)
                        .counts())
                .isEqualTo(Map.of(Step.IN_DOUBT, 1L));
        assertThat(reconciler().build().run(TIME).counts()).isEqualTo(Map.of(Step.IN_DOUBT, 1L));
        assertThat(record(call)).isEqualTo(before);
    }

    @Test
    void payload_isForgottenWhenItsTimeIsOver_andTheRecordStays() {
        Intent call = completed("call");
        Reconciler reconciler =
                reconciler().payloadRetention(Duration.ofDays(2)).build();
        clock.advance(Duration.ofDays(2).minus(MILLI));
        assertThat(reconciler.run(TIME).counts()).isEmpty();

        clock.advance(MILLI.plus(MILLI));
        assertThat(reconciler.run(TIME).counts()).isEqualTo(Map.of(Step.FORGOTTEN, 1L));
        assertThat(reconciler.run(TIME).counts()).isEmpty();
        assertThat(record(call).requireOutcome().forgotten()).isTrue();
        assertThat(reconciler().build().run(TIME).counts()).isEmpty();
    }

    @Test
    void run_whoseTimeIsUp_goesOnWhereItStopped() {
        for (int call = 0; call < 7; call++) {
            uncertain("call-" + call);
            clock.advance(MILLI);
        }
        Reconciler reconciler = Reconciler.builder(journal)
                .tools(List.of(Tool.named("send-mail", JsonNode.class)
                        .probe(record -> {
                            clock.advance(Duration.ofSeconds(1));
                            return new Answer.Unknown();
                        })
                        .handler((input, context) -> "")))
                .pageSize(2)
                .build();

        Reconciliation first = reconciler.run(Duration.ofSeconds(4));
        assertThat(first.count(Step.STILL_UNCERTAIN)).isEqualTo(4);
        assertThat(first.next()).isNotNull();

        Reconciliation second = reconciler.run(TIME, first.next());
        assertThat(second.count(Step.STILL_UNCERTAIN)).isEqualTo(3);
        assertThat(second.next()).isNull();
    }

    @Test
    void scan_doesWhatTheListingDoes() {
        begun("execution", Recovery.manual());
        Intent delivery = completed("delivery");
        journal.claimDelivery(delivery.key(), LEASE, true);
        uncertain("uncertain");
        clock.advance(LEASE.plus(MARGIN));

        Reconciliation run = reconciler()
                .scanning(true)
                .deliverer("send-mail", new InMemoryDeliverer())
                .build()
                .run(TIME);

        assertThat(run.counts())
                .isEqualTo(Map.of(Step.MARKED_UNCERTAIN, 1L, Step.DELIVERED, 1L, Step.STILL_UNCERTAIN, 1L));
    }

    @Test
    void badArguments_areRefusedBeforeAnythingIsRead() {
        Reconciler reconciler = reconciler().build();
        assertThatThrownBy(() -> reconciler.run(Duration.ZERO))
                .isInstanceOf(ProtocolException.class)
                .hasMessageContaining("found 0 ms");
        assertThatThrownBy(() -> reconciler.run(TIME, "elsewhere"))
                .isInstanceOf(ProtocolException.class)
                .hasMessageContaining("Reconciliation.next");
        assertThatThrownBy(() -> reconciler().pageSize(0)).isInstanceOf(ProtocolException.class);
        assertThatThrownBy(() -> reconciler().payloadRetention(Duration.ZERO)).isInstanceOf(ProtocolException.class);
    }
}
