package dev.toolcheckpoint.dynamo;

import dev.toolcheckpoint.cases.R01OwnWriteCases;
import dev.toolcheckpoint.testing.aws.AwsEndpoint;
import dev.toolcheckpoint.testing.aws.LocalAws;

/** {@link R01OwnWriteCases} on a table. */
@LocalAws
class R01OwnWriteTest extends R01OwnWriteCases {
    R01OwnWriteTest(AwsEndpoint aws) {
        super(DynamoWorkers.clear(aws));
    }
}
