/** {@code runs}: the commands for runs of agents. */
@NullMarked
package dev.toolcheckpoint.cli.runs;

import org.jspecify.annotations.NullMarked;
