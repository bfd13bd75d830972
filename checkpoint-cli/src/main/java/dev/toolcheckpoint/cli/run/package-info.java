/** Running a shell command under the journal. */
@NullMarked
package dev.toolcheckpoint.cli.run;

import org.jspecify.annotations.NullMarked;
