@NullMarked
package dev.toolcheckpoint.cli;

import org.jspecify.annotations.NullMarked;
