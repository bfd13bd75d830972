/**
 * Running a tool: {@link dev.toolcheckpoint.tool.ToolRunner} is the only place that goes begin → execute → complete. Declare
 * a {@link dev.toolcheckpoint.tool.Tool}, hand the runner a {@link dev.toolcheckpoint.tool.ToolCall}, and read the {@link
 * dev.toolcheckpoint.tool.ToolOutcome}.
 */
@NullMarked
package dev.toolcheckpoint.tool;

import org.jspecify.annotations.NullMarked;
