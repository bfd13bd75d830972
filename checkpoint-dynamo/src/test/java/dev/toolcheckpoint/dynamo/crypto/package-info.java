@NullMarked
package dev.toolcheckpoint.dynamo.crypto;

import org.jspecify.annotations.NullMarked;
