package dev.toolcheckpoint.testing.aws;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Something that answers for AWS. */
interface StandIn {

    /** {@code endpoint}, {@code docker} or {@code python}. */
    String name();

    /** Why it can't be used here, in a clause; {@code null} when it seems that it can. */
    @Nullable
    String whyNot();

    /**
     * Starts it; it stops with the JVM.
     *
     * @throws IOException when it does not start; the next stand-in is tried
     */
    AwsEndpoint start() throws IOException, InterruptedException;
}
