/**
 * What a platform with snapshots brings, under the names that {@code org.crac} looks for. Like the platforms' own, it holds
 * resources weakly.
 */
@NullMarked
package dev.toolcheckpoint.lambda.crac;

import org.jspecify.annotations.NullMarked;
