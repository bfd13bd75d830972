/**
 * Goes after calls and deliveries that nobody ended: the {@link dev.toolcheckpoint.reconcile.Reconciler} and its {@link
 * dev.toolcheckpoint.reconcile.Reconciliation}.
 */
@NullMarked
package dev.toolcheckpoint.reconcile;

import org.jspecify.annotations.NullMarked;
