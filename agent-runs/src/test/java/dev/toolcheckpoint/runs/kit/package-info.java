/**
 * The contract kit of run stores. A store of one's own passes it like this, with {@code agent-runs} (classifier {@code tests}),
 * {@code checkpoint-testing}, JUnit and AssertJ on the test class path:
 *
 * <pre>{@code
 * class MyRunStoreTest extends RunStoreContract {
 *     @TempDir
 *     private Path folder;
 *
 *     @Override
 *     protected RunStore open() {
 *         return MyRunStore.open(folder.resolve("runs"));
 *     }
 * }
 * }</pre>
 */
@NullMarked
package dev.toolcheckpoint.runs.kit;

import org.jspecify.annotations.NullMarked;
