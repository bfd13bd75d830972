/** The command {@code checkpoint}: its entry, the options every command shares, exit codes and the error document. */
@NullMarked
package dev.toolcheckpoint.cli;

import org.jspecify.annotations.NullMarked;
