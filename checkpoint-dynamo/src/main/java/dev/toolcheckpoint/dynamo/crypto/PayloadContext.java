package dev.toolcheckpoint.dynamo.crypto;

import dev.toolcheckpoint.protocol.ProtocolException;

/**
 * Where a payload stands. A sealed payload opens only where it was sealed: moved to another record, attribute or tenant, it
 * does not. Nothing here may change while the payload lives, so a record's revision is not part of it.
 *
 * @param namespace the tenant; data keys are never shared between namespaces. It shows up in AWS CloudTrail, so it must not
 *     hold personal data
 * @param partitionKey the item's {@code pk}
 * @param sortKey the item's {@code sk}
 * @param attribute the attribute the payload belongs to
 */
public record PayloadContext(String namespace, String partitionKey, String sortKey, String attribute) {

    /** Checks that no part is empty. */
    public PayloadContext {
        required("namespace", namespace);
        required("partitionKey", partitionKey);
        required("sortKey", sortKey);
        required("attribute", attribute);
    }

    private static void required(String name, String value) {
        if (value.isEmpty()) {
            throw ProtocolException.invalidArgument("A payload's " + name + " must not be empty.");
        }
    }
}
