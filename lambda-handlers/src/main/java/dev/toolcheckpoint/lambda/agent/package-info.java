/** Event adapters of agents: what a model's runtime sends, and what it reads. */
@NullMarked
package dev.toolcheckpoint.lambda.agent;

import org.jspecify.annotations.NullMarked;
