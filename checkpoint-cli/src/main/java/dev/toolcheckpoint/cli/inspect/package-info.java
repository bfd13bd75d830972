/** Looking without changing anything: one record, or many. */
@NullMarked
package dev.toolcheckpoint.cli.inspect;

import org.jspecify.annotations.NullMarked;
