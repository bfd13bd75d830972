@NullMarked
package dev.toolcheckpoint.delivery;

import org.jspecify.annotations.NullMarked;
