package dev.toolcheckpoint.bench.dynamo;

import org.jspecify.annotations.Nullable;

/**
 * One number.
 *
 * @param group what it belongs to, as in {@code requests and units}
 * @param name what was measured
 * @param unit of value and target
 * @param target the most it should be; {@code null} when it is only told
 */
record Figure(
        String group,
        String name,
        double value,
        String unit,
        @Nullable Double target) {

    static Figure told(String group, String name, double value, String unit) {
        return new Figure(group, name, value, unit, null);
    }

    static Figure atMost(double target, String group, String name, double value, String unit) {
        return new Figure(group, name, value, unit, target);
    }

    /** {@code pass}, {@code short}, or nothing when there is no target. */
    String verdict() {
        if (target == null) {
            return "";
        }
        return value <= target ? "pass" : "short";
    }
}
