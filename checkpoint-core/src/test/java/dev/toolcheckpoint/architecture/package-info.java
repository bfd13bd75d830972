/** Rules about who may use what. */
@NullMarked
package dev.toolcheckpoint.architecture;

import org.jspecify.annotations.NullMarked;
