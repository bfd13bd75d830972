package dev.toolcheckpoint.explorer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolcheckpoint.protocol.Checkpoint;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/**
 * Without any one of the rules the contract breaks. Each test takes one away, in a store or in an actor of the test, and
 * asserts which violation is found; the same scenario with the rule in place has none.
 */
class NecessaryRulesTest {

    @Test
    void withoutOwnWriteRecognition_aCallerIsBusyWithItsOwnClaim() {
        Scenario broken = Scenario.named("without own-write recognition")
                .horizon(1)
                .allow(World.Budget.LOST_ANSWER, 1)
                .worker("e1", 0, Executors.runner(1), BrokenStores::withoutOwnWriteRecognition);
        assertBreaks(broken, Violation.BUSY_WITH_OWN_CLAIM);
        assertKeepsTheContract(Scenario.named("with own-write recognition")
                .horizon(1)
                .allow(World.Budget.LOST_ANSWER, 1)
                .worker("e1", 0, Executors.runner(1)));
    }

    @Test
    void withNewIdsOnRepeats_aDelayedPacketMakesACallerBusyWithItsOwnClaim() {
        Scenario broken = Scenario.named("new ids on every send")
                .horizon(1)
                .allow(World.Budget.LATE_PACKET, 1)
                .worker("e1", 0, Executors.runner(1), RedrawingStore::new);
        assertBreaks(broken, Violation.BUSY_WITH_OWN_CLAIM);
        assertKeepsTheContract(Scenario.named("the same ids on every send")
                .horizon(1)
                .allow(World.Budget.LATE_PACKET, 1)
                .worker("e1", 0, Executors.runner(1)));
    }

    @Test
    void withoutCompareAndSwap_aStoredOutcomeIsReplacedAndALiveOwnerLosesItsRecord() {
        assertBreaks(withoutCompareAndSwap(), Violation.OUTCOME_REPLACED);
        assertBreaks(withoutCompareAndSwap(), Violation.LIVE_OWNER_TAKEN_OVER);
        assertBreaks(withoutCompareAndSwap(), Violation.SECOND_EFFECT);
        assertKeepsTheContract(Scenario.named("with compare-and-swap")
                .horizon(2)
                .worker("e1", 0, Executors.runner(1))
                .worker("e2", 0, Executors.runner(1)));
    }

    private static Scenario withoutCompareAndSwap() {
        return Scenario.named("without compare-and-swap")
                .horizon(2)
                .worker("e1", 0, Executors.runner(1), BrokenStores::withoutCompareAndSwap)
                .worker("e2", 0, Executors.runner(1), BrokenStores::withoutCompareAndSwap);
    }

    @Test
    void withoutDeliveryFence_aLiveHoldersDeliveryIsEnded() {
        Scenario broken = Scenarios.deliveries("a bystander ends deliveries by the id it read")
                .faults(0)
                .worker("d1", 0, Deliverers.runner(1))
                .worker("d2", 0, Deliverers.endingWhatItRead());
        assertBreaks(broken, Violation.LIVE_DELIVERY_ENDED);
        assertKeepsTheContract(Scenarios.deliveries("deliverers end what they claimed")
                .faults(0)
                .worker("d1", 0, Deliverers.runner(1))
                .worker("d2", 0, Deliverers.runner(1)));
    }

    @Test
    void withADeliveryThatIsSentAfterItsLease_theOutcomeArrivesTwice() {
        Scenario broken = Scenarios.deliveries("deliverers that don't look at their lease before they send")
                .faults(0)
                .worker("d1", 0, Deliverers.ignoringTheirLease())
                .worker("d2", 0, Deliverers.ignoringTheirLease())
                .operator("op", 1, Operators.settlingDelivery());
        assertBreaks(broken, Violation.ARRIVED_TWICE);
        assertKeepsTheContract(Scenarios.deliveries("deliverers that look at their lease before they send")
                .faults(0)
                .worker("d1", 0, Deliverers.runner(1))
                .worker("d2", 0, Deliverers.runner(1))
                .operator("op", 1, Operators.settlingDelivery()));
    }

    @Test
    void withAMarginSmallerThanTheClockDifference_aLiveOwnerIsTakenOver() {
        assertBreaks(
                Scenarios.idempotent("clocks 1 ms apart, no margin", 0).faults(0), Violation.LIVE_OWNER_TAKEN_OVER);
        assertKeepsTheContract(
                Scenarios.idempotent("clocks 1 ms apart, a margin of 1 ms", 1).faults(0));
    }

    @Test
    void withADownstreamThatForgetsTooEarly_theEffectHappensTwice() {
        assertBreaks(
                Scenarios.forgettingDownstream("downstream forgets 2 ms earlier")
                        .downstreamForgetsEarlier(2),
                Violation.SECOND_EFFECT);
        assertKeepsTheContract(Scenarios.forgettingDownstream());
    }

    @Test
    void withNoEffectOfALaterAttemptStoredAsFinal_noEffectStandsBesideAnEffect() {
        Scenario broken = Scenarios.noEffect("a later attempt's \"no effect\" is final")
                .worker("e1", 0, Executors.trustingNoEffect())
                .worker("e2", 0, Executors.trustingNoEffect());
        assertBreaks(broken, Violation.NO_EFFECT_BESIDE_EFFECT);
        assertKeepsTheContract(Scenarios.noEffect());
    }

    @Test
    void withChunksKeyedByAttempt_aCommittedOutcomeBecomesUnreadable() {
        assertBreaks(
                settledAfterATornWrite(
                        "chunks keyed by attempt",
                        record -> record.requireExecution().attemptId()),
                Violation.OUTCOME_UNREADABLE);
        assertKeepsTheContract(settledAfterATornWrite("chunks keyed by write", Checkpoint::writeId));
    }

    /** A caller that may die between its result's body and the record, and an operator who settles the same attempt. */
    private static Scenario settledAfterATornWrite(String name, Function<Checkpoint, String> place) {
        return Scenario.named(name)
                .lease(1)
                .horizon(4)
                .skewMargin(1)
                .quiescence(1)
                .allow(World.Budget.CRASH, 1)
                .allow(World.Budget.LOST_ANSWER, 1)
                .bodiesAt(place)
                .worker("e1", 0, Executors.runner(1))
                .operator("op", 0, Operators.settling());
    }

    @Test
    void withAbsenceBelievedBeforeQuiescence_noEffectStandsBesideAnEffect() {
        Scenario broken = Scenarios.lateEffects("\"it did not happen\" before quiescence")
                .operator("op", 1, Operators.settlingWithoutQuiescence());
        assertBreaks(broken, Violation.NO_EFFECT_BESIDE_EFFECT);
        assertKeepsTheContract(Scenarios.lateEffects("\"it did not happen\" after quiescence")
                .operator("op", 1, Operators.settling()));
    }

    private static void assertBreaks(Scenario broken, Violation expected) {
        Report report = Explorer.hunt(broken, expected);
        assertThat(report.violations())
                .as("%s must break the contract, or the explorer sees nothing", broken.name())
                .containsKey(expected);
        System.out.println(report.schedule(expected));
    }

    private static void assertKeepsTheContract(Scenario healthy) {
        Report report = Explorer.explore(healthy);
        System.out.println(report);
        assertThat(report.violations()).as(report::allSchedules).isEmpty();
    }
}
