package dev.toolcheckpoint.testing;

import dev.toolcheckpoint.protocol.Evidence;
import dev.toolcheckpoint.protocol.Receipt;
import dev.toolcheckpoint.protocol.Recovery;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Every shape a record can have: all six states, and within them every optional field both there and absent. */
enum SampleState {
    READY,
    EXECUTING,
    EXECUTING_FROM_READY,
    EXECUTING_RENEWED,
    EXECUTING_ABANDONED,
    EXECUTING_RECLAIMED,
    UNCERTAIN_BY_HOLDER,
    UNCERTAIN_EXPIRED,
    UNCERTAIN_ABANDONED,
    UNCERTAIN_BY_OPERATOR,
    COMPLETED,
    COMPLETED_ERROR,
    COMPLETED_RETRYABLE_ERROR,
    COMPLETED_VOID,
    COMPLETED_AFTER_UNCERTAIN,
    COMPLETED_SETTLED_HAPPENED,
    COMPLETED_SETTLED_ABSENT,
    COMPLETED_DELIVERY_RELEASED,
    COMPLETED_DELIVERY_SETTLED_ABSENT,
    COMPLETED_FORGOTTEN,
    DELIVERING,
    DELIVERING_IDEMPOTENT,
    DELIVERING_RECLAIMED,
    DELIVERED,
    DELIVERED_UNDELIVERABLE,
    DELIVERED_SETTLED,
    DELIVERED_FORGOTTEN;

    static final Receipt RECEIPT = Receipt.successJson("{\"ticket\":\"42\",\"text\":\"Größe 漢字\"}");

    private static final Evidence HAPPENED = Evidence.happened("ledger entry 7", "operator@example.org");
    private static final Evidence ABSENT = Evidence.absent("the ledger has no entry, and the host is gone", "operator");

    /** Walks a call that is not in the store yet to this state. */
    CallWalk reach(CallWalk walk) {
        return switch (this) {
            case READY -> walk.create();
            case EXECUTING -> walk.createClaimed();
            case EXECUTING_FROM_READY -> walk.create().claim();
            case EXECUTING_RENEWED -> walk.with(window()).createClaimed().renew();
            case EXECUTING_ABANDONED -> walk.with(window()).createClaimed().abandon();
            case EXECUTING_RECLAIMED ->
                walk.with(window().maxAttempts(3)).createClaimed().reclaim();
            case UNCERTAIN_BY_HOLDER -> walk.createClaimed().markUncertain("the connection was reset");
            case UNCERTAIN_EXPIRED -> walk.createClaimed().expire();
            case UNCERTAIN_ABANDONED ->
                walk.with(window().maxAttempts(1)).createClaimed().abandon();
            case UNCERTAIN_BY_OPERATOR -> walk.createClaimed().markUncertainBy("operator", "the host burnt down");
            case COMPLETED -> walk.createClaimed().complete(RECEIPT);
            case COMPLETED_ERROR -> walk.createClaimed().complete(error(false));
            case COMPLETED_RETRYABLE_ERROR -> walk.createClaimed().complete(error(true));
            case COMPLETED_VOID -> walk.createClaimed().complete(Receipt.successVoid());
            case COMPLETED_AFTER_UNCERTAIN ->
                walk.createClaimed().markUncertain("no answer yet").complete(RECEIPT);
            case COMPLETED_SETTLED_HAPPENED -> walk.createClaimed().expire().settle(HAPPENED, RECEIPT);
            case COMPLETED_SETTLED_ABSENT -> walk.createClaimed().expire().settle(ABSENT, error(true));
            case COMPLETED_DELIVERY_RELEASED -> DELIVERING.reach(walk).releaseDelivery();
            case COMPLETED_DELIVERY_SETTLED_ABSENT -> DELIVERING.reach(walk).settleDelivery(ABSENT);
            case COMPLETED_FORGOTTEN -> COMPLETED.reach(walk).forget();
            case DELIVERING -> COMPLETED.reach(walk).claimDelivery(false);
            case DELIVERING_IDEMPOTENT -> COMPLETED.reach(walk).claimDelivery(true);
            case DELIVERING_RECLAIMED -> DELIVERING_IDEMPOTENT.reach(walk).reclaimDelivery();
            case DELIVERED -> DELIVERING.reach(walk).completeDelivery();
            case DELIVERED_UNDELIVERABLE -> DELIVERING.reach(walk).markUndeliverable("the address does not exist");
            case DELIVERED_SETTLED -> DELIVERING.reach(walk).settleDelivery(HAPPENED);
            case DELIVERED_FORGOTTEN -> DELIVERED.reach(walk).forget();
        };
    }

    private static Recovery.Idempotent window() {
        return Recovery.idempotent(Duration.ofMinutes(10));
    }

    private static Receipt error(boolean retryableAsNewCall) {
        return Receipt.error("text/plain", "refused".getBytes(StandardCharsets.UTF_8), retryableAsNewCall);
    }
}
