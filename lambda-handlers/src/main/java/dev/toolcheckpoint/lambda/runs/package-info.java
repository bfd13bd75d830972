/** Functions that run agents: starter, worker, approvals and tick. Needs the module {@code agent-runs}. */
@NullMarked
package dev.toolcheckpoint.lambda.runs;

import org.jspecify.annotations.NullMarked;
