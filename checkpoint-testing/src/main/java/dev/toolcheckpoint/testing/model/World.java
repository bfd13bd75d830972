package dev.toolcheckpoint.testing.model;

/** What commands act on: the journal over a store, or the model of it. Answers and records come as facts. */
interface World {

    Facts begin(Command.Begin command);

    Facts peek(Command.Peek command);

    Facts complete(Command.Complete command);

    Facts renew(Command.Renew command);

    Facts abandon(Command.Abandon command);

    Facts markByHolder(Command.MarkByHolder command);

    Facts markByOperator(Command.MarkByOperator command);

    Facts expire(Command.Expire command);

    Facts expireByOperator(Command.ExpireByOperator command);

    Facts settle(Command.Settle command);

    Facts claimDelivery(Command.ClaimDelivery command);

    Facts endDelivery(Command.EndDelivery command);

    Facts settleDelivery(Command.SettleDelivery command);

    Facts forget(Command.Forget command);

    Facts makeReady(Command.MakeReady command);

    void advance(long millis);

    void advanceTo(Command.AdvanceTo command);

    void crash(int worker);

    void reopen();

    /** Lets the worker's oldest late packet arrive; whether there was one. */
    boolean arrive(int worker);

    /** The record of a call. */
    Facts record(int call);

    /** From now on the worker's requests meet the disturbance; {@code meanwhile} runs around the first of them. */
    void disturb(int worker, Disturbance disturbance, Runnable meanwhile);

    /** The worker's requests meet nothing any more; whether one did. */
    boolean calm(int worker);
}
