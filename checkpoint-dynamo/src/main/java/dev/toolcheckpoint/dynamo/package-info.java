/** The DynamoDB store: checkpoints as items, payloads encrypted under a KMS key. */
@NullMarked
package dev.toolcheckpoint.dynamo;

import org.jspecify.annotations.NullMarked;
