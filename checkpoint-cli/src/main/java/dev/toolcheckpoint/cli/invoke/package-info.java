/** {@code checkpoint invoke}: a real handler on a real event, in a process that can be killed. */
@NullMarked
package dev.toolcheckpoint.cli.invoke;

import org.jspecify.annotations.NullMarked;
