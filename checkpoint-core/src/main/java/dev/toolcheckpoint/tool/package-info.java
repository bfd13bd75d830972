@NullMarked
package dev.toolcheckpoint.tool;

import org.jspecify.annotations.NullMarked;
