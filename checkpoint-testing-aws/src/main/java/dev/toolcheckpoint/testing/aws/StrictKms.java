package dev.toolcheckpoint.testing.aws;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Stream;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.kms.KmsClient;
import software.amazon.awssdk.services.kms.KmsServiceClientConfiguration;
import software.amazon.awssdk.services.kms.model.DecryptRequest;
import software.amazon.awssdk.services.kms.model.DecryptResponse;
import software.amazon.awssdk.services.kms.model.DisabledException;
import software.amazon.awssdk.services.kms.model.GenerateDataKeyRequest;
import software.amazon.awssdk.services.kms.model.GenerateDataKeyResponse;
import software.amazon.awssdk.services.kms.model.IncorrectKeyException;
import software.amazon.awssdk.services.kms.model.InvalidCiphertextException;
import software.amazon.awssdk.services.kms.model.KmsException;
import software.amazon.awssdk.services.kms.model.NotFoundException;

/**
 * A KMS in memory, for {@code GenerateDataKey} and {@code Decrypt} of symmetric keys. It refuses what the service refuses and
 * emulators let pass (a flipped bit in a wrapped key, the wrong key id, a disabled key), and wraps a data key into 184 bytes as
 * the service does. Thread-safe.
 */
public final class StrictKms implements KmsClient {

    /** The account that the caller is in. */
    public static final String ACCOUNT = "111122223333";

    private final Region region;
    private final Map<String, WrappingKey> keys = new HashMap<>();
    private final Map<String, String> aliases = new HashMap<>();
    private final Map<String, Integer> calls = new TreeMap<>();
    private final Deque<Supplier<? extends SdkException>> failures = new ArrayDeque<>();

    private StrictKms(Region region) {
        this.region = region;
    }

    /** A KMS of a Region, without keys. */
    public static StrictKms in(Region region) {
        return new StrictKms(region);
    }

    /** Makes a key of the caller's account, and returns its ARN. */
    public String newKey() {
        return newKey(ACCOUNT);
    }

    /** Makes a key of another account that the caller may use, and returns its ARN. */
    public String newKey(String account) {
        return add(account, UUID.randomUUID().toString());
    }

    /** Makes a multi-Region key of the caller's account, and returns its ARN. */
    public String newMultiRegionKey() {
        return add(ACCOUNT, "mrk-" + UUID.randomUUID().toString().replace("-", ""));
    }

    private synchronized String add(String account, String id) {
        String arn = "arn:aws:kms:" + region.id() + ":" + account + ":key/" + id;
        keys.put(arn, new WrappingKey(arn));
        return arn;
    }

    /** Lets an alias ({@code alias/…}) mean a key from now on. */
    public synchronized void pointAlias(String alias, String keyArn) {
        aliases.put(alias, keyArn);
    }

    /** Gives a key new material, as its yearly rotation does: what older material wrapped still opens. */
    public synchronized void rotate(String keyArn) {
        find(keyArn).rotate();
    }

    /** Disables or enables a key. */
    public synchronized void setEnabled(String keyArn, boolean enabled) {
        find(keyArn).enabled = enabled;
    }

    /** The next {@code times} calls fail. */
    public synchronized void failNext(int times, Supplier<? extends SdkException> failure) {
        for (int i = 0; i < times; i++) {
            failures.add(failure);
        }
    }

    /** How many calls of an operation there were, those that failed included. */
    public synchronized int calls(String operation) {
        return calls.getOrDefault(operation, 0);
    }

    /** The error with which the service throttles. */
    public static SdkException throttled() {
        return error(KmsException.builder(), "ThrottlingException");
    }

    /** The error of a caller whose temporary credentials are over, as after a restored snapshot. */
    public static SdkException expiredToken() {
        return error(KmsException.builder(), "ExpiredTokenException");
    }

    /** The error of a caller who has no permission. */
    public static SdkException accessDenied() {
        return error(KmsException.builder(), "AccessDeniedException");
    }

    @Override
    public synchronized GenerateDataKeyResponse generateDataKey(GenerateDataKeyRequest request) {
        count("GenerateDataKey");
        WrappingKey key = key(request.keyId());
        byte[] secret = WrappingKey.random(32);
        return GenerateDataKeyResponse.builder()
                .keyId(key.arn)
                .plaintext(SdkBytes.fromByteArray(secret))
                .ciphertextBlob(SdkBytes.fromByteArray(key.wrap(secret, request.encryptionContext())))
                .build();
    }

    @Override
    public synchronized DecryptResponse decrypt(DecryptRequest request) {
        count("Decrypt");
        byte[] blob = request.ciphertextBlob().asByteArray();
        WrappingKey key = request.keyId() == null ? wrapperOf(blob) : key(request.keyId());
        if (!key.wrapped(blob)) {
            throw keys.values().stream().anyMatch(other -> other.wrapped(blob))
                    ? error(IncorrectKeyException.builder(), "IncorrectKeyException")
                    : error(InvalidCiphertextException.builder(), "InvalidCiphertextException");
        }
        byte[] secret = key.unwrap(blob, request.encryptionContext());
        if (secret == null) {
            throw error(InvalidCiphertextException.builder(), "InvalidCiphertextException");
        }
        return DecryptResponse.builder()
                .keyId(key.arn)
                .plaintext(SdkBytes.fromByteArray(secret))
                .build();
    }

    private void count(String operation) {
        calls.merge(operation, 1, Integer::sum);
        Supplier<? extends SdkException> failure = failures.poll();
        if (failure != null) {
            throw failure.get();
        }
    }

    private WrappingKey wrapperOf(byte[] blob) {
        return keys.values().stream()
                .filter(key -> key.wrapped(blob))
                .findFirst()
                .orElseThrow(() -> error(InvalidCiphertextException.builder(), "InvalidCiphertextException"));
    }

    private WrappingKey key(String id) {
        WrappingKey key = find(id);
        if (!key.enabled) {
            throw error(DisabledException.builder(), "DisabledException");
        }
        return key;
    }

    /** By ARN, or by id or alias within the caller's account. */
    private WrappingKey find(String id) {
        String own = "arn:aws:kms:" + region.id() + ":" + ACCOUNT + ":key/" + id;
        return Stream.of(id, own, aliases.getOrDefault(id, ""))
                .map(keys::get)
                .filter(found -> found != null)
                .findFirst()
                .orElseThrow(() -> error(NotFoundException.builder(), "NotFoundException"));
    }

    private static SdkException error(KmsException.Builder builder, String code) {
        return builder.statusCode(400)
                .requestId("strict")
                .message(code)
                .awsErrorDetails(AwsErrorDetails.builder()
                        .errorCode(code)
                        .errorMessage(code)
                        .serviceName("Kms")
                        .build())
                .build();
    }

    @Override
    public KmsServiceClientConfiguration serviceClientConfiguration() {
        return KmsServiceClientConfiguration.builder().region(region).build();
    }

    @Override
    public String serviceName() {
        return SERVICE_NAME;
    }

    @Override
    public void close() {
        // Holds nothing.
    }
}
