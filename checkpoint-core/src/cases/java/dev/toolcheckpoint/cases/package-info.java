/** Failure cases, for any store. Every module that has a store compiles and runs them over it. */
@NullMarked
package dev.toolcheckpoint.cases;

import org.jspecify.annotations.NullMarked;
