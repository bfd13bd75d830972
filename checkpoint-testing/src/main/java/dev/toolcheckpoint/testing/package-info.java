@NullMarked
package dev.toolcheckpoint.testing;

import org.jspecify.annotations.NullMarked;
