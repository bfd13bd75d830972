/** Uses the published API from outside its package, as a user's project does. */
@NullMarked
package dev.toolcheckpoint.user;

import org.jspecify.annotations.NullMarked;
