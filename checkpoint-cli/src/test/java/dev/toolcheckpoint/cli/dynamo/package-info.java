/** Tests of the commands on a DynamoDB table. */
@NullMarked
package dev.toolcheckpoint.cli.dynamo;

import org.jspecify.annotations.NullMarked;
