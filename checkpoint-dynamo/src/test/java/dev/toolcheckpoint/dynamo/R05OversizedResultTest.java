package dev.toolcheckpoint.dynamo;

import dev.toolcheckpoint.cases.R05OversizedResultCases;
import dev.toolcheckpoint.testing.aws.AwsEndpoint;
import dev.toolcheckpoint.testing.aws.LocalAws;

/** {@link R05OversizedResultCases} on a table. */
@LocalAws
class R05OversizedResultTest extends R05OversizedResultCases {
    R05OversizedResultTest(AwsEndpoint aws) {
        super(DynamoWorkers.encrypted(aws));
    }
}
