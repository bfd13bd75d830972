/**
 * Model tests of the journal over a store of yours: random histories, each answer and each record compared with an
 * independent model.
 *
 * <pre>{@code
 * class FileStoreModelTest extends JournalModelContract {
 *
 *     @TempDir Path folder;
 *
 *     @Override protected CheckpointStore open() {
 *         return new FileStore(folder); // the same data each time
 *     }
 * }
 * }</pre>
 *
 * <p>A history interleaves five calls (manual and idempotent, with and without a limit of attempts, late receipts accepted and
 * rejected) and two workers whose clocks differ by less than the skew margin. Requests get lost, arrive late or are refused
 * while the other worker acts; workers crash, and the store is closed and opened again. After every command the records are
 * read and compared field by field.
 *
 * <p>A failing history is made small and printed with its seed; {@code -Dtoolcheckpoint.seed=…} runs it again. What the
 * histories must have met (each kind of result of each operation, each boundary in time) is a list, and one that never was
 * met fails the test.
 */
@NullMarked
package dev.toolcheckpoint.testing.model;

import org.jspecify.annotations.NullMarked;
