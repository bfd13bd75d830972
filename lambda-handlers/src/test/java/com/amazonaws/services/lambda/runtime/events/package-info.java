/** Stands for the event classes of AWS, which this module does not depend on. */
@NullMarked
package com.amazonaws.services.lambda.runtime.events;

import org.jspecify.annotations.NullMarked;
