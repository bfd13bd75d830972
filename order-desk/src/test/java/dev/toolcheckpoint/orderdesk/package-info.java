/** Tests of the sample agent. */
@NullMarked
package dev.toolcheckpoint.orderdesk;

import org.jspecify.annotations.NullMarked;
