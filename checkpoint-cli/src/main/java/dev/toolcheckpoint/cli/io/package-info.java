/** Documents that are read and printed: JSON, times, durations. */
@NullMarked
package dev.toolcheckpoint.cli.io;

import org.jspecify.annotations.NullMarked;
