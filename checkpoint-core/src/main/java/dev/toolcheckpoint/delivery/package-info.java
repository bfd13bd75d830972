/**
 * Active delivery: sending a stored outcome to whoever asked. {@link dev.toolcheckpoint.delivery.DeliveryRunner} claims, a
 * {@link dev.toolcheckpoint.delivery.Deliverer} sends, and the record says how it ended.
 */
@NullMarked
package dev.toolcheckpoint.delivery;

import org.jspecify.annotations.NullMarked;
