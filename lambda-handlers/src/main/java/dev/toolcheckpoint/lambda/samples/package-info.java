/** A small, real tool to try everything with: {@code refund-order} and its ledger, the outside world. */
@NullMarked
package dev.toolcheckpoint.lambda.samples;

import org.jspecify.annotations.NullMarked;
