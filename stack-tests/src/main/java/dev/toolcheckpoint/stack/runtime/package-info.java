/** Functions in the real Java runtime, against a Runtime API on loopback: for the stack's tests and the benchmarks. */
@NullMarked
package dev.toolcheckpoint.stack.runtime;

import org.jspecify.annotations.NullMarked;
