/** What the DynamoDB store costs: requests, units, KMS calls, CPU, start-up and size, each beside the number to reach. */
@NullMarked
package dev.toolcheckpoint.bench.dynamo;

import org.jspecify.annotations.NullMarked;
