/**
 * HTML reports: one file that needs nothing else, with timelines as inline SVG. Knows nothing of what it reports on.
 *
 * <p>A page is well-formed XML as well, has no script and no address of anything outside, and every text is escaped.
 */
@NullMarked
package dev.toolcheckpoint.cli.report;

import org.jspecify.annotations.NullMarked;
