package dev.toolcheckpoint.testing.aws;

import org.jspecify.annotations.Nullable;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.localstack.LocalStackContainer;
import org.testcontainers.utility.DockerImageName;

/** LocalStack in a container, by Testcontainers, which is an optional dependency: everything of it stays inside {@link Container}. */
final class LocalStackDocker implements StandIn {

    /** The last image that starts without an account: later ones want {@code LOCALSTACK_AUTH_TOKEN}. */
    static final String IMAGE = "localstack/localstack:4.14.0";

    private static final String TOKEN = "LOCALSTACK_AUTH_TOKEN";

    private final Environment environment;

    LocalStackDocker(Environment environment) {
        this.environment = environment;
    }

    @Override
    public String name() {
        return "docker";
    }

    @Override
    public @Nullable String whyNot() {
        try {
            return Container.dockerAnswers() ? null : "Docker does not answer";
        } catch (LinkageError missing) {
            return "org.testcontainers:testcontainers-localstack is not on the class path";
        }
    }

    @Override
    public AwsEndpoint start() {
        String image = environment.setting("image");
        return Container.start(name(), image == null ? IMAGE : image, environment.variable(TOKEN));
    }

    private static final class Container {

        private static boolean dockerAnswers() {
            return DockerClientFactory.instance().isDockerAvailable();
        }

        /** Testcontainers removes the container when the JVM ends. */
        @SuppressWarnings("resource")
        private static AwsEndpoint start(String name, String image, @Nullable String token) {
            LocalStackContainer container = new LocalStackContainer(
                            DockerImageName.parse(image).asCompatibleSubstituteFor("localstack/localstack"))
                    .withServices("dynamodb", "kms", "s3", "sqs");
            if (token != null) {
                container.withEnv(TOKEN, token);
            }
            container.start();
            return new AwsEndpoint(
                    name,
                    container.getEndpoint(),
                    container.getRegion(),
                    container.getAccessKey(),
                    container.getSecretKey());
        }
    }
}
