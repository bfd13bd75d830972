package dev.toolcheckpoint.dynamo;

import dev.toolcheckpoint.cases.R14LeaseIsNoPermissionCases;
import dev.toolcheckpoint.testing.aws.AwsEndpoint;
import dev.toolcheckpoint.testing.aws.LocalAws;

/** {@link R14LeaseIsNoPermissionCases} on a table. */
@LocalAws
class R14LeaseIsNoPermissionTest extends R14LeaseIsNoPermissionCases {
    R14LeaseIsNoPermissionTest(AwsEndpoint aws) {
        super(DynamoWorkers.encrypted(aws));
    }
}
