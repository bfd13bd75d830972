/** Runs in the SQLite file of the journal. Needs the module {@code checkpoint-sqlite}. */
@NullMarked
package dev.toolcheckpoint.runs.sqlite;

import org.jspecify.annotations.NullMarked;
