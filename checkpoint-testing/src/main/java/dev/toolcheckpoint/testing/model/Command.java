package dev.toolcheckpoint.testing.model;

import java.util.List;

/**
 * One step of a history. A value: leases and deliveries are named by their place in the list of those handed out, and mean
 * nothing until the history runs.
 */
sealed interface Command {

    /** An operation of one worker on one call; the only commands that answer. */
    sealed interface Operation extends Command {

        /** The worker whose clock and store client it uses. */
        int worker();

        /** Which call. */
        int call();

        /** Carries it out. */
        Facts on(World world);

        /** What labels and reports call it. */
        default String operation() {
            return getClass().getSimpleName();
        }
    }

    /** {@code variant} 0 is the call itself; others differ from it in some field. */
    record Begin(int worker, int call, int variant, long lease) implements Operation {
        @Override
        public Facts on(World world) {
            return world.begin(this);
        }
    }

    /** {@code peek}. */
    record Peek(int worker, int call, int variant) implements Operation {
        @Override
        public Facts on(World world) {
            return world.peek(this);
        }
    }

    /** By any holder that ever was and did not crash. */
    record Complete(int worker, int call, Holder holder, int receipt) implements Operation {
        @Override
        public Facts on(World world) {
            return world.complete(this);
        }
    }

    /** {@code renew}. */
    record Renew(int worker, int call, Holder holder, long lease) implements Operation {
        @Override
        public Facts on(World world) {
            return world.renew(this);
        }
    }

    /** {@code abandon}. */
    record Abandon(int worker, int call, Holder holder) implements Operation {
        @Override
        public Facts on(World world) {
            return world.abandon(this);
        }
    }

    /** {@code markUncertain} with a lease. */
    record MarkByHolder(int worker, int call, Holder holder) implements Operation {
        @Override
        public Facts on(World world) {
            return world.markByHolder(this);
        }
    }

    /** {@code markUncertain} by name. */
    record MarkByOperator(int worker, int call) implements Operation {
        @Override
        public Facts on(World world) {
            return world.markByOperator(this);
        }
    }

    /** {@code expire} by anyone. */
    record Expire(int worker, int call) implements Operation {
        @Override
        public Facts on(World world) {
            return world.expire(this);
        }
    }

    /** {@code expire} by name. */
    record ExpireByOperator(int worker, int call) implements Operation {
        @Override
        public Facts on(World world) {
            return world.expireByOperator(this);
        }
    }

    /** {@code variant} -1 settles by key, others by the call of that variant. */
    record Settle(int worker, int call, int variant, boolean happened, int receipt, long quiescence)
            implements Operation {
        @Override
        public Facts on(World world) {
            return world.settle(this);
        }
    }

    /**
     * {@code claimDelivery}.
     *
     * @param deliverable how many deliverables before the newest; negative, or when there is none, by key
     */
    record ClaimDelivery(int worker, int call, int deliverable, long lease, boolean idempotent) implements Operation {
        @Override
        public Facts on(World world) {
            return world.claimDelivery(this);
        }
    }

    /** The ways in which the holder of a delivery ends it. */
    enum Ending {
        /** {@code completeDelivery}. */
        COMPLETE,
        /** {@code releaseDelivery}. */
        RELEASE,
        /** {@code markUndeliverable}. */
        UNDELIVERABLE
    }

    /**
     * By any delivery that was ever claimed and whose worker did not crash; a negative one was never claimed.
     *
     * @param byId whether only its id is said, so that nothing is remembered
     */
    record EndDelivery(int worker, int call, Ending ending, int delivery, boolean byId) implements Operation {
        @Override
        public Facts on(World world) {
            return world.endDelivery(this);
        }

        @Override
        public String operation() {
            return "EndDelivery " + ending;
        }
    }

    /** {@code settleDelivery}. */
    record SettleDelivery(int worker, int call, boolean happened) implements Operation {
        @Override
        public Facts on(World world) {
            return world.settleDelivery(this);
        }
    }

    /** {@code forget}. */
    record Forget(int worker, int call) implements Operation {
        @Override
        public Facts on(World world) {
            return world.forget(this);
        }
    }

    /** A record that was created and not claimed. */
    record MakeReady(int worker, int call) implements Operation {
        @Override
        public Facts on(World world) {
            return world.makeReady(this);
        }
    }

    /** Time passes for everybody. */
    record Advance(long millis) implements Command {}

    /** Time passes until the worker's clock stands {@code off} ms from the boundary, unless that is over. */
    record AdvanceTo(int worker, int call, Boundary boundary, long off) implements Command {}

    /** The worker forgets its leases and deliveries. */
    record Crash(int worker) implements Command {}

    /** The store is closed and opened again. */
    record Reopen() implements Command {}

    /** The worker's oldest late packet arrives. */
    record Arrive(int worker) implements Command {}

    /** Commands that lead somewhere together. */
    record Sequence(List<Command> commands) implements Command {
        /** Copies the list. */
        public Sequence {
            commands = List.copyOf(commands);
        }
    }

    /** The operation meets a fault, and the other worker acts meanwhile. */
    record Disturbed(Operation operation, Disturbance disturbance, List<Command> meanwhile) implements Command {
        /** Copies the list. */
        public Disturbed {
            meanwhile = List.copyOf(meanwhile);
        }
    }

    /**
     * Who speaks for an attempt.
     *
     * @param back how many leases before the newest; negative for somebody who never had one
     * @param rebuilt whether the lease was rebuilt from its parts, so that it remembers no record
     */
    record Holder(int back, boolean rebuilt) {
        /** Has an attempt id that nobody has. */
        static final int NOBODY = -1;

        /** Has the newest lease's attempt id with the next epoch. */
        static final int WRONG_EPOCH = -2;
    }

    /** The instants at which a rule changes its answer. */
    enum Boundary {
        /** The execution's lease ends. */
        LEASE_END,
        /** The execution's lease and the margin end. */
        MARGIN_END,
        /** {@code now + margin = retryStartBefore}. */
        CUTOFF,
        /** "It did not happen" counts. */
        ABSENCE,
        /** The delivery's lease ends. */
        DELIVERY_END,
        /** The delivery's lease and the margin end. */
        DELIVERY_MARGIN_END
    }
}
