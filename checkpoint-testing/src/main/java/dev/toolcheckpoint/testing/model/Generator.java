package dev.toolcheckpoint.testing.model;

import dev.toolcheckpoint.testing.Operation;
import dev.toolcheckpoint.testing.model.Command.Boundary;
import dev.toolcheckpoint.testing.model.Command.Ending;
import dev.toolcheckpoint.testing.model.Command.Holder;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;

/** Makes commands at random, and simpler ones out of those of a failing history. */
final class Generator {

    /** How long a request of the tools of these tests may outlive its lease, in ms. */
    static final long QUIESCENCE = 500;

    private static final long[] LEASES = {1, 400, 2_000, 3_000};
    private static final long[] STEPS = {0, 1, 15, 300, 999, 1_000, 2_500, 6_000};

    private record Kind(int weight, Function<Place, Command.Operation> make) {}

    /** Where and by whom. */
    private record Place(Random random, int worker, int call) {
        long lease() {
            return random.nextInt(40) == 0 ? 0 : LEASES[random.nextInt(LEASES.length)];
        }

        Holder holder() {
            int chance = random.nextInt(20);
            int back = chance == 0 ? Holder.NOBODY : chance == 1 ? Holder.WRONG_EPOCH : random.nextInt(6) / 3;
            return new Holder(back, random.nextInt(4) == 0);
        }

        int variant() {
            return random.nextInt(12) == 0 ? 1 + random.nextInt(CallSpec.VARIANTS - 1) : 0;
        }

        /** Few receipts often, so that two of them are equal now and then. */
        int receipt() {
            return random.nextInt(2) == 0 ? 0 : random.nextInt(CallSpec.RECEIPTS);
        }
    }

    private static final List<Kind> KINDS = List.of(
            new Kind(26, at -> new Command.Begin(at.worker, at.call, at.variant(), at.lease())),
            new Kind(4, at -> new Command.Peek(at.worker, at.call, at.variant())),
            new Kind(12, at -> new Command.Complete(at.worker, at.call, at.holder(), at.receipt())),
            new Kind(8, at -> new Command.Renew(at.worker, at.call, at.holder(), at.lease())),
            new Kind(6, at -> new Command.Abandon(at.worker, at.call, at.holder())),
            new Kind(4, at -> new Command.MarkByHolder(at.worker, at.call, at.holder())),
            new Kind(2, at -> new Command.MarkByOperator(at.worker, at.call)),
            new Kind(3, at -> new Command.Expire(at.worker, at.call)),
            new Kind(3, at -> new Command.ExpireByOperator(at.worker, at.call)),
            new Kind(
                    10,
                    at -> new Command.Settle(
                            at.worker,
                            at.call,
                            at.random.nextInt(2) == 0 ? -1 : at.variant(),
                            at.random.nextBoolean(),
                            at.receipt(),
                            at.random.nextInt(3) == 0 ? 0 : QUIESCENCE)),
            new Kind(10, at -> new Command.ClaimDelivery(at.worker, at.call, at.lease(), at.random.nextInt(4) != 0)),
            new Kind(
                    8,
                    at -> new Command.EndDelivery(
                            at.worker,
                            at.call,
                            Ending.values()[at.random.nextInt(Ending.values().length)],
                            at.random.nextInt(8) == 0 ? -1 : at.random.nextInt(6) / 4)),
            new Kind(4, at -> new Command.SettleDelivery(at.worker, at.call, at.random.nextBoolean())),
            new Kind(3, at -> new Command.Forget(at.worker, at.call)),
            new Kind(1, at -> new Command.MakeReady(at.worker, at.call)));

    private static final int ALL_WEIGHTS = KINDS.stream().mapToInt(Kind::weight).sum();

    private Generator() {}

    /** A command. */
    static Command command(Random random) {
        int chance = random.nextInt(100);
        if (chance < 58) {
            return operation(place(random));
        } else if (chance < 72) {
            return disturbed(place(random));
        } else if (chance < 94) {
            return time(place(random));
        } else if (chance < 97) {
            return new Command.Arrive(random.nextInt(ModelClock.WORKERS));
        } else if (chance < 99) {
            return new Command.Crash(random.nextInt(ModelClock.WORKERS));
        }
        return new Command.Reopen();
    }

    private static Place place(Random random) {
        // The first calls come more often, so that short histories go deep, too.
        int call = Math.min(random.nextInt(CallSpec.CALLS), random.nextInt(CallSpec.CALLS));
        return new Place(random, random.nextInt(ModelClock.WORKERS), call);
    }

    private static Command.Operation operation(Place at) {
        int chance = at.random.nextInt(ALL_WEIGHTS);
        for (Kind kind : KINDS) {
            chance -= kind.weight();
            if (chance < 0) {
                return kind.make().apply(at);
            }
        }
        throw new IllegalStateException("The weights don't add up.");
    }

    private static Command time(Place at) {
        Random random = at.random;
        if (random.nextInt(3) == 0) {
            return new Command.Advance(STEPS[random.nextInt(STEPS.length)]);
        }
        Boundary boundary = Boundary.values()[random.nextInt(Boundary.values().length)];
        return new Command.AdvanceTo(at.worker, at.call, boundary, random.nextInt(3) - 1L);
    }

    /** Something goes wrong, and the other worker acts on the same call meanwhile, or time passes. */
    private static Command disturbed(Place at) {
        Random random = at.random;
        Place other = new Place(random, 1 - at.worker, at.call);
        List<Command> meanwhile = new ArrayList<>();
        for (int more = random.nextInt(4); more > 0; more--) {
            meanwhile.add(random.nextInt(3) == 0 ? time(other) : operation(other));
        }
        Disturbance.Pattern[] patterns = Disturbance.Pattern.values();
        Disturbance.Pattern pattern = patterns[random.nextInt(patterns.length)];
        Command.Operation operation = operation(at);
        if (!(operation instanceof Command.Begin)) {
            return new Command.Disturbed(operation, new Disturbance(Operation.SWAP, pattern), meanwhile);
        }
        Operation target = switch (random.nextInt(8)) {
            case 0 -> Operation.PREPARE;
            case 1, 2, 3 -> Operation.SWAP;
            default -> Operation.CREATE;
        };
        if (target == Operation.PREPARE) {
            pattern = Disturbance.Pattern.THROTTLED;
        }
        return new Command.Disturbed(operation, new Disturbance(target, pattern), meanwhile);
    }

    /** Simpler commands for a shorter report. */
    static List<Command> simpler(Command command) {
        List<Command> simpler = new ArrayList<>();
        if (command instanceof Command.Disturbed it) {
            simpler.add(it.operation());
            for (int index = 0; index < it.meanwhile().size(); index++) {
                List<Command> fewer = new ArrayList<>(it.meanwhile());
                fewer.remove(index);
                simpler.add(new Command.Disturbed(it.operation(), it.disturbance(), fewer));
            }
        } else if (command instanceof Command.AdvanceTo it && it.off() < 0) {
            simpler.add(new Command.AdvanceTo(it.worker(), it.call(), it.boundary(), 0));
        } else if (command instanceof Command.Begin it && it.variant() > 0) {
            simpler.add(new Command.Begin(it.worker(), it.call(), 0, it.lease()));
        } else if (command instanceof Command.Complete it && it.receipt() > 0) {
            simpler.add(new Command.Complete(it.worker(), it.call(), it.holder(), 0));
        }
        return simpler;
    }
}
