package dev.toolcheckpoint.explorer;

import static dev.toolcheckpoint.explorer.World.Budget.CRASH;
import static dev.toolcheckpoint.explorer.World.Budget.LATE_PACKET;
import static dev.toolcheckpoint.explorer.World.Budget.LOST_ANSWER;
import static dev.toolcheckpoint.explorer.World.Budget.NO_EFFECT;
import static dev.toolcheckpoint.explorer.World.Budget.SLOW_ANSWER;
import static dev.toolcheckpoint.explorer.World.Budget.TIMEOUT;

import dev.toolcheckpoint.json.Digests;
import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.ExecutionTransitions;
import dev.toolcheckpoint.protocol.Fence;
import dev.toolcheckpoint.protocol.LateReceipts;
import dev.toolcheckpoint.protocol.Outcome;
import dev.toolcheckpoint.protocol.Payload;
import dev.toolcheckpoint.protocol.Receipt;
import dev.toolcheckpoint.protocol.Retention;
import dev.toolcheckpoint.testing.Effort;
import java.time.Duration;
import java.time.Instant;

/** The scenario spaces: healthy ones, in which the broken ones differ by one rule. A deeper build allows more faults. */
final class Scenarios {

    private Scenarios() {}

    /** How much goes wrong in one schedule, or how often somebody comes back: once more in a deeper build. */
    private static int moreInDepth(int usually) {
        return Effort.times(1) > 1 ? usually + 1 : usually;
    }

    /** Two callers of a manual tool, on one host. */
    static Scenario manual() {
        return storeFaults(Scenario.named("manual, two callers").horizon(4))
                .worker("e1", 0, Executors.runner(1))
                .worker("e2", 0, Executors.runner(1));
    }

    /** Three callers of a manual tool. */
    static Scenario manualThreeCallers() {
        return storeFaults(Scenario.named("manual, three callers").horizon(3).faults(moreInDepth(1)))
                .worker("e1", 0, Executors.runner(1))
                .worker("e2", 0, Executors.runner(1))
                .worker("e3", 0, Executors.runner(1));
    }

    /** A manual tool whose requests may outlive the lease, and an operator who settles. */
    static Scenario manualWithOperator() {
        return lateEffects("manual, a caller and an operator")
                .faults(moreInDepth(1))
                .allow(NO_EFFECT, 1)
                .allow(CRASH, 1)
                .allow(LOST_ANSWER, 1)
                .allow(SLOW_ANSWER, 1)
                .operator("op", 1, Operators.settling());
    }

    /** A caller of a manual tool whose request may get no answer, and may have its effect after the lease. */
    static Scenario lateEffects(String name) {
        return Scenario.named(name)
                .lease(1)
                .horizon(5)
                .skewMargin(1)
                .quiescence(1)
                .allow(TIMEOUT, 1)
                .worker("e1", 0, Executors.runner(1));
    }

    /** An idempotent tool, two callers whose clocks differ by as much as the margin. */
    static Scenario idempotent() {
        return idempotent("idempotent, two callers, clocks as far apart as the margin", 1);
    }

    static Scenario idempotent(String name, int margin) {
        return storeFaults(Scenario.named(name)
                        .idempotent(4, 3)
                        .lease(1)
                        .horizon(4)
                        .skewMargin(margin)
                        .quiescence(1))
                .allow(TIMEOUT, 1)
                .worker("e1", 0, Executors.runner(1))
                .worker("e2", 1, Executors.runner(1));
    }

    /** An idempotent tool whose late attempts meet a downstream that forgets keys. */
    static Scenario forgettingDownstream() {
        return forgettingDownstream("idempotent, downstream forgets after retryFor + lease + request");
    }

    static Scenario forgettingDownstream(String name) {
        return Scenario.named(name)
                .idempotent(3, 3)
                .quiescence(1)
                .horizon(6)
                .faults(moreInDepth(1))
                .allow(TIMEOUT, 1)
                .worker("e1", 0, Executors.runner(moreInDepth(1)))
                .worker("e2", 0, Executors.runner(1));
    }

    /** An idempotent tool whose second attempt is the last, and refusals. */
    static Scenario noEffect() {
        return noEffect("idempotent, two attempts, refusals")
                .worker("e1", 0, Executors.runner(1))
                .worker("e2", 0, Executors.runner(1));
    }

    static Scenario noEffect(String name) {
        return Scenario.named(name)
                .idempotent(5, 2)
                .horizon(4)
                .quiescence(1)
                .faults(moreInDepth(2))
                .allow(TIMEOUT, 1)
                .allow(NO_EFFECT, 1)
                .allow(CRASH, 1);
    }

    /** An owner that makes its lease longer, and a rival. */
    static Scenario renewing() {
        return storeFaults(Scenario.named("idempotent, an owner that renews, a rival")
                        .idempotent(6, 2)
                        .horizon(5)
                        .faults(moreInDepth(1))
                        .skewMargin(1))
                .worker("e1", 1, Executors.renewing())
                .worker("e2", 0, Executors.runner(1));
    }

    /** A stored outcome, two deliverers whose receiver does not deduplicate, and an operator. */
    static Scenario deliveries() {
        return deliveries("two deliverers, receiver does not deduplicate")
                .worker("d1", 0, Deliverers.runner(1))
                .worker("d2", 0, Deliverers.runner(1))
                .operator("op", 1, Operators.settlingDelivery());
    }

    static Scenario deliveries(String name) {
        return storeFaults(
                        Scenario.named(name).lease(1).horizon(3).skewMargin(1).faults(moreInDepth(1)))
                .allow(TIMEOUT, 1)
                .allow(NO_EFFECT, 1)
                .startingFrom(completed());
    }

    /** A stored outcome and two deliverers whose receiver deduplicates. */
    static Scenario idempotentDeliveries() {
        return storeFaults(Scenario.named("two deliverers, receiver deduplicates")
                        .idempotentDelivery()
                        .faults(moreInDepth(1))
                        .lease(1)
                        .horizon(4)
                        .skewMargin(1))
                .allow(TIMEOUT, 1)
                .startingFrom(completed())
                .worker("d1", 1, Deliverers.runner(1))
                .worker("d2", 0, Deliverers.runner(moreInDepth(1)));
    }

    /** The same two, each with what a replay remembers, which may be old by then. */
    static Scenario rememberedDeliveries() {
        return deliveries("two deliverers of what a replay remembers, receiver does not deduplicate")
                .worker("d1", 0, Deliverers.replaying())
                .worker("d2", 0, Deliverers.replaying());
    }

    /** A call that is made, declared uncertain, settled and delivered at the same time. */
    static Scenario everybody() {
        return Scenario.named("manual, a caller, a deliverer, an operator")
                .lease(1)
                .horizon(3)
                .faults(moreInDepth(1))
                .allow(CRASH, 1)
                .allow(TIMEOUT, 1)
                .allow(LOST_ANSWER, 1)
                .worker("e1", 0, Executors.runner(1))
                .worker("d1", 0, Deliverers.runner(2))
                .operator("op", 0, Operators.settling());
    }

    private static Scenario storeFaults(Scenario scenario) {
        return scenario.allow(CRASH, 1)
                .allow(LOST_ANSWER, 1)
                .allow(LATE_PACKET, 1)
                .allow(SLOW_ANSWER, 1);
    }

    /** A record whose outcome waits to be delivered. */
    private static Checkpoint completed() {
        Scenario manual = Scenario.named("completed");
        Instant at = Instant.EPOCH;
        Checkpoint claimed = ExecutionTransitions.createClaimed(
                        manual.intent().binding(), manual.recovery(), "first", Duration.ofMillis(1), "w1", at)
                .next();
        Receipt receipt = Receipt.successJson("\"done\"");
        Outcome outcome =
                Outcome.of(receipt, Digests.sha256(receipt.bytes()), Payload.Inline.of(receipt.bytes()), at, null);
        return ExecutionTransitions.completeExecution(
                        claimed, new Fence("first", 1), outcome, LateReceipts.ACCEPT, Retention.DEFAULT, "w2", at)
                .next();
    }
}
