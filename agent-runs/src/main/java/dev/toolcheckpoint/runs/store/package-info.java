/** Where runs are kept: items of named cells, changed in atomic conditional commits. */
@NullMarked
package dev.toolcheckpoint.runs.store;

import org.jspecify.annotations.NullMarked;
