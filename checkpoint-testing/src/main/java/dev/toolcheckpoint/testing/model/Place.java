package dev.toolcheckpoint.testing.model;

import dev.toolcheckpoint.testing.model.Command.Ending;
import dev.toolcheckpoint.testing.model.Command.Holder;
import java.util.Random;

/** Where and by whom something is done, with random particulars. */
record Place(Random random, int worker, int call) {

    private static final long[] LEASES = {1, 400, 2_000, 3_000, 3_000};

    static Place any(Random random) {
        // The first calls come more often, so that short histories go deep, too.
        int call = Math.min(random.nextInt(CallSpec.CALLS), random.nextInt(CallSpec.CALLS));
        return new Place(random, random.nextInt(ModelClock.WORKERS), call);
    }

    Place otherWorker() {
        return new Place(random, 1 - worker, call);
    }

    long lease() {
        return random.nextInt(40) == 0 ? 0 : LEASES[random.nextInt(LEASES.length)];
    }

    Holder holder() {
        int chance = random.nextInt(20);
        int back = chance == 0 ? Holder.NOBODY : chance == 1 ? Holder.WRONG_EPOCH : random.nextInt(6) / 4;
        return new Holder(back, random.nextInt(4) == 0);
    }

    int variant() {
        return random.nextInt(12) == 0 ? 1 + random.nextInt(CallSpec.VARIANTS - 1) : 0;
    }

    /** Few receipts often, so that two of them are equal now and then. */
    int receipt() {
        return random.nextInt(2) == 0 ? 0 : random.nextInt(CallSpec.RECEIPTS);
    }

    Command.Operation begin() {
        return new Command.Begin(worker, call, variant(), lease());
    }

    Command.Operation complete() {
        return new Command.Complete(worker, call, holder(), receipt());
    }

    Command.Operation renew() {
        return new Command.Renew(worker, call, holder(), lease());
    }

    Command.Operation settle(boolean happened) {
        long quiescence = random.nextInt(3) == 0 ? 0 : Generator.QUIESCENCE;
        return new Command.Settle(
                worker, call, random.nextInt(2) == 0 ? -1 : variant(), happened, receipt(), quiescence);
    }

    Command.Operation claimDelivery() {
        return new Command.ClaimDelivery(worker, call, deliverable(), lease(), random.nextInt(4) != 0);
    }

    Command.Operation endDelivery() {
        Ending[] endings = Ending.values();
        return new Command.EndDelivery(
                worker,
                call,
                endings[random.nextInt(endings.length)],
                random.nextInt(8) == 0 ? -1 : random.nextInt(6) / 5,
                random.nextInt(3) == 0);
    }

    /** Often the newest, sometimes an older one, and sometimes the key alone. */
    int deliverable() {
        return random.nextInt(8) / 2 - 1;
    }

    Command.Operation settleDelivery(boolean happened) {
        return new Command.SettleDelivery(worker, call, happened);
    }
}
