package dev.toolcheckpoint.testing.model;

import dev.toolcheckpoint.testing.Operation;
import dev.toolcheckpoint.testing.model.Command.Boundary;
import dev.toolcheckpoint.testing.model.Command.Ending;
import dev.toolcheckpoint.testing.model.Command.Holder;
import dev.toolcheckpoint.testing.model.Disturbance.Pattern;
import java.util.List;
import java.util.Random;

/** A write gets lost, and is overtaken before it is sent again: then only a lasting mark tells whether it was made. */
final class Overtakings {

    private static final Holder NEWEST = new Holder(0, false);
    private static final long LEASE = 3_000;
    private static final Pattern[] PATTERNS = {
        Pattern.ANSWER_LOST,
        Pattern.ANSWER_LOST,
        Pattern.ANSWER_LOST_RECORD_WITHHELD,
        Pattern.REQUEST_LOST,
        Pattern.REQUEST_LATE,
        Pattern.SLOW_REQUEST
    };

    private final Random random;
    private final int me;
    private final int other;
    private final int call;

    private Overtakings(Place at) {
        this.random = at.random();
        this.me = at.worker();
        this.other = at.otherWorker().worker();
        this.call = at.call();
    }

    static Command any(Place at) {
        return new Command.Sequence(new Overtakings(at).steps());
    }

    private List<Command> steps() {
        Command.Operation begin = new Command.Begin(me, call, 0, LEASE);
        Command.Operation claim = new Command.ClaimDelivery(me, call, random.nextInt(3) - 1, LEASE, true);
        return switch (random.nextInt(12)) {
            case 0 -> List.of(lost(begin, Operation.CREATE, overtakeAttempt()));
            case 1 -> List.of(begin, to(Boundary.MARGIN_END), lost(begin, Operation.SWAP, overtakeAttempt()));
            case 2 -> List.of(begin, lost(new Command.Renew(me, call, NEWEST, LEASE), renewals()));
            case 3 -> List.of(begin, lost(new Command.Complete(me, call, NEWEST, 0), overtakeOutcome()));
            case 4 -> List.of(begin, lost(new Command.Abandon(me, call, NEWEST), overtakeAttempt()));
            case 5 -> List.of(begin, lost(mark(), overtakeAttempt()));
            case 6 ->
                List.of(
                        new Command.MarkByOperator(me, call),
                        lost(new Command.Settle(me, call, -1, true, 0, 0), overtakeOutcome()));
            case 7 -> List.of(lost(claim, overtakeDelivery()));
            case 8 -> List.of(claim, lost(end(), overtakeDelivery()));
            case 9 -> List.of(begin, to(Boundary.MARGIN_END), lost(new Command.Expire(me, call), overtakeAttempt()));
            case 10 ->
                List.of(
                        begin,
                        new Command.Complete(me, call, NEWEST, 0),
                        lost(new Command.Forget(me, call), overtakeOutcome()));
            default ->
                List.of(
                        claim,
                        to(Boundary.DELIVERY_MARGIN_END),
                        lost(new Command.SettleDelivery(me, call, random.nextBoolean()), overtakeDelivery()));
        };
    }

    private Command.Operation mark() {
        return switch (random.nextInt(3)) {
            case 0 -> new Command.MarkByHolder(me, call, NEWEST);
            case 1 -> new Command.MarkByOperator(me, call);
            default -> new Command.ExpireByOperator(me, call);
        };
    }

    private Command.Operation end() {
        Ending[] endings = Ending.values();
        return new Command.EndDelivery(me, call, endings[random.nextInt(endings.length)], 0, random.nextBoolean());
    }

    /** What others may do to an attempt. */
    private List<Command> overtakeAttempt() {
        Command mark = new Command.MarkByOperator(other, call);
        return switch (random.nextInt(4)) {
            case 0 -> List.of(mark);
            case 1 -> List.of(mark, new Command.Settle(other, call, -1, true, random.nextInt(2), 0));
            case 2 -> List.of(to(Boundary.MARGIN_END), new Command.Begin(other, call, 0, LEASE));
            default ->
                List.of(
                        to(Boundary.MARGIN_END),
                        new Command.Begin(other, call, 0, LEASE),
                        new Command.Complete(other, call, NEWEST, 0));
        };
    }

    /** The same holder's other thread. */
    private List<Command> renewals() {
        long lease = random.nextBoolean() ? LEASE : 1;
        return List.of(new Command.Advance(random.nextInt(3)), new Command.Renew(other, call, NEWEST, lease));
    }

    /** What others may do to an outcome, or to an attempt whose outcome is under way. */
    private List<Command> overtakeOutcome() {
        return switch (random.nextInt(4)) {
            case 0 -> List.of(new Command.Forget(other, call));
            case 1 -> List.of(new Command.ClaimDelivery(other, call, -1, LEASE, random.nextBoolean()));
            case 2 ->
                List.of(
                        new Command.ClaimDelivery(other, call, -1, LEASE, true),
                        new Command.EndDelivery(other, call, Ending.COMPLETE, 0, true),
                        new Command.Forget(other, call));
            default -> overtakeAttempt();
        };
    }

    /** What others may do to a delivery. */
    private List<Command> overtakeDelivery() {
        Command settle = new Command.SettleDelivery(other, call, random.nextInt(3) == 0);
        Command claim = new Command.ClaimDelivery(other, call, -1, LEASE, true);
        return switch (random.nextInt(6)) {
            case 0 -> List.of(to(Boundary.DELIVERY_MARGIN_END), settle);
            case 1 -> List.of(to(Boundary.DELIVERY_MARGIN_END), settle, claim);
            case 2 -> List.of(to(Boundary.DELIVERY_MARGIN_END), claim);
            case 3 ->
                List.of(
                        claim,
                        new Command.EndDelivery(
                                other, call, random.nextBoolean() ? Ending.RELEASE : Ending.COMPLETE, 0, false));
            case 4 -> List.of(new Command.Forget(other, call), claim);
            default -> List.of(new Command.EndDelivery(other, call, Ending.COMPLETE, 0, true));
        };
    }

    private Command to(Boundary boundary) {
        return new Command.AdvanceTo(other, call, boundary, 0);
    }

    private Command lost(Command.Operation operation, List<Command> meanwhile) {
        return lost(operation, Operation.SWAP, meanwhile);
    }

    private Command lost(Command.Operation operation, Operation target, List<Command> meanwhile) {
        Pattern[] patterns = random.nextInt(4) == 0 ? Pattern.values() : PATTERNS;
        Pattern pattern = patterns[random.nextInt(patterns.length)];
        return new Command.Disturbed(operation, new Disturbance(target, pattern), meanwhile);
    }
}
