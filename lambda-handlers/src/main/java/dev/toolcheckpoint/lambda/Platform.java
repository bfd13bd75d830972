package dev.toolcheckpoint.lambda;

import dev.toolcheckpoint.tool.TimeBudget;
import java.time.Duration;
import java.util.Map;

/** What happens to a function whose time is up. Lambda says which in the environment, so there is no setting. */
public enum Platform {
    /** The runtime is shut down and killed: the lease outlives it by the grace, and no thread renews it. */
    KILLS {
        @Override
        TimeBudget budget(Duration remaining, Duration grace) {
            return TimeBudget.killedAfter(remaining, grace);
        }
    },
    /** Managed Instances: nothing is killed, the remaining time goes to 0 and below. The lease is renewed while the tool runs. */
    GOES_ON {
        @Override
        TimeBudget budget(Duration remaining, Duration grace) {
            return TimeBudget.renewedAfter(remaining, grace);
        }
    };

    private static final String TYPE = "AWS_LAMBDA_INITIALIZATION_TYPE";
    private static final String MANAGED_INSTANCES = "lambda-managed-instances";

    /** What these variables of Lambda say. */
    public static Platform of(Map<String, String> environment) {
        return MANAGED_INSTANCES.equals(environment.get(TYPE)) ? GOES_ON : KILLS;
    }

    abstract TimeBudget budget(Duration remaining, Duration grace);
}
