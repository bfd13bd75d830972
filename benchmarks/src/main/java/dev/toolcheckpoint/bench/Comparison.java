package dev.toolcheckpoint.bench;

import java.util.ArrayList;
import java.util.List;

/**
 * Ours against a baseline, in one process: rounds of both take turns, so that a slow moment of the machine hits both. The ratio
 * is the median of the rounds' ratios.
 */
final class Comparison {

    private static final double NANOS_PER_SECOND = 1e9;

    private static final long LONGEST_WARMUP_NANOS = 60_000_000_000L;

    private final String name;
    private final double target;
    private final Work ours;
    private final Work baseline;

    Comparison(String name, double target, Work ours, Work baseline) {
        this.name = name;
        this.target = target;
        this.ours = ours;
        this.baseline = baseline;
    }

    /** One unit of work, made anew with every call. */
    @FunctionalInterface
    interface Work {
        void once() throws Exception;
    }

    /**
     * What was measured.
     *
     * @param oursPerSecond the median rate of ours
     * @param baselinePerSecond the median rate of the baseline
     * @param ratio the median of the rounds' ratios, ours to baseline
     * @param target the ratio to reach
     */
    record Result(String name, double oursPerSecond, double baselinePerSecond, double ratio, double target) {
        boolean reached() {
            return ratio >= target;
        }
    }

    Result measure(int warmups, int rounds, int unitsPerRound) throws Exception {
        // Until the compiler is done with both, but not for ever where a disk is slow.
        long start = System.nanoTime();
        for (int round = 0; round < warmups && System.nanoTime() - start < LONGEST_WARMUP_NANOS; round++) {
            rate(ours, unitsPerRound);
            rate(baseline, unitsPerRound);
        }
        List<Double> mine = new ArrayList<>();
        List<Double> theirs = new ArrayList<>();
        List<Double> ratios = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            double our = rate(ours, unitsPerRound);
            double bare = rate(baseline, unitsPerRound);
            mine.add(our);
            theirs.add(bare);
            ratios.add(our / bare);
        }
        return new Result(name, median(mine), median(theirs), median(ratios), target);
    }

    private static double rate(Work work, int units) throws Exception {
        long start = System.nanoTime();
        for (int unit = 0; unit < units; unit++) {
            work.once();
        }
        return units * NANOS_PER_SECOND / (System.nanoTime() - start);
    }

    private static double median(List<Double> values) {
        List<Double> sorted = new ArrayList<>(values);
        sorted.sort(Double::compare);
        return sorted.get(sorted.size() / 2);
    }
}
