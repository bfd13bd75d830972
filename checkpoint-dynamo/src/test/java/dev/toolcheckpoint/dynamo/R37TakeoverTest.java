package dev.toolcheckpoint.dynamo;

import dev.toolcheckpoint.cases.R37TakeoverCases;
import dev.toolcheckpoint.testing.aws.AwsEndpoint;
import dev.toolcheckpoint.testing.aws.LocalAws;

/** {@link R37TakeoverCases} on a table. */
@LocalAws
class R37TakeoverTest extends R37TakeoverCases {
    R37TakeoverTest(AwsEndpoint aws) {
        super(DynamoWorkers.encrypted(aws));
    }
}
