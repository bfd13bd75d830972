package dev.toolcheckpoint.testing.aws;

import org.jspecify.annotations.Nullable;

/**
 * A request and what came of it.
 *
 * @param request the request
 * @param fault what was done to it; {@code null} for nothing
 * @param status the HTTP status that the client got; 0 when it got none
 * @param responseBytes how many bytes of body the service answered, also when the client did not get them; 0 when it was not
 *     asked
 * @param capacityUnits the sum of {@code ConsumedCapacity} in the service's answer, indexes included; 0 when it has none
 */
public record WireExchange(
        WireRequest request, @Nullable Fault fault, int status, long responseBytes, double capacityUnits) {

    /** How many bytes of body were sent. */
    public long requestBytes() {
        return request.bytes();
    }
}
