package dev.toolcheckpoint.protocol;

import static dev.toolcheckpoint.protocol.Records.ABSENT;
import static dev.toolcheckpoint.protocol.Records.DELIVERY;
import static dev.toolcheckpoint.protocol.Records.FENCE;
import static dev.toolcheckpoint.protocol.Records.HAPPENED;
import static dev.toolcheckpoint.protocol.Records.IDEMPOTENT;
import static dev.toolcheckpoint.protocol.Records.LEASE;
import static dev.toolcheckpoint.protocol.Records.LEASE_END;
import static dev.toolcheckpoint.protocol.Records.MANUAL;
import static dev.toolcheckpoint.protocol.Records.MARGIN;
import static dev.toolcheckpoint.protocol.Records.RETENTION;
import static dev.toolcheckpoint.protocol.Records.START;
import static dev.toolcheckpoint.protocol.Records.outcome;
import static dev.toolcheckpoint.protocol.Status.COMPLETED;
import static dev.toolcheckpoint.protocol.Status.DELIVERED;
import static dev.toolcheckpoint.protocol.Status.DELIVERING;
import static dev.toolcheckpoint.protocol.Status.EXECUTING;
import static dev.toolcheckpoint.protocol.Status.READY;
import static dev.toolcheckpoint.protocol.Status.UNCERTAIN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every transition against every state: it is allowed and leads where the table of the design says, or it is refused. */
class TransitionTableTest {

    private static final Instant SOON = START.plusSeconds(5);
    private static final Instant EXPIRED = LEASE_END.plus(MARGIN);

    /** A transition, the recovery it is tried with, and where it may lead from where. */
    private record Row(
            String name,
            Recovery recovery,
            Instant at,
            Map<Status, Status> allowed,
            Function<Checkpoint, Transition> transition) {

        @Override
        public String toString() {
            return name;
        }
    }

    private static final List<Row> TABLE = List.of(
            new Row(
                    "claim",
                    MANUAL,
                    SOON,
                    Map.of(READY, EXECUTING),
                    record -> ExecutionTransitions.claimExecution(record, "attempt-1", LEASE, "next", SOON)),
            new Row(
                    "reclaim",
                    IDEMPOTENT,
                    EXPIRED,
                    Map.of(EXECUTING, EXECUTING),
                    record ->
                            ExecutionTransitions.reclaimExecution(record, "attempt-2", LEASE, "next", EXPIRED, MARGIN)),
            new Row(
                    "renew",
                    MANUAL,
                    SOON,
                    Map.of(EXECUTING, EXECUTING),
                    record -> ExecutionTransitions.renewExecution(record, FENCE, LEASE, "next", SOON)),
            new Row(
                    "abandon",
                    IDEMPOTENT,
                    SOON,
                    Map.of(EXECUTING, EXECUTING),
                    record -> ExecutionTransitions.abandonExecution(record, FENCE, "next", SOON, MARGIN)),
            new Row(
                    "complete",
                    MANUAL,
                    SOON,
                    Map.of(EXECUTING, COMPLETED, UNCERTAIN, COMPLETED),
                    record -> ExecutionTransitions.completeExecution(
                            record, FENCE, outcome(SOON, null), LateReceipts.ACCEPT, RETENTION, "next", SOON)),
            new Row(
                    "mark uncertain",
                    MANUAL,
                    SOON,
                    Map.of(EXECUTING, UNCERTAIN),
                    record -> ExecutionTransitions.markExecutionUncertain(
                            record, FENCE, Uncertainty.Code.AMBIGUOUS_FAILURE, "reset", "next", SOON)),
            new Row(
                    "expire",
                    MANUAL,
                    EXPIRED,
                    Map.of(EXECUTING, UNCERTAIN),
                    record -> ExecutionTransitions.markExpiredUncertain(record, "next", EXPIRED, MARGIN)),
            new Row(
                    "mark by operator",
                    MANUAL,
                    SOON,
                    Map.of(EXECUTING, UNCERTAIN),
                    record -> ExecutionTransitions.markUncertainByOperator(record, "gone", "ops", "next", SOON)),
            new Row(
                    "settle",
                    MANUAL,
                    EXPIRED,
                    Map.of(UNCERTAIN, COMPLETED),
                    record -> ExecutionTransitions.settleExecution(
                            record, outcome(EXPIRED, ABSENT), RETENTION, "next", EXPIRED, MARGIN, Duration.ZERO)),
            new Row(
                    "claim delivery",
                    MANUAL,
                    SOON,
                    Map.of(COMPLETED, DELIVERING),
                    record -> DeliveryTransitions.claimDelivery(record, "delivery-2", true, LEASE, "next", SOON)),
            new Row(
                    "reclaim delivery",
                    MANUAL,
                    EXPIRED,
                    Map.of(DELIVERING, DELIVERING),
                    record ->
                            DeliveryTransitions.reclaimDelivery(record, "delivery-2", LEASE, "next", EXPIRED, MARGIN)),
            new Row(
                    "release delivery",
                    MANUAL,
                    SOON,
                    Map.of(DELIVERING, COMPLETED),
                    record -> DeliveryTransitions.releaseDelivery(record, DELIVERY, "next", SOON)),
            new Row(
                    "complete delivery",
                    MANUAL,
                    SOON,
                    Map.of(DELIVERING, DELIVERED),
                    record -> DeliveryTransitions.completeDelivery(record, DELIVERY, "next", SOON)),
            new Row(
                    "undeliverable",
                    MANUAL,
                    SOON,
                    Map.of(DELIVERING, DELIVERED),
                    record -> DeliveryTransitions.markUndeliverable(record, DELIVERY, "refused", "next", SOON)),
            new Row(
                    "settle delivery: arrived",
                    MANUAL,
                    SOON,
                    Map.of(DELIVERING, DELIVERED),
                    record -> DeliveryTransitions.settleDelivery(record, HAPPENED, "next", SOON, MARGIN)),
            new Row(
                    "settle delivery: not",
                    MANUAL,
                    EXPIRED,
                    Map.of(DELIVERING, COMPLETED),
                    record -> DeliveryTransitions.settleDelivery(record, ABSENT, "next", EXPIRED, MARGIN)),
            new Row(
                    "forget",
                    MANUAL,
                    SOON,
                    Map.of(COMPLETED, COMPLETED, DELIVERED, DELIVERED),
                    record -> ExecutionTransitions.forgetPayload(record, "next", SOON)));

    static Stream<Arguments> everyTransitionFromEveryStatus() {
        return TABLE.stream().flatMap(row -> Arrays.stream(Status.values()).map(status -> Arguments.of(row, status)));
    }

    @ParameterizedTest(name = "{0} from {1}")
    @MethodSource("everyTransitionFromEveryStatus")
    void transition_fromStatus_leadsWhereTheTableSaysOrIsRefused(Row row, Status status) {
        Checkpoint record = Records.in(status, row.recovery());
        Status expected = row.allowed().get(status);
        if (expected != null) {
            assertIsOneWrite(row, record, expected);
        } else {
            assertThatThrownBy(() -> row.transition().apply(record))
                    .isInstanceOfSatisfying(
                            ProtocolException.class,
                            refused -> assertThat(refused.code()).isEqualTo(ErrorCode.INVALID_TRANSITION))
                    .hasMessageContaining(status.name())
                    .hasMessageContaining("must be");
        }
    }

    private static void assertIsOneWrite(Row row, Checkpoint record, Status expected) {
        Transition transition = row.transition().apply(record);
        Checkpoint next = transition.next();

        assertThat(transition.action()).isEqualTo(actionAfter(row, expected));
        assertThat(transition.expectedRevision()).isEqualTo(record.revision());
        assertThat(transition.expectedWriteId()).isEqualTo(record.writeId());
        assertThat(next.status()).isEqualTo(expected);
        assertThat(next.revision()).isEqualTo(record.revision() + 1);
        assertThat(next.writeId()).isEqualTo("next");
        assertThat(next.updatedAt()).isEqualTo(row.at());
        assertThat(next.createdAt()).isEqualTo(record.createdAt());
        assertThat(next.schemaVersion()).isEqualTo(1);
        assertThat(next.differingFields(record.binding(), record.recovery())).isEmpty();
        assertThat(Invariants.validate(next)).isSameAs(next);
    }

    /** What the host may do once the swap succeeded. */
    private static Action actionAfter(Row row, Status next) {
        return switch (next) {
            case READY, DELIVERED -> Action.NONE;
            case EXECUTING -> row.name().equals("abandon") ? Action.RECONCILE_EXECUTION : Action.EXECUTE;
            case UNCERTAIN -> Action.RECONCILE_EXECUTION;
            case COMPLETED, DELIVERING -> Action.DELIVER;
        };
    }

    @Test
    void create_ofACall_isReadyAndWasNeverAcquired() {
        Transition created = ExecutionTransitions.create(Records.BINDING, IDEMPOTENT, "w1", START);
        Checkpoint next = created.next();

        assertThat(created.action()).isEqualTo(Action.NONE);
        assertThat(created.expectedRevision()).isZero();
        assertThat(created.expectedWriteId()).isNull();
        assertThat(next.status()).isEqualTo(READY);
        assertThat(next.revision()).isEqualTo(1);
        assertThat(next.writeId()).isEqualTo("w1");
        assertThat(next.createdAt()).isEqualTo(START);
        assertThat(next.updatedAt()).isEqualTo(START);
        assertThat(Invariants.validate(next)).isSameAs(next);
    }

    @Test
    void createClaimed_ofACall_isOneWriteOfRevisionOne() {
        Transition created =
                ExecutionTransitions.createClaimed(Records.BINDING, IDEMPOTENT, "attempt-1", LEASE, "w1", START);
        Checkpoint next = created.next();

        assertThat(created.action()).isEqualTo(Action.EXECUTE);
        assertThat(created.expectedRevision()).isZero();
        assertThat(created.expectedWriteId()).isNull();
        assertThat(next.status()).isEqualTo(EXECUTING);
        assertThat(next.revision()).isEqualTo(1);
        assertThat(next.execution()).isEqualTo(new Execution("attempt-1", 1, START, LEASE_END, null));
        assertThat(next.firstAcquiredAt()).isEqualTo(START);
        assertThat(next.retryStartBefore()).isEqualTo(START.plus(Records.WINDOW));
        assertThat(Invariants.validate(next)).isSameAs(next);
    }

    @Test
    void createClaimed_manual_hasNoWindow() {
        assertThat(Records.executing(MANUAL).retryStartBefore()).isNull();
        assertThat(Records.executing(MANUAL).firstAcquiredAt()).isEqualTo(START);
    }

    @ParameterizedTest
    @MethodSource("decisions")
    void decide_withoutAClock_isConservative(Status status, Action expected) {
        Checkpoint record = Records.in(status, IDEMPOTENT);

        assertThat(ExecutionTransitions.decide(record, Records.BINDING, IDEMPOTENT))
                .isEqualTo(new Decision(expected, status, record.revision()));
    }

    static Stream<Arguments> decisions() {
        return Stream.of(
                Arguments.of(READY, Action.EXECUTE),
                Arguments.of(EXECUTING, Action.RECONCILE_EXECUTION),
                Arguments.of(UNCERTAIN, Action.RECONCILE_EXECUTION),
                Arguments.of(COMPLETED, Action.DELIVER),
                Arguments.of(DELIVERING, Action.RECONCILE_DELIVERY),
                Arguments.of(DELIVERED, Action.NONE));
    }

    @ParameterizedTest
    @MethodSource("otherCalls")
    void decide_forAnotherCall_isAConflictInEveryStatus(Binding binding, Recovery recovery, String field) {
        for (Status status : Status.values()) {
            Checkpoint record = Records.in(status, IDEMPOTENT);
            assertThatThrownBy(() -> ExecutionTransitions.decide(record, binding, recovery))
                    .isInstanceOfSatisfying(
                            ProtocolException.class,
                            conflict -> assertThat(conflict.code()).isEqualTo(ErrorCode.BINDING_CONFLICT))
                    .hasMessageContaining(field);
            assertThat(record.differingFields(binding, recovery)).containsExactly(field);
        }
    }

    static Stream<Arguments> otherCalls() {
        Binding same = Records.BINDING;
        String print = same.inputFingerprint();
        return Stream.of(
                Arguments.of(new Binding("other", "call-1", "send-mail", "3", print), IDEMPOTENT, "namespace"),
                Arguments.of(new Binding("tenant", "call-2", "send-mail", "3", print), IDEMPOTENT, "callId"),
                Arguments.of(new Binding("tenant", "call-1", "refund", "3", print), IDEMPOTENT, "toolName"),
                Arguments.of(new Binding("tenant", "call-1", "send-mail", "4", print), IDEMPOTENT, "toolRevision"),
                Arguments.of(new Binding("tenant", "call-1", "send-mail", "3", "x"), IDEMPOTENT, "inputFingerprint"),
                Arguments.of(same, MANUAL, "recovery"),
                Arguments.of(same, Recovery.idempotent(Duration.ofHours(2)), "retryFor"),
                Arguments.of(same, IDEMPOTENT.maxAttempts(3), "maxAttempts"));
    }
}
