/** Switches safeguards off, one at a time, and looks whether a test notices. */
@NullMarked
package dev.toolcheckpoint.mutation;

import org.jspecify.annotations.NullMarked;
