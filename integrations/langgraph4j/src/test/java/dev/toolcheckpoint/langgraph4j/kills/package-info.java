/** Graphs whose processes are killed for real. */
@NullMarked
package dev.toolcheckpoint.langgraph4j.kills;

import org.jspecify.annotations.NullMarked;
