package dev.toolcheckpoint.protocol;

import static dev.toolcheckpoint.protocol.Records.IDEMPOTENT;
import static dev.toolcheckpoint.protocol.Records.LEASE_END;
import static dev.toolcheckpoint.protocol.Records.MANUAL;
import static dev.toolcheckpoint.protocol.Records.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** One broken record per rule: the record is refused, and the message names the rule that is broken. */
class InvariantsTest {

    private static final Instant PART_OF_A_MILLI = START.plusNanos(1);
    private static final Instant BEFORE_THE_EPOCH = Instant.ofEpochMilli(-1);
    private static final Uncertainty REASON =
            new Uncertainty(Uncertainty.Code.MARKED_BY_OPERATOR, "gone", START, "ops");
    private static final Execution ATTEMPT = new Execution("attempt-1", 1, START, LEASE_END, null);

    @Test
    void validate_everyRecordThatTransitionsMake_holds() {
        for (Recovery recovery : List.of(MANUAL, IDEMPOTENT, IDEMPOTENT.maxAttempts(1))) {
            List<Checkpoint> records = new ArrayList<>(
                    List.of(Records.settled(recovery), Records.released(recovery), Records.undeliverable(recovery)));
            for (Status status : Status.values()) {
                records.add(Records.in(status, recovery));
            }
            assertThat(records)
                    .allSatisfy(
                            record -> assertThat(Invariants.validate(record)).isSameAs(record));
        }
        assertThat(Invariants.validate(Records.abandoned(IDEMPOTENT, START))
                        .requireExecution()
                        .abandonedAt())
                .isEqualTo(START);
    }

    @ParameterizedTest
    @MethodSource("brokenRecords")
    void validate_aBrokenRecord_namesTheRule(String rule, Checkpoint broken) {
        assertThatThrownBy(() -> Invariants.validate(broken))
                .isInstanceOfSatisfying(ProtocolException.class, refused -> {
                    assertThat(refused.code()).isEqualTo(ErrorCode.INVALID_CHECKPOINT);
                    assertThat(refused.effectMayHaveHappened()).isTrue();
                    assertThat(refused.retryable()).isFalse();
                })
                .hasMessageContaining("the rule that " + rule + ". It is left as it is");
    }

    @Test
    void validate_anotherSchema_isUnsupportedBeforeAnythingElseIsLookedAt() {
        for (int version : new int[] {0, 2}) {
            Checkpoint record = RecordEditor.of(Records.executing(MANUAL))
                    .schemaVersion(version)
                    .revision(0)
                    .build();
            assertThatThrownBy(() -> Invariants.validate(record))
                    .isInstanceOfSatisfying(
                            ProtocolException.class,
                            refused -> assertThat(refused.code()).isEqualTo(ErrorCode.UNSUPPORTED_SCHEMA))
                    .hasMessageContaining("version " + version + ";")
                    .hasMessageContaining("reads version 1");
        }
    }

    static Stream<Arguments> brokenRecords() {
        return Stream.of(identity(), attempts(), windows(), outcomes(), deliveries(), expiries())
                .flatMap(rules -> rules);
    }

    private static Stream<Arguments> identity() {
        Checkpoint executing = Records.executing(MANUAL);
        return Stream.of(
                broken("revision is at least 1", executing, edit -> edit.revision(0)),
                broken("writeId has 1 to 512 UTF-16 units", executing, edit -> edit.writeId("")),
                broken("writeId has 1 to 512 UTF-16 units", executing, edit -> edit.writeId("x".repeat(513))),
                broken("createdAt is whole epoch milliseconds", executing, edit -> edit.createdAt(PART_OF_A_MILLI)),
                broken("createdAt is whole epoch milliseconds", executing, edit -> edit.createdAt(BEFORE_THE_EPOCH)),
                broken("updatedAt is whole epoch milliseconds", executing, edit -> edit.updatedAt(PART_OF_A_MILLI)));
    }

    private static Stream<Arguments> attempts() {
        Checkpoint ready = Records.ready(IDEMPOTENT);
        Checkpoint executing = Records.executing(MANUAL);
        Checkpoint uncertain = Records.uncertain(MANUAL);
        return Stream.of(
                broken("READY has no execution", ready, edit -> edit.execution(ATTEMPT)),
                broken("READY was never acquired", ready, edit -> edit.firstAcquiredAt(START)),
                broken("READY was never acquired", ready, edit -> edit.retryStartBefore(START)),
                broken("READY has no uncertainty", ready, edit -> edit.uncertainty(REASON)),
                broken("EXECUTING has an execution", executing, edit -> edit.execution(null)),
                broken("UNCERTAIN has an execution", uncertain, edit -> edit.execution(null)),
                broken("EXECUTING has firstAcquiredAt", executing, edit -> edit.firstAcquiredAt(null)),
                broken("attemptId has 1 to 512 UTF-16 units", executing, attempt("", 1, START, LEASE_END)),
                broken("claimedAt is whole epoch milliseconds", executing, attempt("a", 1, PART_OF_A_MILLI, LEASE_END)),
                broken(
                        "leaseUntil is whole epoch milliseconds",
                        executing,
                        attempt("a", 1, START, LEASE_END.plusNanos(1))),
                broken("epoch is at least 1", executing, attempt("a", 0, START, LEASE_END)),
                broken("the lease ends after its claim", executing, attempt("a", 1, START, START)),
                broken(
                        "firstAcquiredAt is whole epoch milliseconds",
                        executing,
                        edit -> edit.firstAcquiredAt(PART_OF_A_MILLI)),
                broken("EXECUTING has no uncertainty", executing, edit -> edit.uncertainty(REASON)),
                broken("UNCERTAIN has an uncertainty", uncertain, edit -> edit.uncertainty(null)),
                broken(
                        "uncertainty.at is whole epoch milliseconds",
                        uncertain,
                        edit -> edit.uncertainty(
                                new Uncertainty(Uncertainty.Code.ABANDONED, "gone", PART_OF_A_MILLI, "ops"))));
    }

    private static Stream<Arguments> windows() {
        Checkpoint manual = Records.executing(MANUAL);
        Checkpoint idempotent = Records.executing(IDEMPOTENT);
        return Stream.of(
                broken(
                        "retryStartBefore is firstAcquiredAt + retryFor",
                        idempotent,
                        edit -> edit.retryStartBefore(START.plus(Records.WINDOW).plusMillis(1))),
                broken(
                        "retryStartBefore is firstAcquiredAt + retryFor",
                        idempotent,
                        edit -> edit.retryStartBefore(null)),
                broken(
                        "epoch is at most maxAttempts",
                        Records.executing(IDEMPOTENT.maxAttempts(2)),
                        attempt("a", 3, START, LEASE_END)),
                broken(
                        "abandonedAt is whole epoch milliseconds",
                        idempotent,
                        edit -> edit.abandonedAt(PART_OF_A_MILLI)),
                broken("manual recovery has no retryStartBefore", manual, edit -> edit.retryStartBefore(LEASE_END)),
                broken("manual recovery has one attempt", manual, attempt("a", 2, START, LEASE_END)),
                broken("manual recovery is never abandoned", manual, edit -> edit.abandonedAt(START)));
    }

    private static Stream<Arguments> outcomes() {
        Checkpoint completed = Records.completed(MANUAL);
        String digestRule = "the outcome's digest is (hmac-)sha256:<64 hex digits>";
        return Stream.of(
                broken("COMPLETED has an outcome", completed, edit -> edit.outcome((Outcome) null)),
                broken(
                        "EXECUTING has no outcome",
                        Records.executing(MANUAL),
                        edit -> edit.outcome(Records.outcome(START, null))),
                broken(
                        "UNCERTAIN has no outcome",
                        Records.uncertain(MANUAL),
                        edit -> edit.outcome(Records.outcome(START, null))),
                broken("mediaType has 1 to 512 UTF-16 units", completed, outcome(with -> with.mediaType(""))),
                broken("the outcome's size is 0 or more", completed, outcome(with -> with.size(-1))),
                broken(digestRule, completed, outcome(with -> with.digest("sha256:abc"))),
                broken(digestRule, completed, outcome(with -> with.digest("md5:" + "ab".repeat(32)))),
                broken(digestRule, completed, outcome(with -> with.digest("sha256:" + "AB".repeat(32)))),
                broken(
                        "only an error is retryable as a new call",
                        completed,
                        outcome(OutcomeEditor::retryableAsNewCall)),
                broken("the payload has the outcome's size", completed, outcome(with -> with.size(1))),
                broken(
                        "completedAt is whole epoch milliseconds",
                        completed,
                        outcome(with -> with.completedAt(PART_OF_A_MILLI))),
                broken("a settled call was uncertain", completed, outcome(with -> with.settlement(Records.HAPPENED))));
    }

    private static Stream<Arguments> deliveries() {
        Checkpoint open = Records.delivering(MANUAL, true);
        Checkpoint delivered = Records.delivered(MANUAL);
        Checkpoint released = Records.released(MANUAL);
        String endRule = "deliveredAt is there in DELIVERED, and only there";
        return Stream.of(
                broken(
                        "EXECUTING has no delivery",
                        Records.executing(MANUAL),
                        edit -> edit.delivery(open.requireDelivery())),
                broken("DELIVERING has a delivery", open, edit -> edit.delivery((Delivery) null)),
                broken("DELIVERED has a delivery", delivered, edit -> edit.delivery((Delivery) null)),
                broken("deliveryId has 1 to 512 UTF-16 units", open, delivery("", START, LEASE_END, 1)),
                broken(
                        "delivery.claimedAt is whole epoch milliseconds",
                        open,
                        delivery("d", PART_OF_A_MILLI, LEASE_END, 1)),
                broken(
                        "delivery.leaseUntil is whole epoch milliseconds",
                        open,
                        delivery("d", START, LEASE_END.plusNanos(1), 1)),
                broken("delivery attempts are at least 1", open, delivery("d", START, LEASE_END, 0)),
                broken("the delivery's lease ends after its claim", open, delivery("d", START, START, 1)),
                broken(endRule, open, ended(START, null, null)),
                broken(endRule, delivered, ended(null, null, null)),
                broken(endRule, released, ended(START, null, null)),
                broken("undeliverable is there only in DELIVERED", open, ended(null, "refused", null)),
                broken("an open delivery is not settled", open, ended(null, null, Records.ABSENT)),
                broken("deliveredAt is whole epoch milliseconds", delivered, ended(PART_OF_A_MILLI, null, null)),
                broken("undeliverable has 1 to 2000 UTF-16 units", delivered, ended(START, "", null)),
                broken("undeliverable has 1 to 2000 UTF-16 units", delivered, ended(START, "x".repeat(2_001), null)));
    }

    private static Stream<Arguments> expiries() {
        Checkpoint completed = Records.completed(MANUAL);
        Checkpoint open = Records.delivering(MANUAL, true);
        Instant completedAt = completed.requireOutcome().completedAt();
        return Stream.of(
                broken("EXECUTING never expires", Records.executing(MANUAL), edit -> edit.expiresAt(LEASE_END)),
                broken("READY never expires", Records.ready(MANUAL), edit -> edit.retainUntil(LEASE_END)),
                broken("UNCERTAIN never expires", Records.uncertain(MANUAL), edit -> edit.expiresAt(LEASE_END)),
                broken("COMPLETED has retainUntil", completed, edit -> edit.retainUntil(null)),
                broken(
                        "retainUntil is whole epoch milliseconds",
                        completed,
                        edit -> edit.retainUntil(LEASE_END.plusNanos(1))),
                broken("retainUntil is after completedAt", completed, edit -> edit.retainUntil(completedAt)),
                broken("DELIVERING never expires", open, edit -> edit.expiresAt(open.retainUntil())),
                broken("expiresAt is retainUntil", completed, edit -> edit.expiresAt(null)),
                broken("expiresAt is retainUntil", completed, edit -> edit.expiresAt(LEASE_END)));
    }

    @Test
    void validate_atTheBounds_holds() {
        Checkpoint longest = RecordEditor.of(Records.executing(IDEMPOTENT.maxAttempts(2)))
                .writeId("x".repeat(512))
                .attempt("y".repeat(512), 2, START, START.plusMillis(1))
                .createdAt(Instant.EPOCH)
                .build();
        Checkpoint refused = RecordEditor.of(Records.undeliverable(MANUAL))
                .delivery(delivery -> delivery.ended(Instant.EPOCH, "x".repeat(2_000), null))
                .build();
        Checkpoint empty = RecordEditor.of(Records.completed(MANUAL))
                .outcome(new OutcomeEditor(Records.completed(MANUAL).requireOutcome())
                        .mediaType("m".repeat(512))
                        .digest("hmac-sha256:" + "0f".repeat(32))
                        .size(0)
                        .payload(Payload.Inline.of(new byte[0]))
                        .build())
                .build();

        for (Checkpoint record : List.of(longest, refused, empty)) {
            assertThat(Invariants.validate(record)).isSameAs(record);
        }
    }

    private static Arguments broken(String rule, Checkpoint base, UnaryOperator<RecordEditor> change) {
        return arguments(rule, change.apply(RecordEditor.of(base)).build());
    }

    private static UnaryOperator<RecordEditor> attempt(
            String attemptId, long epoch, Instant claimedAt, Instant leaseUntil) {
        return edit -> edit.attempt(attemptId, epoch, claimedAt, leaseUntil);
    }

    private static UnaryOperator<RecordEditor> outcome(UnaryOperator<OutcomeEditor> change) {
        return edit ->
                edit.outcome(outcome -> change.apply(new OutcomeEditor(outcome)).build());
    }

    private static UnaryOperator<RecordEditor> delivery(
            String id, Instant claimedAt, Instant leaseUntil, long attempts) {
        return edit -> edit.delivery(new Delivery(id, true, claimedAt, leaseUntil, attempts, null, null, null));
    }

    private static UnaryOperator<RecordEditor> ended(
            @Nullable Instant at, @Nullable String reason, @Nullable Evidence evidence) {
        return edit -> edit.delivery(open -> new Delivery("d", true, START, LEASE_END, 1, at, reason, evidence));
    }

    /** Makes outcomes that no transition would store. */
    private static final class OutcomeEditor {
        private final Outcome base;
        private boolean retryable;
        private String mediaType;
        private long size;
        private String digest;
        private Payload payload;
        private Instant completedAt;
        private @Nullable Evidence settlement;

        OutcomeEditor(Outcome base) {
            this.base = base;
            this.mediaType = base.mediaType();
            this.size = base.size();
            this.digest = base.digest();
            this.payload = base.payload();
            this.completedAt = base.completedAt();
        }

        OutcomeEditor retryableAsNewCall() {
            retryable = true;
            return this;
        }

        OutcomeEditor mediaType(String value) {
            mediaType = value;
            return this;
        }

        OutcomeEditor size(long value) {
            size = value;
            return this;
        }

        OutcomeEditor digest(String value) {
            digest = value;
            return this;
        }

        OutcomeEditor payload(Payload value) {
            payload = value;
            return this;
        }

        OutcomeEditor completedAt(Instant value) {
            completedAt = value;
            return this;
        }

        OutcomeEditor settlement(Evidence value) {
            settlement = value;
            return this;
        }

        Outcome build() {
            return new Outcome(base.kind(), retryable, mediaType, size, digest, payload, completedAt, settlement);
        }
    }
}
