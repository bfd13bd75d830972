/**
 * A node of a LangGraph4j graph whose effect goes through the journal: {@link
 * dev.toolcheckpoint.langgraph4j.CheckpointedNode}.
 */
@NullMarked
package dev.toolcheckpoint.langgraph4j;

import org.jspecify.annotations.NullMarked;
