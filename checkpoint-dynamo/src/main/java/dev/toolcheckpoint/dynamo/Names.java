package dev.toolcheckpoint.dynamo;

/** The attributes of the table: a stable schema, written down in {@code docs/reference/table.md}. */
final class Names {

    static final String PK = "pk";
    static final String SK = "sk";

    static final String SCHEMA = "schema";
    static final String CALL_ID = "callId";
    static final String TOOL = "tool";
    static final String TOOL_REVISION = "toolRev";
    static final String INPUT = "input";
    static final String RECOVERY = "recovery";
    static final String RETRY_FOR = "retryFor";
    static final String MAX_ATTEMPTS = "maxTries";
    static final String REVISION = "revision";
    static final String WRITE_ID = "writeId";
    static final String STATUS = "status";
    static final String ATTEMPT = "attempt";
    static final String EPOCH = "epoch";
    static final String CLAIMED = "claimed";
    static final String LEASE = "lease";
    static final String ABANDONED = "abandoned";
    static final String ACQUIRED = "acquired";
    static final String RETRY_BEFORE = "retryBy";
    static final String UNSURE_CODE = "unsure";
    static final String UNSURE_TEXT = "unsureText";
    static final String UNSURE_AT = "unsureAt";
    static final String UNSURE_BY = "unsureBy";
    static final String OUTCOME = "outcome";
    static final String NEW_CALL = "newCall";
    static final String MEDIA_TYPE = "media";
    static final String SIZE = "size";
    static final String DIGEST = "digest";
    static final String PAYLOAD = "payload";
    static final String PLACE = "place";
    static final String COMPLETED = "completed";
    static final String SETTLED = "settled";
    static final String SETTLED_TEXT = "settledText";
    static final String SETTLED_BY = "settledBy";
    static final String DELIVERY = "delivery";
    static final String DELIVERY_IDEMPOTENT = "dIdem";
    static final String DELIVERY_CLAIMED = "dClaimed";
    static final String DELIVERY_LEASE = "dLease";
    static final String DELIVERY_ATTEMPTS = "dTries";
    static final String DELIVERED = "delivered";
    static final String UNDELIVERABLE = "undeliv";
    static final String DELIVERY_SETTLED = "dSettled";
    static final String DELIVERY_SETTLED_TEXT = "dSettledText";
    static final String DELIVERY_SETTLED_BY = "dSettledBy";
    static final String CREATED = "created";
    static final String UPDATED = "updated";
    static final String RETAIN_UNTIL = "retain";

    /** The table's time-to-live attribute: epoch seconds, everything else is in milliseconds. */
    static final String EXPIRES_AT = "expiresAt";

    static final String ATTENTION = "attention";
    static final String ATTENTION_AT = "attentionAt";

    /** The sparse index over {@link #ATTENTION} and {@link #ATTENTION_AT}. */
    static final String ATTENTION_INDEX = "attention";

    /** A chunk's bytes. */
    static final String DATA = "data";

    /** When a chunk without a time to live was written: epoch milliseconds. */
    static final String STORED_AT = "storedAt";

    private Names() {}
}
