package dev.toolcheckpoint.cli.lab;

import java.io.IOException;

/** The outside world: makes refunds. */
interface RefundService {

    /**
     * Makes a refund, unless one was made under this key.
     *
     * @param key the idempotency key
     * @param amount in cents
     * @throws IOException no answer arrived: nobody knows whether the refund was made
     */
    Refund refund(String key, String order, long amount) throws IOException;

    /**
     * A refund.
     *
     * @param reference what the service calls it
     * @param repeated whether it was made by an earlier request under the same key
     */
    record Refund(String reference, boolean repeated) {}
}
