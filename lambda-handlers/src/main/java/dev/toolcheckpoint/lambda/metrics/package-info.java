/** Metrics for CloudWatch, written as log lines in its embedded metric format. */
@NullMarked
package dev.toolcheckpoint.lambda.metrics;

import org.jspecify.annotations.NullMarked;
