/** A sample agent on the public API: its model, its tools and the world they act on. */
@NullMarked
package dev.toolcheckpoint.orderdesk;

import org.jspecify.annotations.NullMarked;
