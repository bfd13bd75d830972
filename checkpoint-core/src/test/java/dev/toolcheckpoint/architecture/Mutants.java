package dev.toolcheckpoint.architecture;

import dev.toolcheckpoint.mutation.SafeguardMutantCases.Edit;
import dev.toolcheckpoint.mutation.SafeguardMutantCases.Mutant;
import java.util.List;
import java.util.stream.Stream;

/** The mutants of the safeguards that {@code docs/safeguards.md} lists, in its order. */
final class Mutants {

    private Mutants() {}

    static Stream<Mutant> all() {
        return Stream.of(
                mutant(
                        "ignore-changed-input",
                        "tool.ToolRunnerTest",
                        edit(
                                "protocol.Binding",
                                "addIfDifferent(fields, \"inputFingerprint\", inputFingerprint, other.inputFingerprint);",
                                "")),
                mutant(
                        "ignore-changed-policy",
                        "journal.BeginTest",
                        edit("protocol.Checkpoint", "fields.addAll(recovery.differingFields(otherRecovery));", "")),
                mutant(
                        "fingerprint-what-the-tool-changed",
                        "tool.R07ChangedInputTest",
                        edit("tool.ToolRunner", "call.input().deepCopy()", "call.input()")),
                mutant(
                        "accept-a-broken-record",
                        "protocol.InvariantsTest",
                        edit("protocol.Invariants", "if (!holds) {", "if (false) {")),
                mutant(
                        "accept-another-schema",
                        "protocol.InvariantsTest",
                        edit(
                                "protocol.Invariants",
                                "if (record.schemaVersion() != Checkpoint.SCHEMA_VERSION) {",
                                "if (false) {")),
                mutant(
                        "accept-a-stale-epoch",
                        "protocol.ExecutionTransitionsTest",
                        edit("protocol.Execution", "epoch == fence.epoch() && attemptId", "attemptId")),
                mutant(
                        "accept-another-attempt",
                        "protocol.ExecutionTransitionsTest",
                        edit(
                                "protocol.Execution",
                                "epoch == fence.epoch() && attemptId.equals(fence.attemptId())",
                                "epoch == fence.epoch()")),
                mutant(
                        "complete-after-takeover",
                        "journal.CompleteTest",
                        edit(
                                "journal.Attempts",
                                "if (current == null || !current.heldBy(lease.fence()) || isLate(current, now)) {",
                                "if (current == null || isLate(current, now)) {"),
                        edit("protocol.ExecutionTransitions", "if (!latest.heldBy(fence)) {", "if (false) {")),
                mutant(
                        "replace-a-stored-outcome",
                        "journal.CompleteTest",
                        edit("journal.Attempts", "if (current.status().hasOutcome()) {", "if (false) {"),
                        edit(
                                "protocol.ExecutionTransitions",
                                "requireStatus(record, Status.EXECUTING, \"completed\");",
                                "")),
                mutant(
                        "accept-late-receipts-when-strict",
                        "journal.CompleteTest",
                        edit(
                                "journal.Attempts",
                                "return settings.lateReceipts() == LateReceipts.REJECT",
                                "return false && settings.lateReceipts() == LateReceipts.REJECT"),
                        edit(
                                "protocol.ExecutionTransitions",
                                "if (lateReceipts == LateReceipts.REJECT && (",
                                "if (false && (")),
                mutant(
                        "refuse-on-an-old-lease",
                        "journal.CompleteTest",
                        edit(
                                "journal.Attempts",
                                "&& record.writeId().equals(remembered.writeId())",
                                "&& remembered.revision() < 1")),
                mutant(
                        "retry-without-authority",
                        "journal.R14LeaseIsNoPermissionTest",
                        edit("protocol.Checkpoint", "            return false;", "            return true;")),
                mutant(
                        "ignore-the-attempts-limit",
                        "journal.R23KilledAttemptsTest",
                        edit(
                                "protocol.Checkpoint",
                                "requireExecution().epoch() < limit",
                                "requireExecution().epoch() <= limit")),
                mutant(
                        "admit-at-the-cutoff",
                        "journal.BeginTest",
                        edit(
                                "protocol.Checkpoint",
                                "now.plus(skewMargin).isBefore(retryStartBefore)",
                                "!now.plus(skewMargin).isAfter(retryStartBefore)")),
                mutant(
                        "ignore-the-skew-margin-at-the-cutoff",
                        "journal.BeginTest",
                        edit(
                                "protocol.Checkpoint",
                                "now.plus(skewMargin).isBefore(retryStartBefore)",
                                "now.isBefore(retryStartBefore)")),
                mutant(
                        "move-the-window",
                        "protocol.LeaseBoundariesTest",
                        edit(
                                "protocol.ExecutionTransitions",
                                ".execution(attempt(attemptId, record.requireExecution().epoch() + 1, lease, at))",
                                ".execution(attempt(attemptId, record.requireExecution().epoch() + 1, lease, at)).firstAcquired(at, at.plus(((Recovery.Idempotent) record.recovery()).retryFor()))")),
                mutant(
                        "ignore-the-skew-margin",
                        "journal.BeginTest",
                        edit(
                                "protocol.Checkpoint",
                                "!now.isBefore(latest.leaseUntil().plus(skewMargin))",
                                "!now.isBefore(latest.leaseUntil())")),
                mutant(
                        "take-over-a-live-attempt",
                        "protocol.LeaseBoundariesTest",
                        edit(
                                "protocol.ExecutionTransitions",
                                "if (!record.executionExpired(at, skewMargin)) {",
                                "if (false) {")),
                mutant(
                        "expire-too-soon",
                        "protocol.ExecutionTransitionsTest",
                        edit(
                                "protocol.ExecutionTransitions",
                                "if (!record.executionExpired(at, skewMargin) || record.retryAdmissible(at, skewMargin)) {",
                                "if (false) {")),
                mutant(
                        "renew-expired",
                        "protocol.LeaseBoundariesTest",
                        edit(
                                "protocol.ExecutionTransitions",
                                "if (held.abandonedAt() != null || record.leaseEnded(at)) {",
                                "if (held.abandonedAt() != null) {")),
                mutant(
                        "renew-abandoned",
                        "protocol.LeaseBoundariesTest",
                        edit(
                                "protocol.ExecutionTransitions",
                                "if (held.abandonedAt() != null || record.leaseEnded(at)) {",
                                "if (record.leaseEnded(at)) {")),
                mutant(
                        "shorten-by-renewal",
                        "protocol.LeaseBoundariesTest",
                        edit(
                                "protocol.ExecutionTransitions",
                                "until.isAfter(held.leaseUntil()) ? until : held.leaseUntil()",
                                "until")),
                mutant(
                        "settle-before-uncertainty",
                        "protocol.TransitionTableTest",
                        edit(
                                "protocol.ExecutionTransitions",
                                "requireStatus(record, Status.UNCERTAIN, \"settled\");",
                                "")),
                mutant(
                        "believe-absence-too-early",
                        "protocol.ExecutionTransitionsTest",
                        edit(
                                "protocol.ExecutionTransitions",
                                "if (evidence instanceof Evidence.Absent && at.isBefore(countsFrom)) {",
                                "if (false) {")),
                mutant(
                        "ignore-quiescence",
                        "journal.SettleTest",
                        edit("protocol.Checkpoint", ".plus(skewMargin).plus(quiescence)", ".plus(skewMargin)")),
                mutant(
                        "skip-the-own-write-check",
                        "journal.R01OwnWriteTest",
                        edit("store.WriteResult", "current.writeId().equals(attempted.writeId())", "false")),
                mutant(
                        "forget-own-attempt-ids",
                        "journal.OvertakenWriteTest",
                        edit(
                                "journal.Claims",
                                "&& attemptIds.contains(current.execution().attemptId())) {",
                                "&& false) {")),
                mutant(
                        "forget-own-completion",
                        "journal.OvertakenWriteTest",
                        edit(
                                "journal.Attempts",
                                "if (mine == Step.Mine.MAYBE_APPLIED && stored.settlement() == null) {",
                                "if (false) {")),
                mutant(
                        "new-ids-on-repeats",
                        "journal.OvertakenWriteTest",
                        edit(
                                "journal.Attempts",
                                "settings.retention(), writeId, now);",
                                "settings.retention(), settings.ids().next(), now);")),
                mutant(
                        "call-a-lost-mark-done",
                        "journal.OvertakenWriteTest",
                        edit(
                                "journal.Attempts",
                                "return current != null && current.status() == Status.EXECUTING;",
                                "return false;")),
                mutant(
                        "forget-an-unanswered-send",
                        "journal.RepeatedWritesTest",
                        edit("journal.Writes", "mine = failure.ambiguous() ? Step.Mine.MAYBE_APPLIED : mine;", "")),
                mutant(
                        "claim-unprepared",
                        "journal.BeginTest",
                        edit("journal.Claims", "settings.store().prepare(key, settings.now().plus(lease));", ";")),
                mutant(
                        "start-after-the-lease",
                        "journal.ClaimedTooLateTest",
                        edit("journal.Claims", "if (stored.leaseEnded(settings.now())) {", "if (false) {")),
                mutant(
                        "start-with-too-little-time",
                        "tool.TooLittleTimeTest",
                        edit("tool.ToolAttempt", "if (left.compareTo(tool.minimumTime()) < 0) {", "if (false) {")),
                mutant(
                        "claim-with-too-little-time",
                        "tool.TooLittleTimeTest",
                        edit(
                                "tool.ToolRunner",
                                "if (time.work().compareTo(tool.minimumTime().plus(writeReserve)) < 0) {",
                                "if (false) {")),
                mutant(
                        "call-no-effect-final-in-a-later-attempt",
                        "tool.ToolFailuresTest",
                        edit(
                                "tool.ToolAttempt",
                                "boolean first = lease.fence().epoch() == 1;",
                                "boolean first = true;")),
                mutant(
                        "ignore-a-declared-uncertainty",
                        "tool.ToolFailuresTest",
                        edit("tool.ToolAttempt", "if (declared != null) {", "if (false) {")),
                mutant(
                        "give-up-a-manual-attempt",
                        "tool.ToolFailuresTest",
                        edit(
                                "tool.ToolAttempt",
                                "return manual()\n                ? markUncertain(",
                                "return false\n                ? markUncertain("),
                        edit(
                                "journal.Attempts",
                                "if (current != null && current.recovery() instanceof Recovery.Manual) {",
                                "if (false) {"),
                        edit(
                                "protocol.ExecutionTransitions",
                                "if (record.recovery() instanceof Recovery.Manual) {",
                                "if (false) {"),
                        edit("protocol.Checkpoint", "            return false;", "            return true;")),
                mutant(
                        "expire-an-open-delivery",
                        "protocol.DeliveryTransitionsTest",
                        edit("protocol.DeliveryTransitions", ".expiresAt(null)", ".expiresAt(record.retainUntil())")),
                mutant(
                        "drop-the-fence-on-delivery",
                        "journal.DeliveriesTest",
                        edit("protocol.DeliveryTransitions", "if (!held.heldBy(deliveryId)) {", "if (false) {"),
                        edit(
                                "journal.Deliveries",
                                "if (current.status() == Status.DELIVERING && heldBy(current, deliveryId)) {",
                                "if (current.status() == Status.DELIVERING) {")),
                mutant(
                        "repeat-a-delivery-that-is-not-idempotent",
                        "delivery.R21DeliveryTest",
                        edit(
                                "journal.Deliveries",
                                "return delivery.idempotent() && idempotent ? null : inDoubt(record.key(), delivery);",
                                "return null;"),
                        edit("protocol.DeliveryTransitions", "if (!previous.idempotent()) {", "if (false) {")),
                mutant(
                        "send-after-a-lost-claim",
                        "journal.OvertakenWriteTest",
                        edit("journal.Deliveries", "if (mine == Step.Mine.MAYBE_APPLIED) {", "if (false) {")),
                mutant(
                        "send-after-the-lease",
                        "delivery.R21DeliveryTest",
                        edit(
                                "delivery.DeliveryRunner",
                                "return journal.clock().instant().isBefore(claimed.leaseUntil());",
                                "return true;")),
                mutant(
                        "ignore-the-skew-margin-of-deliveries",
                        "protocol.DeliveryTransitionsTest",
                        edit(
                                "protocol.Checkpoint",
                                "requireDelivery().leaseUntil().plus(skewMargin)",
                                "requireDelivery().leaseUntil()")),
                mutant(
                        "trust-what-a-replay-remembers",
                        "journal.DeliveryHandlesTest",
                        edit(
                                "journal.Deliveries",
                                "return record != null && record.status() == Status.COMPLETED ? record : null;",
                                "return record;")),
                mutant(
                        "deliver-what-was-forgotten",
                        "journal.DeliveryHandlesTest",
                        edit(
                                "journal.Deliverable",
                                "return record != null && record.writeId().equals(current.writeId()) ? outcome : null;",
                                "return outcome;")),
                mutant(
                        "give-a-receipt-up-like-a-claim",
                        "journal.ThrottledEndsTest",
                        edit(
                                "journal.Bound",
                                "if (sends >= policy.maxEndSends()) {",
                                "if (sends >= policy.maxSends()) {")),
                mutant(
                        "repeat-past-the-deadline",
                        "journal.ThrottledEndsTest",
                        edit(
                                "journal.Bound",
                                "if (sends < counted || pause.compareTo(left) < 0) {",
                                // Not for ever: it is to fail, not to hang.
                                "if (sends < 100) {")),
                mutant(
                        "settle-another-delivery",
                        "journal.OvertakenWriteTest",
                        edit("journal.Deliveries", " || !sameDelivery(first, current)) {", ") {")),
                mutant(
                        "keep-shorter-than-the-replay-window",
                        "protocol.RetentionTest",
                        edit("protocol.Retention", "if (margin.isZero() || margin.isNegative()) {", "if (false) {")),
                mutant(
                        "let-a-listener-break-a-call",
                        "journal.EventsTest",
                        edit(
                                "journal.SafeListener",
                                "} catch (Throwable failure) {",
                                "} catch (IllegalMonitorStateException failure) {")));
    }

    private static Mutant mutant(String id, String killer, Edit... edits) {
        return new Mutant(id, killer, List.of(edits));
    }

    private static Edit edit(String type, String from, String to) {
        return new Edit(type, from, to);
    }
}
