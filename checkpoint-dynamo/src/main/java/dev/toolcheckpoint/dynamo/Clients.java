package dev.toolcheckpoint.dynamo;

import dev.toolcheckpoint.protocol.StoreException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.client.builder.AwsSyncClientBuilder;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.retries.DefaultRetryStrategy;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.kms.KmsClient;
import software.amazon.awssdk.services.s3.S3Client;

/** The clients that a store makes for itself: the JDK's HTTP client, and time-outs of our own. */
final class Clients {

    private static final Duration CONNECT = Duration.ofSeconds(1);

    private Clients() {}

    /** Sends everything once: the journal repeats, and knows how much time is left. */
    static DynamoDbClient dynamoDb(@Nullable URI endpoint, Duration attempt, IdleConnections idle) {
        return http(DynamoDbClient.builder(), attempt, idle)
                .endpointOverride(endpoint)
                .overrideConfiguration(settings -> settings.retryStrategy(DefaultRetryStrategy.doNotRetry())
                        .apiCallAttemptTimeout(attempt))
                .build();
    }

    static S3Client s3(@Nullable URI endpoint, Duration attempt, IdleConnections idle) {
        return http(S3Client.builder(), attempt, idle)
                .endpointOverride(endpoint)
                // A stand-in has no host name for each bucket.
                .forcePathStyle(endpoint != null)
                .overrideConfiguration(settings -> settings.retryStrategy(DefaultRetryStrategy.doNotRetry())
                        .apiCallAttemptTimeout(attempt))
                .build();
    }

    /** With the SDK's retries: asking for a data key again is harmless. */
    static KmsClient kms(@Nullable URI endpoint, IdleConnections idle) {
        return http(KmsClient.builder(), Duration.ofSeconds(2), idle)
                .endpointOverride(endpoint)
                .overrideConfiguration(settings -> settings.apiCallAttemptTimeout(Duration.ofSeconds(2)))
                .build();
    }

    /** Named, because a class path with two HTTP clients makes the SDK refuse to choose. */
    private static <B extends AwsSyncClientBuilder<B, C>, C> B http(B builder, Duration attempt, IdleConnections idle) {
        return builder.httpClientBuilder(idle.of(
                UrlConnectionHttpClient.builder().connectionTimeout(CONNECT).socketTimeout(attempt)));
    }

    /** Closes what was made for something; {@code what} names that in the unlikely exception. */
    static void close(List<AutoCloseable> owned, String what) {
        for (AutoCloseable each : owned) {
            try {
                each.close();
            } catch (Exception unlikely) {
                throw StoreException.broken(what + " could not be closed.", unlikely);
            }
        }
    }
}
