@NullMarked
package dev.toolcheckpoint.dynamo;

import org.jspecify.annotations.NullMarked;
