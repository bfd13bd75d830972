@NullMarked
package dev.toolcheckpoint.lambda;

import org.jspecify.annotations.NullMarked;
