/**
 * The crash lab and the demo: what five ways of making a tool call do when the process that makes it is killed.
 *
 * <p>Nothing here is simulated. Each attempt is a JVM of its own; it says that it reached a pause and is then killed; the
 * refund service is a ledger file that no attempt owns; the figures are counted from that file. Only the clock of the journal
 * is an argument, so that "after the lease" needs no waiting.
 */
@NullMarked
package dev.toolcheckpoint.cli.lab;

import org.jspecify.annotations.NullMarked;
