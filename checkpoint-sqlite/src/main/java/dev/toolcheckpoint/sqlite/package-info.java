@NullMarked
package dev.toolcheckpoint.sqlite;

import org.jspecify.annotations.NullMarked;
