/**
 * The store SPI: what a place that keeps checkpoints must do, how it is found, and the in-memory store.
 *
 * <p>A store is three promises: an atomic create-if-absent, an atomic compare-and-swap on {@code revision} and {@code
 * writeId}, and a read that sees every acknowledged write. The contract kit of {@code checkpoint-testing} checks them.
 */
@NullMarked
package dev.toolcheckpoint.store;

import org.jspecify.annotations.NullMarked;
