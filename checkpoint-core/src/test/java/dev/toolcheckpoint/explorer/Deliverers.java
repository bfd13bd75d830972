package dev.toolcheckpoint.explorer;

import dev.toolcheckpoint.delivery.Deliverer;
import dev.toolcheckpoint.delivery.DeliveryOutcome;
import dev.toolcheckpoint.delivery.DeliveryRunner;
import dev.toolcheckpoint.journal.Begin;
import dev.toolcheckpoint.journal.ClaimDelivery;
import dev.toolcheckpoint.journal.Deliverable;
import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.CheckpointException;
import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.protocol.Status;
import java.util.function.Function;

/** Programs of those who hand the outcome over. */
final class Deliverers {

    private static final CheckpointKey KEY = CheckpointKey.of("test", Scenario.CALL_ID);

    private Deliverers() {}

    /** Delivers through the delivery runner, again after a known failure. */
    static Function<Scenario, Program> runner(int runs) {
        return scenario -> host -> deliver(host, scenario, Deliverable.of(KEY), runs);
    }

    /** Is told the stored outcome, and delivers what that answer remembers: others may have been faster. */
    static Function<Scenario, Program> replaying() {
        return scenario -> host -> {
            try {
                Begin begun = host.journal().begin(scenario.intent(), scenario.lease());
                host.told(begun);
                if (begun instanceof Begin.Replay replay) {
                    deliver(host, scenario, replay.deliverable(), 1);
                }
            } catch (CheckpointException failure) {
                host.told(failure);
            }
        };
    }

    private static void deliver(Host host, Scenario scenario, Deliverable deliverable, int runs) {
        DeliveryRunner runner = DeliveryRunner.builder(host.journal(), new Sender(host, scenario))
                .lease(scenario.lease())
                .maxAttempts(1)
                .pause(time -> {})
                .build();
        for (int run = 1; run <= runs; run++) {
            try {
                DeliveryOutcome outcome = runner.deliver(deliverable);
                if (outcome instanceof DeliveryOutcome.Delivered) {
                    host.toldDelivered();
                    return;
                }
            } catch (CheckpointException failure) {
                host.told(failure);
            }
        }
    }

    /** Broken: ends a delivery by an id that it merely read. */
    static Function<Scenario, Program> endingWhatItRead() {
        return scenario -> host -> {
            Checkpoint record = host.journal().inspect(KEY).orElse(null);
            if (record != null && record.status() == Status.DELIVERING) {
                host.journal().releaseDelivery(KEY, record.requireDelivery().deliveryId());
            }
        };
    }

    /** Broken: sends what it claimed, however long the claim took. */
    static Function<Scenario, Program> ignoringTheirLease() {
        return scenario -> host -> {
            Deliverer sender = new Sender(host, scenario);
            if (host.journal().claimDelivery(KEY, scenario.lease(), sender.idempotent())
                    instanceof ClaimDelivery.Claimed claimed) {
                sender.deliver(new Deliverer.Request(KEY, claimed.attempts(), claimed.outcome()));
                host.journal().completeDelivery(KEY, claimed.deliveryId());
            }
        };
    }

    private record Sender(Host host, Scenario scenario) implements Deliverer {
        @Override
        public boolean idempotent() {
            return scenario.deliversIdempotently();
        }

        /** A request is given up at the end of the lease; one that is sent after it arrives all the same. */
        @Override
        public Result deliver(Request request) {
            long leaseUntil = host.lastSent().requireDelivery().leaseUntil().toEpochMilli();
            Reply reply = host.ask(new Op.Send(Math.max(leaseUntil, host.clock() + 1)));
            if (reply instanceof Reply.Lost) {
                return new Result.Unknown("no answer");
            }
            return reply instanceof Reply.NoEffect ? new Result.NotArrived("refused") : new Result.Arrived();
        }
    }
}
