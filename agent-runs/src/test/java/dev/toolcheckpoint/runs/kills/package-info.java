/** Runs whose workers are killed for real. */
@NullMarked
package dev.toolcheckpoint.runs.kills;

import org.jspecify.annotations.NullMarked;
