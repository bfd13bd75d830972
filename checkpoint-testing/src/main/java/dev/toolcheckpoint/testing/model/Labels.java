package dev.toolcheckpoint.testing.model;

import java.util.List;
import java.util.stream.Stream;

/** What the histories must have met. */
final class Labels {

    /** From how many histories on the rare ones must be met, too. */
    static final int MANY = 2_000;

    /** Each kind of result of each operation. */
    private static final String RESULTS = """
            Abandon: Abandoned
            Abandon: Stale
            Abandon: Uncertain
            Abandon: throws INVALID_ARGUMENT
            Abandon: throws STORE_UNAVAILABLE
            Begin: Acquired
            Begin: Busy
            Begin: Conflict
            Begin: Replay
            Begin: Uncertain
            Begin: throws INVALID_ARGUMENT
            Begin: throws STORE_UNAVAILABLE
            ClaimDelivery: AlreadyDelivered
            ClaimDelivery: Busy
            ClaimDelivery: Claimed
            ClaimDelivery: InDoubt
            ClaimDelivery: NotCompleted
            ClaimDelivery: Undeliverable
            ClaimDelivery: throws INVALID_ARGUMENT
            ClaimDelivery: throws RECORD_MISSING
            ClaimDelivery: throws STORE_UNAVAILABLE
            Complete: Completed
            Complete: OutcomeConflict
            Complete: Replayed
            Complete: Stale
            Complete: throws STORE_UNAVAILABLE
            EndDelivery COMPLETE: DONE
            EndDelivery COMPLETE: STALE
            EndDelivery COMPLETE: throws RECORD_MISSING
            EndDelivery COMPLETE: throws STORE_UNAVAILABLE
            EndDelivery RELEASE: DONE
            EndDelivery RELEASE: STALE
            EndDelivery RELEASE: throws RECORD_MISSING
            EndDelivery RELEASE: throws STORE_UNAVAILABLE
            EndDelivery UNDELIVERABLE: DONE
            EndDelivery UNDELIVERABLE: STALE
            EndDelivery UNDELIVERABLE: throws RECORD_MISSING
            EndDelivery UNDELIVERABLE: throws STORE_UNAVAILABLE
            Expire: Marked
            Expire: Stale
            Expire: throws RECORD_MISSING
            Expire: throws STORE_UNAVAILABLE
            ExpireByOperator: Marked
            ExpireByOperator: Stale
            ExpireByOperator: throws RECORD_MISSING
            Forget: ALREADY_FORGOTTEN
            Forget: FORGOTTEN
            Forget: NOT_FORGETTABLE
            Forget: throws RECORD_MISSING
            Forget: throws STORE_UNAVAILABLE
            MarkByHolder: Marked
            MarkByHolder: Stale
            MarkByHolder: throws STORE_UNAVAILABLE
            MarkByOperator: Marked
            MarkByOperator: Stale
            MarkByOperator: throws RECORD_MISSING
            MarkByOperator: throws STORE_UNAVAILABLE
            Peek: Busy
            Peek: Conflict
            Peek: Replay
            Peek: Uncertain
            Peek: nothing
            Renew: Lost
            Renew: Renewed
            Renew: throws INVALID_ARGUMENT
            Renew: throws STORE_UNAVAILABLE
            Settle: Conflict
            Settle: NotUncertain
            Settle: Replayed
            Settle: Settled
            Settle: TooEarly
            Settle: throws RECORD_MISSING
            Settle: throws STORE_UNAVAILABLE
            SettleDelivery: DONE
            SettleDelivery: STALE
            SettleDelivery: throws INVALID_TRANSITION
            SettleDelivery: throws RECORD_MISSING
            SettleDelivery: throws STORE_UNAVAILABLE
            """;

    /** Each boundary in time, each row of the table of lost writes, and the ways to a result that differ. */
    private static final String WAYS = """
            abandon: again
            begin: acquired a new call
            begin: acquired again
            begin: acquired what was ready
            begin: became uncertain
            begin: conflict in COMPLETED
            begin: conflict in DELIVERED
            begin: conflict in DELIVERING
            begin: conflict in EXECUTING
            begin: conflict in UNCERTAIN
            begin: found uncertain
            begin: live owner past the cutoff is busy
            begin: replay in COMPLETED
            begin: replay in DELIVERED
            begin: replay in DELIVERING
            begin: replay of a forgotten payload
            begin: too late, abandoned
            begin: too late, no effect stored
            begin: too late, uncertain
            boundary: 1 ms before absence counts
            boundary: 1 ms before the cutoff
            boundary: abandoned expires at once
            boundary: absence counts exactly now
            boundary: absent delivery 1 ms before lease + margin
            boundary: absent delivery at lease + margin
            boundary: at the cutoff
            boundary: attempts used up inside the window
            boundary: delivery 1 ms before lease + margin
            boundary: delivery at lease + margin
            boundary: delivery at the lease's end
            boundary: others 1 ms before lease + margin
            boundary: others at lease + margin
            boundary: others at the lease's end
            boundary: owner 1 ms before the lease's end
            boundary: owner at the lease's end
            claim delivery: after a release
            claim delivery: from an old record
            claim delivery: from the remembered record
            claim delivery: in doubt, as stored
            claim delivery: in doubt, not to be repeated by this one
            claim delivery: repeated
            complete: another retryable mark
            complete: late receipt accepted
            complete: late receipt rejected in EXECUTING
            complete: late receipt rejected in UNCERTAIN
            complete: out of uncertain
            end delivery: from an old record
            end delivery: from the remembered record
            lost COMPLETE of a delivery: overtaken
            lost RELEASE of a delivery: overtaken
            lost UNDELIVERABLE of a delivery: overtaken
            lost abandon: overtaken
            lost claim: COMPLETED
            lost claim: UNCERTAIN
            lost claim: another's record
            lost complete: recognised
            lost delivery claim: another's
            lost delivery claim: free again
            lost delivery settlement: never made
            lost delivery settlement: overtaken
            lost mark: overtaken
            lost renew: lost
            lost renew: recognised
            lost settle: recognised
            renew: never shorter
            settle: absent
            settle delivery: again
            settle: happened
            stale: COMPLETED
            stale: DELIVERED
            stale: DELIVERING
            stale: EXECUTING
            stale: READY
            stale: UNCERTAIN
            stale: no record
            unprepared: refused
            unprepared: what is stored is said
            """;

    private static final String RARE = """
            ExpireByOperator: throws STORE_UNAVAILABLE
            begin: conflict in READY
            outcome: forgotten while it was read
            renew: stored after it ended again
            """;

    private Labels() {}

    /** What so many histories must have met. */
    static List<String> of(int histories) {
        String rare = histories < MANY ? "" : RARE;
        return Stream.of(RESULTS, WAYS, rare).flatMap(String::lines).toList();
    }
}
