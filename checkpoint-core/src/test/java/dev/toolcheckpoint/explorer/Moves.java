package dev.toolcheckpoint.explorer;

import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.Transition;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** What can happen next in a world, and what the world is then. */
final class Moves {

    private final Scenario scenario;
    private final Contract contract;
    private final Pool.Shared pool;
    private final IdentityHashMap<Checkpoint, Integer> recordNumbers = new IdentityHashMap<>();

    Moves(Scenario scenario, Contract contract) {
        this.scenario = scenario;
        this.contract = contract;
        this.pool = scenario.pool();
    }

    List<Move> of(World world) {
        List<Move> moves = new ArrayList<>();
        boolean open = false;
        for (int actor = 0; actor < scenario.actors().size(); actor++) {
            if (!world.ended(actor)) {
                open = true;
                addActor(moves, world, actor);
            }
        }
        for (int slot = 0; slot < world.packets(); slot++) {
            if (world.packet(slot) != 0) {
                open = true;
                moves.add(new Move(Move.Kind.LATE_PACKET, slot));
            }
        }
        for (int slot = 0; slot < world.flights(); slot++) {
            if (world.effectFlight(slot) != 0) {
                open = true;
                moves.add(new Move(Move.Kind.LATE_EFFECT, slot));
            }
            if (world.deliveryFlight(slot) != 0) {
                open = true;
                moves.add(new Move(Move.Kind.LATE_ARRIVAL, slot));
            }
        }
        // Time begins with the first actor: a schedule that only starts later is the same schedule.
        if (open && world.time() < scenario.horizon() && anyStarted(world)) {
            moves.add(new Move(Move.Kind.TICK, 0));
        }
        return moves;
    }

    private boolean anyStarted(World world) {
        for (int actor = 0; actor < scenario.actors().size(); actor++) {
            if (world.ended(actor) || !(state(world, actor).pending() instanceof Op.Start)) {
                return true;
            }
        }
        return false;
    }

    private void addActor(List<Move> moves, World world, int actor) {
        Op pending = Objects.requireNonNull(state(world, actor).pending());
        if (pending instanceof Op.Write || pending instanceof Op.WriteBody || pending instanceof Op.Read) {
            addStoreMoves(moves, world, actor, pending);
        } else if (pending instanceof Op.Act act) {
            addRequestMoves(moves, world, actor, act.bound());
        } else if (pending instanceof Op.Send send) {
            addRequestMoves(moves, world, actor, send.bound());
        } else if (!(pending instanceof Op.Wait wait)
                || world.time() == scenario.horizon()
                || clock(world, actor) >= wait.until()) {
            moves.add(new Move(Move.Kind.ANSWER, actor));
        }
        if (world.left(World.Budget.CRASH) > 0 && !(pending instanceof Op.Start)) {
            moves.add(new Move(Move.Kind.CRASH, actor));
            if (pending instanceof Op.Write && world.reply(actor) == 0 && world.left(World.Budget.LATE_PACKET) > 0) {
                moves.add(new Move(Move.Kind.CRASH_AFTER_SEND, actor));
            }
        }
    }

    private static void addStoreMoves(List<Move> moves, World world, int actor, Op pending) {
        boolean write = !(pending instanceof Op.Read);
        if (world.reply(actor) == 0) {
            moves.add(new Move(Move.Kind.APPLY_AND_ANSWER, actor));
            if (world.left(World.Budget.SLOW_ANSWER) > 0) {
                moves.add(new Move(Move.Kind.APPLY, actor));
            }
            if (write && world.left(World.Budget.LOST_ANSWER) > 0) {
                moves.add(new Move(Move.Kind.LOSE_ANSWER, actor));
            }
            if (pending instanceof Op.Write && world.left(World.Budget.LATE_PACKET) > 0) {
                moves.add(new Move(Move.Kind.DELAY_PACKET, actor));
            }
        } else {
            moves.add(new Move(Move.Kind.ANSWER, actor));
            if (write && world.left(World.Budget.LOST_ANSWER) > 0) {
                moves.add(new Move(Move.Kind.LOSE_ANSWER, actor));
            }
        }
    }

    private void addRequestMoves(List<Move> moves, World world, int actor, long bound) {
        boolean mayLand = clock(world, actor) < bound;
        if (world.landed(actor)) {
            moves.add(new Move(Move.Kind.ANSWER, actor));
        } else if (mayLand) {
            moves.add(new Move(Move.Kind.LAND, actor));
            if (world.left(World.Budget.NO_EFFECT) > 0) {
                moves.add(new Move(Move.Kind.NO_EFFECT, actor));
            }
        }
        boolean gone = !world.landed(actor) && !mayLand;
        if (gone || world.left(World.Budget.TIMEOUT) > 0) {
            moves.add(new Move(Move.Kind.TIMEOUT, actor));
        }
    }

    World after(World before, Move move) {
        World world = before.copy();
        int index = move.index();
        switch (move.kind()) {
            case APPLY_AND_ANSWER -> answer(world, index, applied(world, index));
            case APPLY -> {
                world.spend(World.Budget.SLOW_ANSWER);
                world.reply(index, pool.replies.number(applied(world, index)));
            }
            case ANSWER -> answer(world, index, replyTo(before, index));
            case LOSE_ANSWER -> {
                world.spend(World.Budget.LOST_ANSWER);
                if (world.reply(index) == 0) {
                    applied(world, index);
                }
                answer(world, index, new Reply.Lost());
            }
            case DELAY_PACKET -> {
                sendAway(world, index);
                answer(world, index, new Reply.Lost());
            }
            case LATE_PACKET -> {
                Op.Write write = Objects.requireNonNull(pool.writes.get(world.packet(index)));
                world.removePacket(index);
                carryOut(world, write);
            }
            case LAND -> {
                world.land(index);
                happen(world, state(world, index).pending() instanceof Op.Act);
            }
            case LATE_EFFECT -> {
                world.removeEffectFlight(index);
                happen(world, true);
            }
            case LATE_ARRIVAL -> {
                world.removeDeliveryFlight(index);
                happen(world, false);
            }
            case TIMEOUT -> {
                if (!gone(world, index)) {
                    world.spend(World.Budget.TIMEOUT);
                }
                leaveRequest(world, index);
                answer(world, index, new Reply.Lost());
            }
            case NO_EFFECT -> {
                world.spend(World.Budget.NO_EFFECT);
                answer(world, index, new Reply.NoEffect());
            }
            case CRASH -> {
                world.spend(World.Budget.CRASH);
                leaveRequest(world, index);
                world.crash(index);
            }
            case CRASH_AFTER_SEND -> {
                world.spend(World.Budget.CRASH);
                sendAway(world, index);
                world.crash(index);
            }
            case TICK -> {
                world.tick();
                world.dropOldFlights();
            }
        }
        return world;
    }

    private Reply applied(World world, int actor) {
        Op pending = Objects.requireNonNull(state(world, actor).pending());
        if (pending instanceof Op.WriteBody body) {
            return carryOut(world, body);
        }
        return pending instanceof Op.Write write ? carryOut(world, write) : new Reply.Found(world.record());
    }

    /** The store beside the record: what is there stays. */
    private Reply carryOut(World world, Op.WriteBody body) {
        Map<String, String> bodies = new TreeMap<>(bodies(world));
        bodies.putIfAbsent(body.place(), body.digest());
        world.bodies(pool.bodies.number(bodies));
        return new Reply.Stored();
    }

    private Map<String, String> bodies(World world) {
        return Objects.requireNonNullElse(pool.bodies.get(world.bodies()), Map.of());
    }

    /** The store: a record, changed by create-if-absent and compare-and-swap. */
    private Reply carryOut(World world, Op.Write write) {
        Transition transition = write.transition();
        Checkpoint current = pool.records.get(world.record());
        boolean holds = current == null
                ? transition.expectedWriteId() == null
                : current.writeId().equals(transition.expectedWriteId())
                        && current.revision() == transition.expectedRevision();
        if (holds || write.mode() == Op.Mode.BLIND) {
            world.record(recordNumber(transition.next()));
            contract.written(world, current, transition.next());
            contract.readable(transition.next(), bodies(world));
            return new Reply.Stored();
        }
        boolean ours = write.mode() == Op.Mode.CONDITIONAL
                && current != null
                && current.writeId().equals(transition.next().writeId());
        return ours ? new Reply.Stored() : new Reply.Refused(world.record());
    }

    private int recordNumber(Checkpoint record) {
        // Comparing records field by field at every move would take most of the time.
        return recordNumbers.computeIfAbsent(record, added -> {
            contract.validate(added);
            return pool.records.number(added);
        });
    }

    /** The downstream, or the receiver. */
    private void happen(World world, boolean effect) {
        if (!effect) {
            world.addArrival();
        } else if (scenario.manual() || world.forgetsAt() == 0 || world.time() >= world.forgetsAt()) {
            world.addEffect();
            world.forgetsAt(world.time() + scenario.downstreamKeeps());
        }
        contract.checkEffects(world, pool.records.get(world.record()));
    }

    private Reply replyTo(World world, int actor) {
        Op pending = Objects.requireNonNull(state(world, actor).pending());
        if (pending instanceof Op.Write || pending instanceof Op.WriteBody || pending instanceof Op.Read) {
            return Objects.requireNonNull(pool.replies.get(world.reply(actor)));
        } else if (pending instanceof Op.Act || pending instanceof Op.Send) {
            return new Reply.Done();
        } else if (pending instanceof Op.LookForEffect) {
            return new Reply.Seen(world.effects() > 0);
        } else if (pending instanceof Op.LookForArrival) {
            return new Reply.Seen(world.arrivals() > 0);
        }
        return new Reply.Go();
    }

    private void answer(World world, int number, Reply reply) {
        Actor actor = scenario.actors().get(number);
        LocalState next = actor.after(state(world, number), reply, clock(world, number));
        world.moveTo(number, next.number());
        world.reached = next;
        Checkpoint record = pool.records.get(world.record());
        for (Told told : next.told()) {
            contract.told(told, world, record);
        }
        if (next.failure() != null) {
            contract.failed();
        }
        if (next.over()) {
            world.end(number);
        }
    }

    private void sendAway(World world, int actor) {
        world.spend(World.Budget.LATE_PACKET);
        if (state(world, actor).pending() instanceof Op.Write write) {
            world.addPacket(pool.writes.number(write));
        }
    }

    /** The actor's request may still land although it waits no longer. */
    private void leaveRequest(World world, int actor) {
        if (world.landed(actor)) {
            return;
        }
        Op pending = state(world, actor).pending();
        int offset = scenario.actors().get(actor).clockOffset();
        if (pending instanceof Op.Act act && act.bound() - offset > world.time()) {
            world.addEffectFlight((int) act.bound() - offset);
        } else if (pending instanceof Op.Send send && send.bound() - offset > world.time()) {
            world.addDeliveryFlight((int) send.bound() - offset);
        }
    }

    private boolean gone(World world, int actor) {
        Op pending = state(world, actor).pending();
        long bound = pending instanceof Op.Act act ? act.bound() : pending instanceof Op.Send send ? send.bound() : 0;
        return !world.landed(actor) && clock(world, actor) >= bound;
    }

    private LocalState state(World world, int actor) {
        return scenario.actors().get(actor).state(world.state(actor));
    }

    private long clock(World world, int actor) {
        return scenario.actors().get(actor).clockAt(world.time());
    }
}
