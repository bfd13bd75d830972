package dev.toolcheckpoint.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import java.time.Duration;

/** The context of an invocation outside Lambda, which knows how soon after its time a killed handler is really gone. */
public interface LocalContext extends Context {

    /** How long after the remaining time a request that was sent before may still land; 0 or more. */
    Duration grace();
}
