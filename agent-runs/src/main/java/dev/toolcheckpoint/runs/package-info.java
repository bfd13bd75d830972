/** Agent runs: one checkpoint a step, claims, budgets, approvals, cancel and drain. */
@NullMarked
package dev.toolcheckpoint.runs;

import org.jspecify.annotations.NullMarked;
