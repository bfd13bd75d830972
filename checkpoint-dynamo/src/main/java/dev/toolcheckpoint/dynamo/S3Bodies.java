package dev.toolcheckpoint.dynamo;

import java.time.Duration;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;
import software.amazon.awssdk.services.s3.model.ServerSideEncryption;

/**
 * Bodies as objects of a bucket, {@code <folder>/<writeId>} with a folder for each partition, encrypted by S3 on top of their own seal: under the
 * key that is configured, or else as the bucket's default says. A lifecycle
 * rule of the bucket removes them; it must keep them longer than the records.
 */
final class S3Bodies implements Bodies {

    private final S3Client client;
    private final @Nullable String kmsKey;
    private final Failures failures;
    private final AwsRequestOverrideConfiguration timeouts;
    private final UnaryOperator<String> folders;

    S3Bodies(
            S3Client client,
            @Nullable String kmsKey,
            Failures failures,
            Duration timeout,
            UnaryOperator<String> folders) {
        this.client = client;
        this.folders = folders;
        this.kmsKey = kmsKey;
        this.failures = failures;
        this.timeouts = AwsRequestOverrideConfiguration.builder()
                .apiCallAttemptTimeout(timeout)
                .build();
    }

    @Override
    public void write(String partition, PayloadPlace place, int part, byte[] bytes, Life life) {
        failures.write(() -> client.putObject(
                request -> request.bucket(place.bucket())
                        .key(key(partition, place))
                        .serverSideEncryption(kmsKey == null ? null : ServerSideEncryption.AWS_KMS)
                        .ssekmsKeyId(kmsKey)
                        .overrideConfiguration(timeouts),
                RequestBody.fromBytes(bytes)));
    }

    @Override
    public byte @Nullable [] read(String partition, PayloadPlace place) {
        return failures.<byte @Nullable []>read(() -> {
            try {
                return client.getObjectAsBytes(request -> request.bucket(place.bucket())
                                .key(key(partition, place))
                                .overrideConfiguration(timeouts))
                        .asByteArrayUnsafe();
            } catch (NoSuchKeyException missing) {
                return null;
            }
        });
    }

    @Override
    public void delete(String partition, PayloadPlace place) {
        failures.write(() ->
                client.deleteObject(request -> request.bucket(place.bucket()).key(key(partition, place))));
    }

    private String key(String partition, PayloadPlace place) {
        return folders.apply(partition) + "/" + place.writeId();
    }
}
