/**
 * Checkpoints in AWS Lambda. Three ways, smallest change first: {@link
 * dev.toolcheckpoint.lambda.CheckpointedStreamHandler} in front of a handler without a change of code, {@link
 * dev.toolcheckpoint.lambda.CheckpointedHandler} around one in code, {@link dev.toolcheckpoint.lambda.ToolFunction} for declared
 * tools. All end in {@link dev.toolcheckpoint.tool.ToolRunner}; every event goes through an {@link
 * dev.toolcheckpoint.lambda.EventAdapter}.
 */
@NullMarked
package dev.toolcheckpoint.lambda;

import org.jspecify.annotations.NullMarked;
