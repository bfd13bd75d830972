@NullMarked
package dev.toolcheckpoint.protocol;

import org.jspecify.annotations.NullMarked;
