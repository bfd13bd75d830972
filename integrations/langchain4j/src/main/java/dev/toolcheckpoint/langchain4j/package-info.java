/**
 * Tools of a LangChain4j assistant, each call with its checkpoint: {@link dev.toolcheckpoint.langchain4j.CheckpointedTools} wraps
 * {@code @Tool} objects and tool executors; {@link dev.toolcheckpoint.langchain4j.Turn} tells the calls of one turn from those
 * of another.
 */
@NullMarked
package dev.toolcheckpoint.langchain4j;

import org.jspecify.annotations.NullMarked;
