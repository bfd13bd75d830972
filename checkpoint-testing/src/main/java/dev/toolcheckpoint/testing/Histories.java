package dev.toolcheckpoint.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Random histories of commands against a system of yours, with shrinking. Each history has a seed of its own; the first one
 * that fails is made small and reported with its seed.
 *
 * <pre>{@code
 * Histories.of(random -> random.nextInt(3) == 0 ? new Advance(random.nextInt(5_000)) : new Begin())
 *         .named("my store")
 *         .count(500)
 *         .check(history -> run(history, new MyStore()));
 * }</pre>
 *
 * <p>Commands must be values: everything that one of them needs is made by the runner, which starts from nothing for every
 * history. A run with the system property {@value #SEED} set runs the history of that seed only. {@link Effort} multiplies
 * the number of histories. Immutable and thread-safe.
 *
 * @param <C> the commands; their {@code toString} is what a report shows
 */
public final class Histories<C> {

    /** The system property that replays one history. */
    public static final String SEED = "toolcheckpoint.seed";

    private static final int SHRINKING_RUNS = 2_000;

    private final Function<Random, C> generator;
    private final String name;
    private final long baseSeed;
    private final int count;
    private final int maxLength;
    private final Function<C, ? extends Iterable<C>> simpler;
    private final @Nullable Coverage coverage;

    /**
     * Runs one history from a fresh start.
     *
     * @param <C> the commands
     */
    @FunctionalInterface
    public interface Runner<C> {
        /**
         * Runs it.
         *
         * @throws Exception any exception is a failure, as an {@link AssertionError} is
         */
        void run(List<C> history) throws Exception;
    }

    private Histories(
            Function<Random, C> generator,
            String name,
            long baseSeed,
            int count,
            int maxLength,
            Function<C, ? extends Iterable<C>> simpler,
            @Nullable Coverage coverage) {
        this.generator = generator;
        this.name = name;
        this.baseSeed = baseSeed;
        this.count = count;
        this.maxLength = maxLength;
        this.simpler = simpler;
        this.coverage = coverage;
    }

    /** 200 histories of 1 to 100 commands of this generator, from a base seed of 1. */
    public static <C> Histories<C> of(Function<Random, C> generator) {
        return new Histories<>(generator, "A random history", 1, 200, 100, command -> List.of(), null);
    }

    /** What a report calls it. */
    public Histories<C> named(String text) {
        return new Histories<>(generator, text, baseSeed, count, maxLength, simpler, coverage);
    }

    /** How many histories, at least 1, before {@link Effort} multiplies them. */
    public Histories<C> count(int histories) {
        return new Histories<>(generator, name, baseSeed, atLeastOne("count", histories), maxLength, simpler, coverage);
    }

    /** The longest history, at least 1. Lengths are evenly distributed from 1 on. */
    public Histories<C> maxLength(int commands) {
        return new Histories<>(generator, name, baseSeed, count, atLeastOne("maxLength", commands), simpler, coverage);
    }

    /** Other histories than those of base seed 1. Not the seed of a report: that one goes into {@value #SEED}. */
    public Histories<C> baseSeed(long seed) {
        return new Histories<>(generator, name, seed, count, maxLength, simpler, coverage);
    }

    /** How a command may be made simpler while shrinking; the first that still fails is taken. None unless set. */
    public Histories<C> simplifying(Function<C, ? extends Iterable<C>> simplerCommands) {
        return new Histories<>(generator, name, baseSeed, count, maxLength, simplerCommands, coverage);
    }

    /** What all histories together must have met; not asked for when a single one is replayed. */
    public Histories<C> covering(Coverage collector) {
        return new Histories<>(generator, name, baseSeed, count, maxLength, simpler, collector);
    }

    /**
     * Runs them.
     *
     * @throws HistoryFailure for the first that fails, shrunken
     * @throws AssertionError when required coverage is missing
     */
    public void check(Runner<C> runner) {
        String replay = System.getProperty(SEED);
        if (replay != null) {
            checkOne(parseSeed(replay), runner);
            return;
        }
        SplittableRandom seeds = new SplittableRandom(baseSeed);
        int histories = Effort.times(count);
        for (int index = 0; index < histories; index++) {
            checkOne(seeds.nextLong(), runner);
        }
        if (coverage != null) {
            coverage.assertComplete();
        }
    }

    /** The history of a seed, as {@link #check} runs it. */
    public List<C> history(long seed) {
        Random random = new Random(seed);
        int length = 1 + random.nextInt(maxLength);
        List<C> history = new ArrayList<>(length);
        for (int index = 0; index < length; index++) {
            history.add(generator.apply(random));
        }
        return List.copyOf(history);
    }

    private void checkOne(long seed, Runner<C> runner) {
        List<C> history = history(seed);
        Throwable failure = Shrinker.failureOf(runner, history);
        if (failure != null) {
            Shrinker<C> shrinker = new Shrinker<>(runner, simpler, SHRINKING_RUNS, history, failure);
            shrinker.shrink();
            throw new HistoryFailure(name, seed, history.size(), shrinker.smallest(), shrinker.failure());
        }
    }

    private static long parseSeed(String text) {
        try {
            return Long.parseLong(text.strip());
        } catch (NumberFormatException notANumber) {
            throw new IllegalArgumentException(SEED + " must be a whole number, found \"" + text + "\".", notANumber);
        }
    }

    private static int atLeastOne(String field, int value) {
        if (value < 1) {
            throw new IllegalArgumentException(field + " must be at least 1, found " + value + ".");
        }
        return value;
    }
}
