/** Runs in the DynamoDB table of a journal. */
@NullMarked
package dev.toolcheckpoint.runs.dynamo;

import org.jspecify.annotations.NullMarked;
