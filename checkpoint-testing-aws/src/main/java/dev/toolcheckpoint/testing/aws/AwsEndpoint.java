package dev.toolcheckpoint.testing.aws;

import java.net.URI;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.awscore.client.builder.AwsSyncClientBuilder;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClientBuilder;
import software.amazon.awssdk.services.kms.KmsClient;
import software.amazon.awssdk.services.kms.KmsClientBuilder;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3ClientBuilder;

/**
 * Where the tests' AWS is, and builders of clients that are set up for it: endpoint, Region, credentials and the
 * URL-connection HTTP client. Every builder is new and may be changed. Immutable, thread-safe.
 */
public final class AwsEndpoint {

    private final String origin;
    private final URI uri;
    private final Region region;
    private final String accessKey;
    private final String secretKey;

    AwsEndpoint(String origin, URI uri, String region, String accessKey, String secretKey) {
        this.origin = origin;
        this.uri = uri;
        this.region = Region.of(region);
        this.accessKey = accessKey;
        this.secretKey = secretKey;
    }

    /**
     * The stand-in of this JVM, chosen and started as {@link LocalAws} says; for programs that are no test.
     *
     * @return empty when there is none
     * @throws IllegalStateException when there is none, with {@code CI=true}
     */
    public static Optional<AwsEndpoint> find() {
        Choice choice = StandIns.ofThisJvm();
        return choice.requireUnlessOptional() ? Optional.of(choice.endpoint()) : Optional.empty();
    }

    /** What answers there: {@code endpoint}, {@code docker} or {@code python}. */
    public String origin() {
        return origin;
    }

    /** The endpoint of every service. */
    public URI uri() {
        return uri;
    }

    /** The Region. */
    public Region region() {
        return region;
    }

    /** Credentials that the endpoint accepts. */
    public AwsCredentialsProvider credentials() {
        return StaticCredentialsProvider.create(AwsBasicCredentials.create(accessKey, secretKey));
    }

    /**
     * What a child process needs in its environment so that the SDK's defaults lead here: {@code AWS_ENDPOINT_URL}, {@code
     * AWS_REGION}, {@code AWS_ACCESS_KEY_ID}, {@code AWS_SECRET_ACCESS_KEY}.
     */
    public Map<String, String> environment() {
        return Map.of(
                "AWS_ENDPOINT_URL",
                uri.toString(),
                "AWS_REGION",
                region.id(),
                "AWS_ACCESS_KEY_ID",
                accessKey,
                "AWS_SECRET_ACCESS_KEY",
                secretKey);
    }

    /** Points a client's builder here: endpoint, Region, credentials. Returns the builder. */
    public <B extends AwsClientBuilder<B, C>, C> B configure(B builder) {
        return builder.endpointOverride(uri).region(region).credentialsProvider(credentials());
    }

    /** A builder of DynamoDB clients. */
    public DynamoDbClientBuilder dynamoDb() {
        return withHttpClient(configure(DynamoDbClient.builder()));
    }

    /** A builder of DynamoDB clients that send through {@code http}, as through a {@link FaultyHttpClient}. */
    public DynamoDbClientBuilder dynamoDb(SdkHttpClient http) {
        return configure(DynamoDbClient.builder()).httpClient(http);
    }

    /** A builder of KMS clients. */
    public KmsClientBuilder kms() {
        return withHttpClient(configure(KmsClient.builder()));
    }

    /** A builder of KMS clients that send through {@code http}. */
    public KmsClientBuilder kms(SdkHttpClient http) {
        return configure(KmsClient.builder()).httpClient(http);
    }

    /** A builder of S3 clients. Buckets are addressed by path: a stand-in has no host names for them. */
    public S3ClientBuilder s3() {
        return withHttpClient(configure(S3Client.builder())).forcePathStyle(true);
    }

    /** A builder of S3 clients that send through {@code http}. */
    public S3ClientBuilder s3(SdkHttpClient http) {
        return configure(S3Client.builder()).httpClient(http).forcePathStyle(true);
    }

    /**
     * A name that no other test has, for a table, alias or bucket: lower-case, at most 20 characters longer than the prefix.
     *
     * @param prefix what it begins with: lower-case letters, digits and hyphens
     */
    public String uniqueName(String prefix) {
        byte[] bits = new byte[8];
        new SecureRandom().nextBytes(bits);
        return prefix + "-" + HexFormat.of().formatHex(bits);
    }

    /** Named, because a class path with two HTTP clients makes the SDK refuse to choose. */
    private static <B extends AwsSyncClientBuilder<B, C>, C> B withHttpClient(B builder) {
        return builder.httpClientBuilder(UrlConnectionHttpClient.builder());
    }

    @Override
    public String toString() {
        return origin + " " + uri;
    }
}
