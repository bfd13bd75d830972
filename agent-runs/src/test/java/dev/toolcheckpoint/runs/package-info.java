/** Tests of agent runs. */
@NullMarked
package dev.toolcheckpoint.runs;

import org.jspecify.annotations.NullMarked;
