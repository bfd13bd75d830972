@NullMarked
package dev.toolcheckpoint.runs.dynamo;

import org.jspecify.annotations.NullMarked;
