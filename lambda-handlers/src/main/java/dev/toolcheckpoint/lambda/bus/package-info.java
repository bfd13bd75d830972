/** Events of buses: EventBridge. */
@NullMarked
package dev.toolcheckpoint.lambda.bus;

import org.jspecify.annotations.NullMarked;
