@NullMarked
package dev.toolcheckpoint.json;

import org.jspecify.annotations.NullMarked;
