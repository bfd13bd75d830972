/**
 * Delivery through services of AWS. Senders send once: the SDK's own repeats are switched off for their requests, because a
 * repeat after a lost answer is a second message that nobody asked for. Tasks of Step Functions are completed once by themselves.
 */
@NullMarked
package dev.toolcheckpoint.deliverers.aws;

import org.jspecify.annotations.NullMarked;
