package dev.toolcheckpoint.testing.model;

import dev.toolcheckpoint.testing.model.Command.Boundary;
import dev.toolcheckpoint.testing.model.Command.Holder;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.BiFunction;

/** Sequences that lead to states which single commands seldom reach. Each step may be disturbed. */
final class Paths {

    private static final Holder NEWEST = new Holder(0, false);
    private static final Holder REBUILT = new Holder(0, true);
    private static final long LEASE = 3_000;

    private Paths() {}

    static Command any(Place at, BiFunction<Place, Command.Operation, Command> disturbed) {
        List<Command> commands = new ArrayList<>();
        for (Command command : path(at)) {
            commands.add(
                    command instanceof Command.Operation operation
                                    && at.random().nextInt(4) == 0
                            ? disturbed.apply(at, operation)
                            : command);
        }
        return new Command.Sequence(commands);
    }

    private static List<Command> path(Place at) {
        int worker = at.worker();
        int call = at.call();
        Random random = at.random();
        Command begin = new Command.Begin(worker, call, 0, LEASE);
        Command claim = new Command.ClaimDelivery(worker, call, at.deliverable(), LEASE, random.nextInt(3) != 0);
        Command complete = new Command.Complete(worker, call, NEWEST, 0);
        return switch (random.nextInt(9)) {
            case 0 -> List.of(begin, new Command.Complete(worker, call, REBUILT, 0), complete);
            case 1 -> List.of(begin, new Command.Renew(worker, call, NEWEST, LEASE), complete);
            case 2 -> List.of(begin, complete, claim, at.endDelivery());
            case 3 -> List.of(claim, at.endDelivery(), claim);
            case 4 -> List.of(begin, new Command.MarkByOperator(worker, call), complete);
            case 5 ->
                List.of(
                        begin,
                        new Command.MarkByHolder(worker, call, NEWEST),
                        new Command.AdvanceTo(worker, call, Boundary.ABSENCE, 0),
                        new Command.Settle(worker, call, -1, random.nextBoolean(), 0, Generator.QUIESCENCE));
            case 6 ->
                List.of(
                        begin,
                        new Command.Abandon(worker, call, NEWEST),
                        at.otherWorker().begin());
            case 7 ->
                List.of(
                        claim,
                        new Command.AdvanceTo(worker, call, Boundary.DELIVERY_MARGIN_END, 0),
                        at.random().nextBoolean() ? claim : at.settleDelivery(random.nextBoolean()));
            default ->
                List.of(
                        begin,
                        new Command.AdvanceTo(worker, call, Boundary.MARGIN_END, 0),
                        at.otherWorker().begin());
        };
    }
}
