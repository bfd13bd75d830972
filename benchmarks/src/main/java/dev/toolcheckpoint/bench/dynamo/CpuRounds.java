package dev.toolcheckpoint.bench.dynamo;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;

/**
 * CPU time of ours against a baseline, in one process: rounds of both take turns, and the ratio is the median of the rounds' ratios.
 * Counted is the CPU time of every Java thread, which waiting doesn't add to and other processes disturb little; the collector's and
 * the compiler's threads are left out.
 */
final class CpuRounds {

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final long ROUND_NANOS = 50_000_000;
    private static final int ROUNDS = 15;
    private static final int WARM_UP_ROUNDS = 12;

    private CpuRounds() {}

    /** One unit of work. */
    @FunctionalInterface
    interface Work {
        void once() throws Exception;
    }

    /**
     * What was measured.
     *
     * @param ours microseconds of CPU for one unit of ours
     * @param baseline the same of the baseline
     * @param ratio ours to baseline
     */
    record Result(double ours, double baseline, double ratio) {}

    static Result measure(Work ours, Work baseline) throws Exception {
        warmUp(ours, baseline);
        int units = calibrated(ours);
        double[] mine = new double[ROUNDS];
        double[] theirs = new double[ROUNDS];
        double[] ratios = new double[ROUNDS];
        for (int round = 0; round < ROUNDS; round++) {
            mine[round] = cost(ours, units);
            theirs[round] = cost(baseline, units);
            ratios[round] = mine[round] / theirs[round];
        }
        return new Result(median(mine), median(theirs), median(ratios));
    }

    /** Until the compiler has seen enough of both. */
    private static void warmUp(Work ours, Work baseline) throws Exception {
        for (int round = 0; round < WARM_UP_ROUNDS; round++) {
            int units = calibrated(ours);
            cost(ours, units);
            cost(baseline, units);
        }
    }

    static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    /** Enough units that a round is long beside the clock's grain, at least two. */
    private static int calibrated(Work work) throws Exception {
        int units = 2;
        while (true) {
            long nanos = (long) (cost(work, units) * 1_000 * units);
            if (nanos >= ROUND_NANOS / 2) {
                return (int) Math.max(2, units * ROUND_NANOS / nanos);
            }
            units *= 2;
        }
    }

    /** Microseconds of CPU for one unit. */
    private static double cost(Work work, int units) throws Exception {
        long before = nanos();
        for (int unit = 0; unit < units; unit++) {
            work.once();
        }
        return (nanos() - before) / 1_000.0 / units;
    }

    private static long nanos() {
        long sum = 0;
        for (long thread : THREADS.getAllThreadIds()) {
            sum += Math.max(0, THREADS.getThreadCpuTime(thread));
        }
        return sum;
    }
}
