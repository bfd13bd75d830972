/**
 * Ready-made deliverers of stored outcomes, and the senders they use, which need no checkpoint. {@link
 * dev.toolcheckpoint.deliverers.http} needs the JDK only; each class of {@link dev.toolcheckpoint.deliverers.aws} needs the client of
 * its service.
 */
@NullMarked
package dev.toolcheckpoint.deliverers;

import org.jspecify.annotations.NullMarked;
