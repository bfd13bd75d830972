package dev.toolcheckpoint.explorer;

import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.Delivery;
import dev.toolcheckpoint.protocol.Evidence;
import dev.toolcheckpoint.protocol.Execution;
import dev.toolcheckpoint.protocol.Invariants;
import dev.toolcheckpoint.protocol.Outcome;
import dev.toolcheckpoint.protocol.ProtocolException;
import dev.toolcheckpoint.protocol.Recovery;
import dev.toolcheckpoint.protocol.Status;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The failure contract, checked at every write, every effect and every answer. Written without the protocol's rules. */
final class Contract {

    private final Scenario scenario;
    private final Set<Violation> found = EnumSet.noneOf(Violation.class);

    Contract(Scenario scenario) {
        this.scenario = scenario;
    }

    /** What was broken since the last time it was asked. */
    Set<Violation> take() {
        if (found.isEmpty()) {
            return Set.of();
        }
        Set<Violation> taken = EnumSet.copyOf(found);
        found.clear();
        return taken;
    }

    /** A record is stored for the first time. */
    void validate(Checkpoint record) {
        try {
            Invariants.validate(record);
        } catch (ProtocolException invalid) {
            found.add(Violation.INVALID_RECORD);
        }
    }

    /** A write was carried out. */
    void written(World world, @Nullable Checkpoint old, Checkpoint next) {
        checkEffects(world, next);
        if (old == null) {
            return;
        }
        if (old.status().hasOutcome()) {
            checkOutcomeStays(old, next);
            checkDelivery(world, old, next);
        } else if (next.execution() != null) {
            checkAttempt(world, old, next);
        }
    }

    /** A record was written whose payload, if it has one, is among these bodies, by place. */
    void readable(Checkpoint record, Map<String, String> bodies) {
        Function<Checkpoint, String> place = scenario.bodyPlace();
        Outcome outcome = record.outcome();
        if (place != null && outcome != null && !outcome.digest().equals(bodies.get(place.apply(record)))) {
            found.add(Violation.OUTCOME_UNREADABLE);
        }
    }

    private void checkOutcomeStays(Checkpoint old, Checkpoint next) {
        Outcome was = old.requireOutcome();
        Outcome is = next.outcome();
        boolean same = next.status().hasOutcome()
                && is != null
                && is.kind() == was.kind()
                && is.digest().equals(was.digest())
                && is.completedAt().equals(was.completedAt())
                && Objects.equals(is.settlement(), was.settlement())
                && Objects.equals(next.execution(), old.execution());
        if (!same) {
            found.add(Violation.OUTCOME_REPLACED);
        }
    }

    private void checkAttempt(World world, Checkpoint old, Checkpoint next) {
        Execution was = old.execution();
        Execution is = next.requireExecution();
        if (was == null || was.attemptId().equals(is.attemptId())) {
            return;
        }
        if (old.status() != Status.EXECUTING) {
            found.add(Violation.STATE_WENT_BACK);
        }
        if (was.abandonedAt() == null && believesIn(was.attemptId(), was.leaseUntil(), world)) {
            found.add(Violation.LIVE_OWNER_TAKEN_OVER);
        }
        if (!(scenario.recovery() instanceof Recovery.Idempotent window)) {
            found.add(Violation.ATTEMPT_OUTSIDE_WINDOW);
            return;
        }
        Instant cutoff = Objects.requireNonNull(old.firstAcquiredAt()).plus(window.retryFor());
        Integer limit = window.maxAttempts();
        boolean inside = is.claimedAt().plus(scenario.skewMargin()).isBefore(cutoff)
                && cutoff.equals(next.retryStartBefore())
                && is.epoch() == was.epoch() + 1
                && (limit == null || is.epoch() <= limit);
        if (!inside) {
            found.add(Violation.ATTEMPT_OUTSIDE_WINDOW);
        }
    }

    private void checkDelivery(World world, Checkpoint old, Checkpoint next) {
        Delivery was = old.delivery();
        Delivery is = next.delivery();
        if (old.status() != Status.DELIVERING || was == null) {
            return;
        }
        boolean ended = next.status() != Status.DELIVERING || is == null || !is.heldBy(was.deliveryId());
        String writer = ownerName(next.writeId());
        boolean byHolder = writer.equals(ownerName(was.deliveryId()));
        boolean byOperator = scenario.actors().stream()
                .anyMatch(actor ->
                        actor.role() == Actor.Role.OPERATOR && actor.name().equals(writer));
        if (ended && !byHolder && !byOperator && believesIn(was.deliveryId(), was.leaseUntil(), world)) {
            found.add(Violation.LIVE_DELIVERY_ENDED);
        }
    }

    /** Whether the owner's own clock says that its lease is not over. */
    private boolean believesIn(String id, Instant leaseUntil, World world) {
        for (Actor actor : scenario.actors()) {
            if (actor.name().equals(ownerName(id))) {
                return actor.clockAt(world.time()) < leaseUntil.toEpochMilli();
            }
        }
        return false;
    }

    private static String ownerName(String id) {
        return id.substring(0, Math.max(0, id.indexOf('.')));
    }

    /** An effect or an arrival happened, or a record changed. */
    void checkEffects(World world, @Nullable Checkpoint record) {
        if (world.effects() > 1) {
            found.add(Violation.SECOND_EFFECT);
        }
        if (world.arrivals() > 1 && !scenario.deliversIdempotently()) {
            found.add(Violation.ARRIVED_TWICE);
        }
        if (world.effects() > 0 && record != null && saysNoEffect(record)) {
            found.add(Violation.NO_EFFECT_BESIDE_EFFECT);
        }
    }

    private static boolean saysNoEffect(Checkpoint record) {
        Outcome outcome = record.outcome();
        return outcome != null && (outcome.settlement() instanceof Evidence.Absent || outcome.retryableAsNewCall());
    }

    /** A caller was told something. */
    void told(Told told, World world, @Nullable Checkpoint record) {
        if (told.byOwnClaim()) {
            found.add(Violation.BUSY_WITH_OWN_CLAIM);
        }
        Outcome stored = record == null ? null : record.outcome();
        Outcome said = told.outcome();
        boolean outcomeStored = said == null
                || (stored != null
                        && stored.kind() == said.kind()
                        && stored.digest().equals(said.digest())
                        && stored.retryableAsNewCall() == said.retryableAsNewCall());
        boolean arrived = told.kind() != Told.Kind.DELIVERED
                || world.arrivals() > 0
                || (record != null && record.status() == Status.DELIVERED);
        boolean uncertainStored =
                told.kind() != Told.Kind.UNCERTAIN || (record != null && record.uncertainty() != null);
        if (!outcomeStored || !arrived || !uncertainStored) {
            found.add(Violation.TOLD_WHAT_IS_NOT_STORED);
        }
    }

    /** A program ended with an exception that callers are never given in these scenarios. */
    void failed() {
        found.add(Violation.UNEXPECTED_FAILURE);
    }

    void neverEnds() {
        found.add(Violation.DOES_NOT_END);
    }
}
