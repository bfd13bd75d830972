package dev.toolcheckpoint.bench.dynamo;

import dev.toolcheckpoint.journal.Begin;
import dev.toolcheckpoint.journal.ClaimDelivery;
import dev.toolcheckpoint.journal.DeliveryEnd;
import dev.toolcheckpoint.protocol.Receipt;
import java.time.Duration;
import java.util.Locale;

/** The lines of the budget: what has to be there first, and what is measured. */
enum Case {
    /** A call that nobody made before. */
    FRESH {
        @Override
        void prepare(Calls calls, String callId, Receipt receipt) {
            // Nothing is there.
        }

        @Override
        void run(Calls calls, String callId, Receipt receipt) {
            calls.call(callId, receipt);
        }
    },
    /** A call that was completed. */
    REPLAY {
        @Override
        void prepare(Calls calls, String callId, Receipt receipt) {
            calls.call(callId, receipt);
        }

        @Override
        void run(Calls calls, String callId, Receipt receipt) {
            require(Begin.Replay.class, calls.journal.begin(Calls.intent(callId), Calls.LEASE));
        }
    },
    /** A call that somebody is at. */
    BUSY {
        @Override
        void prepare(Calls calls, String callId, Receipt receipt) {
            calls.acquire(callId);
        }

        @Override
        void run(Calls calls, String callId, Receipt receipt) {
            require(Begin.Busy.class, calls.journal.begin(Calls.intent(callId), Calls.LEASE));
        }
    },
    /** A completed call's key with another input. */
    CONFLICT {
        @Override
        void prepare(Calls calls, String callId, Receipt receipt) {
            calls.call(callId, receipt);
        }

        @Override
        void run(Calls calls, String callId, Receipt receipt) {
            require(Begin.Conflict.class, calls.journal.begin(Calls.otherIntent(callId), Calls.LEASE));
        }
    },
    /** The claim of a call whose holder's lease is over, without its completion. */
    TAKEOVER {
        @Override
        void prepare(Calls calls, String callId, Receipt receipt) {
            calls.acquire(callId);
            calls.clock.advance(Duration.ofSeconds(60));
        }

        @Override
        void run(Calls calls, String callId, Receipt receipt) {
            calls.acquire(callId);
        }
    },
    /** Claim and end of a completed call's delivery. */
    DELIVERY {
        @Override
        void prepare(Calls calls, String callId, Receipt receipt) {
            calls.call(callId, receipt);
        }

        @Override
        void run(Calls calls, String callId, Receipt receipt) {
            ClaimDelivery claim = calls.journal.claimDelivery(calls.completed(callId), Calls.LEASE, true);
            require(ClaimDelivery.Claimed.class, claim);
            DeliveryEnd end = calls.journal.completeDelivery(((ClaimDelivery.Claimed) claim).lease());
            if (end != DeliveryEnd.DONE) {
                throw Calls.unexpected("DONE", end);
            }
        }
    };

    /** Brings the record into the state that the case begins with. */
    abstract void prepare(Calls calls, String callId, Receipt receipt);

    /** What is measured. */
    abstract void run(Calls calls, String callId, Receipt receipt);

    /** Whether a result is stored, so that its size matters. */
    boolean hasResult() {
        return this != BUSY && this != TAKEOVER;
    }

    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    private static void require(Class<?> expected, Object found) {
        if (!expected.isInstance(found)) {
            throw Calls.unexpected(expected.getSimpleName(), found);
        }
    }
}
