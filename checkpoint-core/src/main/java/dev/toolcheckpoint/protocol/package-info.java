/**
 * The protocol: what a checkpoint is, which states it has, which changes are allowed, and what each error means.
 *
 * <p>Everything here is a pure function from (record, command, instant) to a {@link
 * dev.toolcheckpoint.protocol.Transition}. Nothing does I/O, reads a clock or makes a random value. The host acts only
 * after the compare-and-swap of the transition succeeded.
 *
 * <pre>
 *            claim             complete               claimDelivery            completeDelivery
 *   READY ----------> EXECUTING ---------> COMPLETED -------------> DELIVERING -----------------> DELIVERED
 *                      |  ^  |                ^  ^                    |   |    markUndeliverable     ^
 *                reclaim  |  | markUncertain  |  +--- release --------+   +--------------------------+
 *                      +--+  v                |
 *                        UNCERTAIN -----------+
 *                                    settle (evidence), or complete by the same attempt
 * </pre>
 *
 * <p>There is no way back to READY: a call whose attempt may have acted is never handed out again as if it were new.
 *
 * <table>
 *   <caption>Where to look</caption>
 *   <tr><td>the record</td><td>{@link dev.toolcheckpoint.protocol.Checkpoint}, {@link dev.toolcheckpoint.protocol.Binding},
 *     {@link dev.toolcheckpoint.protocol.Recovery}, {@link dev.toolcheckpoint.protocol.Execution},
 *     {@link dev.toolcheckpoint.protocol.Outcome}, {@link dev.toolcheckpoint.protocol.Delivery}</td></tr>
 *   <tr><td>the states</td><td>{@link dev.toolcheckpoint.protocol.Status}</td></tr>
 *   <tr><td>the transitions</td><td>{@link dev.toolcheckpoint.protocol.ExecutionTransitions},
 *     {@link dev.toolcheckpoint.protocol.DeliveryTransitions}</td></tr>
 *   <tr><td>what must always hold</td><td>{@link dev.toolcheckpoint.protocol.Invariants}</td></tr>
 *   <tr><td>the errors</td><td>{@link dev.toolcheckpoint.protocol.ErrorCode},
 *     {@link dev.toolcheckpoint.protocol.CheckpointException}</td></tr>
 * </table>
 */
@NullMarked
package dev.toolcheckpoint.protocol;

import org.jspecify.annotations.NullMarked;
