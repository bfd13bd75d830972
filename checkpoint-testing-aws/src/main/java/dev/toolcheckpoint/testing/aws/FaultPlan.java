package dev.toolcheckpoint.testing.aws;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Which requests of a {@link FaultyHttpClient} fail, and how. Rules add up; a request meets the fault of the first rule that has
 * one for it. Thread-safe.
 *
 * <pre>{@code
 * client.faults().on("PutItem").nth(2, Fault.DROP_RESPONSE);
 * client.faults().on("GenerateDataKey").always(Fault.THROTTLE);
 * }</pre>
 */
public final class FaultPlan {

    private final List<Rule> rules = new ArrayList<>();

    FaultPlan() {}

    /** Requests of one operation. */
    public Requests on(String operation) {
        return on(request -> request.operation().equals(operation));
    }

    /** Requests that change stored data. */
    public Requests onWrites() {
        return on(WireRequest::write);
    }

    /** Requests that a condition holds for; it is asked once a request. */
    public Requests on(Predicate<WireRequest> condition) {
        return new Requests(condition);
    }

    /** Drops all rules. */
    public synchronized void heal() {
        rules.clear();
    }

    synchronized @Nullable Fault next(WireRequest request) {
        Fault fault = null;
        for (Rule rule : rules) {
            Fault of = rule.next(request);
            fault = fault == null ? of : fault;
        }
        return fault;
    }

    private synchronized void add(Rule rule) {
        rules.add(rule);
    }

    /** Requests that a rule is for. They are counted from when the rule is made. */
    public final class Requests {

        private final Predicate<WireRequest> condition;

        private Requests(Predicate<WireRequest> condition) {
            this.condition = condition;
        }

        /** The {@code n}th of them, from 1, fails. Repeats by the SDK count. */
        public void nth(int n, Fault fault) {
            add(new Rule(condition, count -> count == n ? fault : null));
        }

        /** The next of them fail in turn; those after that pass. */
        public void next(Fault... faults) {
            List<Fault> inTurn = List.of(faults);
            add(new Rule(condition, count -> count <= inTurn.size() ? inTurn.get(count - 1) : null));
        }

        /** All of them fail. */
        public void always(Fault fault) {
            add(new Rule(condition, count -> fault));
        }
    }

    private static final class Rule {
        private final Predicate<WireRequest> condition;
        private final IntFunction<@Nullable Fault> faultOf;
        private int count;

        private Rule(Predicate<WireRequest> condition, IntFunction<@Nullable Fault> faultOf) {
            this.condition = condition;
            this.faultOf = faultOf;
        }

        private @Nullable Fault next(WireRequest request) {
            return condition.test(request) ? faultOf.apply(++count) : null;
        }
    }
}
