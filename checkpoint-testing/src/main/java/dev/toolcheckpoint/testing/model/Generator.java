package dev.toolcheckpoint.testing.model;

import dev.toolcheckpoint.testing.Operation;
import dev.toolcheckpoint.testing.model.Command.Boundary;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;

/** Makes commands at random. */
final class Generator {

    /** How long a request of the tools of these tests may outlive its lease, in ms. */
    static final long QUIESCENCE = 500;

    private static final long[] STEPS = {0, 1, 15, 300, 999, 1_000, 2_500, 6_000};

    private record Kind(int weight, Function<Place, Command.Operation> make) {}

    private static final List<Kind> KINDS = List.of(
            new Kind(26, Place::begin),
            new Kind(4, at -> new Command.Peek(at.worker(), at.call(), at.variant())),
            new Kind(12, Place::complete),
            new Kind(8, Place::renew),
            new Kind(6, at -> new Command.Abandon(at.worker(), at.call(), at.holder())),
            new Kind(4, at -> new Command.MarkByHolder(at.worker(), at.call(), at.holder())),
            new Kind(2, at -> new Command.MarkByOperator(at.worker(), at.call())),
            new Kind(3, at -> new Command.Expire(at.worker(), at.call())),
            new Kind(3, at -> new Command.ExpireByOperator(at.worker(), at.call())),
            new Kind(10, at -> at.settle(at.random().nextBoolean())),
            new Kind(10, Place::claimDelivery),
            new Kind(8, Place::endDelivery),
            new Kind(4, at -> at.settleDelivery(at.random().nextBoolean())),
            new Kind(3, at -> new Command.Forget(at.worker(), at.call())),
            new Kind(1, at -> new Command.MakeReady(at.worker(), at.call())));

    private static final int ALL_WEIGHTS = KINDS.stream().mapToInt(Kind::weight).sum();

    private Generator() {}

    /** A command. */
    static Command command(Random random) {
        int chance = random.nextInt(100);
        if (chance < 40) {
            return operation(Place.any(random));
        } else if (chance < 54) {
            return disturbed(Place.any(random));
        } else if (chance < 74) {
            return atBoundary(Place.any(random));
        } else if (chance < 82) {
            return Paths.any(Place.any(random), Generator::disturbed);
        } else if (chance < 90) {
            return Overtakings.any(Place.any(random));
        } else if (chance < 95) {
            return time(Place.any(random));
        } else if (chance < 97) {
            return new Command.Arrive(random.nextInt(ModelClock.WORKERS));
        } else if (chance < 99) {
            return new Command.Crash(random.nextInt(ModelClock.WORKERS));
        }
        return new Command.Reopen();
    }

    private static Command.Operation operation(Place at) {
        int chance = at.random().nextInt(ALL_WEIGHTS);
        for (Kind kind : KINDS) {
            chance -= kind.weight();
            if (chance < 0) {
                return kind.make().apply(at);
            }
        }
        throw new IllegalStateException("The weights don't add up.");
    }

    private static Command time(Place at) {
        if (at.random().nextInt(3) == 0) {
            return new Command.Advance(STEPS[at.random().nextInt(STEPS.length)]);
        }
        Boundary[] boundaries = Boundary.values();
        return to(at, boundaries[at.random().nextInt(boundaries.length)]);
    }

    private static Command to(Place at, Boundary boundary) {
        return new Command.AdvanceTo(
                at.worker(), at.call(), boundary, at.random().nextInt(3) - 1L);
    }

    /** Time passes to about a boundary, and then comes what it decides. */
    private static Command atBoundary(Place at) {
        Boundary[] boundaries = Boundary.values();
        Boundary boundary = boundaries[at.random().nextInt(boundaries.length)];
        List<Command.Operation> decided = switch (boundary) {
            case LEASE_END -> List.of(at.renew(), at.complete(), at.begin());
            case MARGIN_END ->
                List.of(
                        at.begin(),
                        new Command.Expire(at.worker(), at.call()),
                        new Command.ExpireByOperator(at.worker(), at.call()));
            case CUTOFF -> List.of(at.begin(), new Command.Abandon(at.worker(), at.call(), at.holder()), at.begin());
            case ABSENCE -> List.of(at.settle(false));
            case DELIVERY_END, DELIVERY_MARGIN_END -> List.of(at.claimDelivery(), at.settleDelivery(false));
        };
        return new Command.Sequence(
                List.of(to(at, boundary), decided.get(at.random().nextInt(decided.size()))));
    }

    /** Something goes wrong, and the other worker acts on the same call meanwhile, or time passes. */
    private static Command disturbed(Place at) {
        return disturbed(at, operation(at));
    }

    private static Command disturbed(Place at, Command.Operation operation) {
        Random random = at.random();
        Place other = at.otherWorker();
        List<Command> meanwhile = new ArrayList<>();
        for (int more = random.nextInt(4); more > 0; more--) {
            meanwhile.add(random.nextInt(3) == 0 ? time(other) : operation(other));
        }
        Disturbance.Pattern[] patterns = Disturbance.Pattern.values();
        Disturbance.Pattern pattern = patterns[random.nextInt(patterns.length)];
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
}
