/** The operations of the journal, one a command, so that any language can drive it. */
@NullMarked
package dev.toolcheckpoint.cli.journal;

import org.jspecify.annotations.NullMarked;
