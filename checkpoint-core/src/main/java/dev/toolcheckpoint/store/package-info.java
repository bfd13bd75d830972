@NullMarked
package dev.toolcheckpoint.store;

import org.jspecify.annotations.NullMarked;
