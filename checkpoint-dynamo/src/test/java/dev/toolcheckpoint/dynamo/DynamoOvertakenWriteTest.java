package dev.toolcheckpoint.dynamo;

import dev.toolcheckpoint.cases.OvertakenWriteCases;
import dev.toolcheckpoint.testing.aws.AwsEndpoint;
import dev.toolcheckpoint.testing.aws.LocalAws;

/** {@link OvertakenWriteCases} on a table. */
@LocalAws
class DynamoOvertakenWriteTest extends OvertakenWriteCases {
    DynamoOvertakenWriteTest(AwsEndpoint aws) {
        super(DynamoWorkers.encrypted(aws));
    }
}
