package dev.toolcheckpoint.dynamo;

import dev.toolcheckpoint.cases.R15TimeLeftCases;
import dev.toolcheckpoint.testing.aws.AwsEndpoint;
import dev.toolcheckpoint.testing.aws.LocalAws;

/** {@link R15TimeLeftCases} on a table. */
@LocalAws
class R15TimeLeftTest extends R15TimeLeftCases {
    R15TimeLeftTest(AwsEndpoint aws) {
        super(DynamoWorkers.encrypted(aws));
    }
}
