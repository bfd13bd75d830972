package dev.toolcheckpoint.runs;

import java.time.Duration;
import java.util.Random;

/** What happens to a few runs. Values: everything they need is made by {@link CrashWorld}. */
sealed interface CrashCommand {

    /** One of two engines executes a run, and something happens at one of its boundaries. */
    record Execute(int engine, int run, Disturbance.Kind kind, int at, boolean drain) implements CrashCommand {}

    /** Time passes. */
    record Advance(Duration time) implements CrashCommand {}

    /** Somebody cancels. */
    record Cancel(int run) implements CrashCommand {}

    /** Somebody decides, with one of the tokens that were sent. */
    record Decide(int token, boolean approve) implements CrashCommand {}

    /** The scheduled look. */
    record Look() implements CrashCommand {}

    /** An operator finds out what became of uncertain calls, and settles them with the truth. */
    record Settle() implements CrashCommand {}

    /** The trigger is delivered again. */
    record Redeliver(int run) implements CrashCommand {}

    int ENGINES = 2;
    int RUNS = 3;
    int MOST_BOUNDARIES = 24;

    static CrashCommand random(Random random) {
        int run = random.nextInt(RUNS);
        int die = random.nextInt(100);
        if (die < 55) {
            Disturbance.Kind[] kinds = Disturbance.Kind.values();
            boolean undisturbed = random.nextInt(8) == 0;
            return new Execute(
                    random.nextInt(ENGINES),
                    run,
                    kinds[random.nextInt(kinds.length)],
                    undisturbed ? -1 : random.nextInt(MOST_BOUNDARIES),
                    random.nextInt(8) == 0);
        } else if (die < 75) {
            return new Advance(Duration.ofSeconds(random.nextInt(4) == 0 ? 4_000 : random.nextInt(150)));
        } else if (die < 78) {
            return new Cancel(run);
        } else if (die < 88) {
            return new Decide(random.nextInt(4), random.nextInt(4) != 0);
        } else if (die < 93) {
            return new Look();
        } else if (die < 98) {
            return new Settle();
        }
        return new Redeliver(run);
    }
}
