package dev.toolcheckpoint.dynamo;

import dev.toolcheckpoint.cases.R12RetentionCases;
import dev.toolcheckpoint.testing.aws.AwsEndpoint;
import dev.toolcheckpoint.testing.aws.LocalAws;

/** {@link R12RetentionCases} on a table. */
@LocalAws
class R12RetentionTest extends R12RetentionCases {
    R12RetentionTest(AwsEndpoint aws) {
        super(DynamoWorkers.encrypted(aws));
    }
}
