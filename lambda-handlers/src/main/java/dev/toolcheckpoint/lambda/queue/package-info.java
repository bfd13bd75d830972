/** Events of queues: SQS, standard and FIFO. */
@NullMarked
package dev.toolcheckpoint.lambda.queue;

import org.jspecify.annotations.NullMarked;
