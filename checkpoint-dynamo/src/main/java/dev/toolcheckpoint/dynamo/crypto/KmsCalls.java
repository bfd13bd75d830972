package dev.toolcheckpoint.dynamo.crypto;

import dev.toolcheckpoint.protocol.StoreException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.kms.KmsClient;
import software.amazon.awssdk.services.kms.model.DataKeySpec;
import software.amazon.awssdk.services.kms.model.DecryptResponse;
import software.amazon.awssdk.services.kms.model.DependencyTimeoutException;
import software.amazon.awssdk.services.kms.model.DisabledException;
import software.amazon.awssdk.services.kms.model.GenerateDataKeyResponse;
import software.amazon.awssdk.services.kms.model.IncorrectKeyException;
import software.amazon.awssdk.services.kms.model.InvalidArnException;
import software.amazon.awssdk.services.kms.model.InvalidCiphertextException;
import software.amazon.awssdk.services.kms.model.InvalidKeyUsageException;
import software.amazon.awssdk.services.kms.model.KeyUnavailableException;
import software.amazon.awssdk.services.kms.model.KmsInternalException;
import software.amazon.awssdk.services.kms.model.KmsInvalidStateException;
import software.amazon.awssdk.services.kms.model.NotFoundException;

/** The two requests to KMS, and what their failures mean. Thread-safe. */
final class KmsCalls {

    private final KmsClient kms;
    private final String key;
    private final @Nullable String account;
    private final String arnPrefix;
    private final Set<String> trustedAccounts;
    private final String app;
    private final String table;
    private final AwsRequestOverrideConfiguration timeouts;

    /**
     * Settings of {@link KmsEnvelopeCipherBuilder}.
     *
     * @param key the KMS key for new data keys: id, ARN, alias name or alias ARN
     * @param arnPrefix {@code arn:PARTITION:kms:REGION:}, where foreign accounts' keys are looked for
     * @param trustedAccounts whose keys may open payloads, beside the account of {@code key}
     * @param timeout for one request with its repeats
     */
    KmsCalls(
            KmsClient kms,
            String key,
            String arnPrefix,
            Set<String> trustedAccounts,
            String app,
            String table,
            Duration timeout) {
        this.kms = kms;
        this.key = key;
        this.account = KeyRef.accountOf(key);
        this.arnPrefix = arnPrefix;
        this.trustedAccounts = Set.copyOf(trustedAccounts);
        this.app = app;
        this.table = table;
        this.timeouts = AwsRequestOverrideConfiguration.builder()
                .apiCallTimeout(timeout)
                .build();
    }

    /** The answer once a cipher was closed. */
    static StoreException closed() {
        return StoreException.kmsUnavailable("The cipher is closed.", null, false);
    }

    DataKey generate(String namespace) {
        GenerateDataKeyResponse response;
        try {
            response = kms.generateDataKey(request -> request.keyId(key)
                    .keySpec(DataKeySpec.AES_256)
                    .encryptionContext(encryptionContext(namespace))
                    .overrideConfiguration(timeouts));
        } catch (SdkException failure) {
            throw StoreException.kmsUnavailable(
                    "AWS KMS gave no data key under " + key + ": " + reason(failure) + advice(failure) + ".",
                    failure,
                    isTransient(failure));
        }
        byte[] secret = secretOf(response.plaintext());
        byte[] wrapped = response.ciphertextBlob() == null
                ? new byte[0]
                : response.ciphertextBlob().asByteArray();
        if (secret.length != DataKey.BYTES
                || wrapped.length == 0
                || wrapped.length > EnvelopeHeader.MAX_WRAPPED_BYTES
                || response.keyId() == null) {
            Arrays.fill(secret, (byte) 0);
            throw StoreException.kmsUnavailable(
                    "AWS KMS answered GenerateDataKey with no usable data key.", null, false);
        }
        return new DataKey(KeyRef.of(response.keyId()), wrapped, secret);
    }

    DataKey decrypt(String namespace, KeyRef keyRef, byte[] wrapped) {
        String keyId = keyIdToAsk(namespace, keyRef);
        DecryptResponse response;
        try {
            response = kms.decrypt(request -> request.keyId(keyId)
                    .ciphertextBlob(SdkBytes.fromByteArray(wrapped))
                    .encryptionContext(encryptionContext(namespace))
                    .overrideConfiguration(timeouts));
        } catch (SdkException failure) {
            if (refusedForGood(failure)) {
                throw Unreadable.dataKey(
                        namespace,
                        "AWS KMS refused it under " + keyRef + ": " + reason(failure) + advice(failure),
                        failure);
            }
            throw StoreException.kmsUnavailable(
                    "AWS KMS did not open a data key of " + keyRef + ": " + reason(failure) + advice(failure) + ".",
                    failure,
                    isTransient(failure));
        }
        byte[] secret = secretOf(response.plaintext());
        if (secret.length != DataKey.BYTES) {
            Arrays.fill(secret, (byte) 0);
            throw Unreadable.dataKey(namespace, "what AWS KMS returned is no data key", null);
        }
        // KMS compares the two itself when a request names the key; some stand-ins don't.
        if (response.keyId() == null || !KeyRef.of(response.keyId()).id().equals(keyRef.id())) {
            Arrays.fill(secret, (byte) 0);
            throw Unreadable.dataKey(namespace, "AWS KMS used another key than " + keyRef, null);
        }
        return new DataKey(keyRef, wrapped, secret);
    }

    /**
     * What to call the key. A table's writer could name a key of any account, and a role that may decrypt with every key
     * would take it for ours: only the accounts that were configured are asked by ARN. A bare id means the caller's own.
     */
    private String keyIdToAsk(String namespace, KeyRef keyRef) {
        String owner = keyRef.owner();
        if (owner == null) {
            return keyRef.id();
        }
        if (owner.equals(account) || trustedAccounts.contains(owner)) {
            return keyRef.kind() == KeyRef.Kind.TEXT ? keyRef.id() : arnPrefix + owner + ":key/" + keyRef.id();
        }
        if (account == null && keyRef.kind() != KeyRef.Kind.TEXT) {
            return keyRef.id();
        }
        throw Unreadable.dataKey(
                namespace,
                "it was wrapped by " + keyRef + ", which this cipher was not told to trust (trustAccounts)",
                null);
    }

    /** Shows up in AWS CloudTrail, and conditions in key policies can use it (kms:EncryptionContext:namespace). */
    private Map<String, String> encryptionContext(String namespace) {
        return Map.of("app", app, "table", table, "namespace", namespace);
    }

    private static byte[] secretOf(@Nullable SdkBytes plaintext) {
        if (plaintext == null) {
            return new byte[0];
        }
        byte[] held = plaintext.asByteArrayUnsafe();
        byte[] secret = held.clone();
        Arrays.fill(held, (byte) 0);
        return secret;
    }

    /** Whether the same request may succeed later. A client-side failure is a lost connection, a timeout or an interruption. */
    private static boolean isTransient(SdkException failure) {
        if (failure instanceof AwsServiceException service) {
            return service.isThrottlingException()
                    || service.statusCode() >= 500
                    || service instanceof DependencyTimeoutException
                    || service instanceof KeyUnavailableException
                    || service instanceof KmsInternalException
                    // The SDK gets new credentials for the next request.
                    || "ExpiredTokenException".equals(code(service));
        }
        return !withoutCredentials(failure);
    }

    /** The SDK says it only in words. */
    private static boolean withoutCredentials(SdkException failure) {
        return String.valueOf(failure.getMessage()).startsWith("Unable to load");
    }

    /** What to do, as a sentence that follows another; empty when there is nothing to say. */
    private static String advice(SdkException failure) {
        if (failure instanceof DisabledException || failure instanceof KmsInvalidStateException) {
            return ". Enable the key, or name another";
        }
        if (failure instanceof NotFoundException) {
            return ". Check the key's name, account and Region";
        }
        if ("AccessDeniedException".equals(code(failure))) {
            return ". Allow this role kms:GenerateDataKey and kms:Decrypt with it";
        }
        return withoutCredentials(failure)
                ? ". AWS credentials are missing: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE"
                : "";
    }

    /** Whether the answer is about this data key or its KMS key, and not about the caller's credentials or the service. */
    private static boolean refusedForGood(SdkException failure) {
        return failure instanceof InvalidCiphertextException
                || failure instanceof IncorrectKeyException
                || failure instanceof DisabledException
                || failure instanceof NotFoundException
                || failure instanceof KmsInvalidStateException
                || failure instanceof InvalidKeyUsageException
                || failure instanceof InvalidArnException
                || "AccessDeniedException".equals(code(failure));
    }

    private static @Nullable String code(SdkException failure) {
        return failure instanceof AwsServiceException service && service.awsErrorDetails() != null
                ? service.awsErrorDetails().errorCode()
                : null;
    }

    private static String reason(SdkException failure) {
        if (failure instanceof AwsServiceException service) {
            return code(service) + " (status " + service.statusCode() + ", request " + service.requestId() + ")";
        }
        return failure.getClass().getSimpleName();
    }
}
