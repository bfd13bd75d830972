/** Tests of {@code template.yaml} and of the functions' zip. */
@NullMarked
package dev.toolcheckpoint.stack;

import org.jspecify.annotations.NullMarked;
