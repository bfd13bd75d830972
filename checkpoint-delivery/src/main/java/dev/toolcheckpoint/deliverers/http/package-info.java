/** Delivery by HTTP POST, signed as Standard Webhooks are. */
@NullMarked
package dev.toolcheckpoint.deliverers.http;

import org.jspecify.annotations.NullMarked;
