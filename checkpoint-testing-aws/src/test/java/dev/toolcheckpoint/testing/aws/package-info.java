@NullMarked
package dev.toolcheckpoint.testing.aws;

import org.jspecify.annotations.NullMarked;
