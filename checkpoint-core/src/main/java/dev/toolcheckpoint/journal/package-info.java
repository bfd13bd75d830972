@NullMarked
package dev.toolcheckpoint.journal;

import org.jspecify.annotations.NullMarked;
