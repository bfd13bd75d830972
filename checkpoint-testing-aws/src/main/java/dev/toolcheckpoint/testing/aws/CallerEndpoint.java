package dev.toolcheckpoint.testing.aws;

import java.net.URI;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The endpoint that the caller set, with the caller's Region and credentials, or those that stand-ins accept. */
final class CallerEndpoint implements StandIn {

    private static final String VARIABLE = "AWS_ENDPOINT_URL";

    private final Environment environment;

    CallerEndpoint(Environment environment) {
        this.environment = environment;
    }

    @Override
    public String name() {
        return "endpoint";
    }

    @Override
    public @Nullable String whyNot() {
        return environment.variable(VARIABLE) == null ? VARIABLE + " is not set" : null;
    }

    @Override
    public AwsEndpoint start() {
        return new AwsEndpoint(
                name(),
                URI.create(Objects.requireNonNull(environment.variable(VARIABLE), VARIABLE)),
                environment.variable("AWS_REGION", environment.variable("AWS_DEFAULT_REGION", "us-east-1")),
                environment.variable("AWS_ACCESS_KEY_ID", "test"),
                environment.variable("AWS_SECRET_ACCESS_KEY", "test"));
    }
}
