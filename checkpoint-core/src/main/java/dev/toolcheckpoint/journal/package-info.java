/**
 * The journal: the operations that run the protocol's transitions against a store.
 *
 * <p>{@link dev.toolcheckpoint.journal.Journal} is the one way in. Its answers are values ({@link
 * dev.toolcheckpoint.journal.Begin}, {@link dev.toolcheckpoint.journal.Complete} …); only invalid arguments, broken records
 * and storage failures are exceptions. What happens is told to a {@link dev.toolcheckpoint.journal.CheckpointListener}.
 */
@NullMarked
package dev.toolcheckpoint.journal;

import org.jspecify.annotations.NullMarked;
