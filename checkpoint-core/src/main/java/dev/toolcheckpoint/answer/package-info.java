/**
 * What whoever asked for a call is told when there is no plain result to hand over: the same words and codes for every event
 * source and framework. {@link dev.toolcheckpoint.answer.ModelAnswer} is what a model reads; {@link
 * dev.toolcheckpoint.answer.ToolErrors} is for callers that branch.
 */
@NullMarked
package dev.toolcheckpoint.answer;

import org.jspecify.annotations.NullMarked;
