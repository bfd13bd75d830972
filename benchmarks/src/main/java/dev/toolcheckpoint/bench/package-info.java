/** Speed, measured against bare baselines in the same run and process. */
@NullMarked
package dev.toolcheckpoint.bench;

import org.jspecify.annotations.NullMarked;
