/**
 * An explicit-state explorer over the real journal: every interleaving of a few actors, crashes, lost answers, late packets
 * and ticks of the clock, with the failure contract checked at every step.
 *
 * <p>An actor is ordinary code over a {@link dev.toolcheckpoint.journal.Journal} or a {@link
 * dev.toolcheckpoint.tool.ToolRunner}. It is deterministic given what it is answered, so its local state is the list of
 * answers it got ({@link dev.toolcheckpoint.explorer.LocalState}); it is run again from the start for each new list, and
 * stopped at the first question that has no answer yet. A {@link dev.toolcheckpoint.explorer.World} is then a handful of
 * numbers: the record, the time, one local state per actor, what is on the wire, and what may still go wrong.
 */
@NullMarked
package dev.toolcheckpoint.explorer;

import org.jspecify.annotations.NullMarked;
