package dev.toolcheckpoint.explorer;

import dev.toolcheckpoint.protocol.Checkpoint;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Tells a schedule in words. */
final class Narrator {

    private final Scenario scenario;

    Narrator(Scenario scenario) {
        this.scenario = scenario;
    }

    String tell(World before, Move move, World after) {
        return switch (move.kind()) {
            case TICK -> "the time is " + after.time();
            case LATE_PACKET ->
                "a late packet arrives: " + write(packet(before, move.index())) + " → the record is " + record(after);
            case LATE_EFFECT -> "a request that nobody waits for has its effect";
            case LATE_ARRIVAL -> "a delivery that nobody waits for arrives";
            case APPLY_AND_ANSWER, ANSWER -> name(move) + asked(before, move) + answered(after) + told(move, after);
            case APPLY -> name(move) + asked(before, move) + ", the answer is slow; the record is " + record(after);
            case LOSE_ANSWER ->
                name(move) + asked(before, move) + ", the answer is lost; the record is " + record(after)
                        + told(move, after);
            case DELAY_PACKET -> name(move) + asked(before, move) + ", which is delayed; no answer" + told(move, after);
            case LAND -> name(move) + ": its request is carried out";
            case TIMEOUT -> name(move) + ": its request gets no answer" + told(move, after);
            case NO_EFFECT -> name(move) + ": its request is refused, without effect" + told(move, after);
            case CRASH -> name(move) + " is killed";
            case CRASH_AFTER_SEND -> name(move) + asked(before, move) + ", is killed, and it is still under way";
        };
    }

    private String name(Move move) {
        return scenario.actors().get(move.index()).name();
    }

    private String asked(World before, Move move) {
        Op op = scenario.actors()
                .get(move.index())
                .state(before.state(move.index()))
                .pending();
        if (op instanceof Op.Write write) {
            return " " + write(write);
        } else if (op instanceof Op.WriteBody body) {
            return " writes a body at " + body.place();
        } else if (op instanceof Op.Read) {
            return " reads";
        } else if (op instanceof Op.Start) {
            return " starts";
        }
        return op instanceof Op.Wait ? " has waited" : " has its answer";
    }

    private String answered(World after) {
        List<Host.Entry> answers = Objects.requireNonNull(after.reached).answers();
        Reply reply = answers.get(answers.size() - 1).reply();
        if (reply instanceof Reply.Refused refused) {
            return ": refused, the record is " + show(scenario.pool().records.get(refused.record()));
        } else if (reply instanceof Reply.Found found) {
            return ": the record is " + show(scenario.pool().records.get(found.record()));
        } else if (reply instanceof Reply.Seen seen) {
            return ": it " + (seen.happened() ? "happened" : "did not happen");
        }
        return reply instanceof Reply.Stored ? ": stored" : "";
    }

    private String told(Move move, World after) {
        LocalState reached = Objects.requireNonNull(after.reached);
        Actor actor = scenario.actors().get(move.index());
        String clock = actor.clockOffset() == 0 ? "" : " (its clock shows " + actor.clockAt(after.time()) + ")";
        String told = reached.told().isEmpty() ? "" : "; its caller is told " + reached.told();
        return clock + told + (reached.failure() == null ? "" : "; it fails with " + reached.failure());
    }

    private Op.Write packet(World world, int slot) {
        return Objects.requireNonNull(scenario.pool().writes.get(world.packet(slot)));
    }

    private static String write(Op.Write write) {
        return (write.mode() == Op.Mode.BLIND ? "blindly writes " : "writes ")
                + show(write.transition().next());
    }

    private String record(World world) {
        return show(scenario.pool().records.get(world.record()));
    }

    private static String show(@Nullable Checkpoint record) {
        if (record == null) {
            return "absent";
        }
        String text = "r" + record.revision() + " " + record.status();
        if (record.execution() != null && !record.status().hasOutcome()) {
            text += " " + record.execution().attemptId() + " epoch "
                    + record.execution().epoch() + " until "
                    + record.execution().leaseUntil().toEpochMilli()
                    + (record.execution().abandonedAt() == null ? "" : " abandoned");
        }
        if (record.delivery() != null) {
            text += " " + record.delivery().deliveryId() + " until "
                    + record.delivery().leaseUntil().toEpochMilli();
        }
        return text + (record.outcome() != null && record.outcome().retryableAsNewCall() ? " (no effect)" : "");
    }
}
