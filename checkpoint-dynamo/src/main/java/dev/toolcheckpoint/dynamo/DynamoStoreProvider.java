package dev.toolcheckpoint.dynamo;

import dev.toolcheckpoint.dynamo.crypto.KmsEnvelopeCipher;
import dev.toolcheckpoint.dynamo.crypto.PayloadCipher;
import dev.toolcheckpoint.protocol.ConfigurationException;
import dev.toolcheckpoint.store.CheckpointStore;
import dev.toolcheckpoint.store.CheckpointStoreProvider;
import java.net.URI;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.kms.KmsClient;

/**
 * Opens {@code dynamo:TABLE}. Options:
 *
 * <ul>
 *   <li>{@value #KMS}, required: the KMS key (id, ARN or alias) that payloads are encrypted under, or {@code none} to store them
 *       in clear;
 *   <li>{@value #ENDPOINT}: one URL for DynamoDB, KMS and S3, default where the SDK finds them;
 *   <li>{@value #BUCKET}: the bucket for payloads above 1.5 MB, default none;
 *   <li>{@value #TABLE_ID}: the id that the table must have, as {@code checkpoint table check} prints it, default any;
 *   <li>{@value #ATTENTION_INDEX}: {@code full} or {@code lean}, which leaves live attempts out of the attention index, default full.
 * </ul>
 *
 * <p>Stateless. The encryption context of KMS names this project and the table: a table restored under another name needs a store
 * built by hand, with the first name.
 */
public final class DynamoStoreProvider implements CheckpointStoreProvider {

    /** The name of the option of the key. */
    public static final String KMS = "kms";

    /** The name of the option of the endpoint. */
    public static final String ENDPOINT = "endpoint";

    /** The name of the option of the bucket. */
    public static final String BUCKET = "bucket";

    /** The name of the option of the id that the table must have. */
    public static final String TABLE_ID = "tableId";

    /** The name of the option of what is in the attention index. */
    public static final String ATTENTION_INDEX = "attentionIndex";

    static final String IN_CLEAR = "none";
    private static final String APP = "toolcheckpoint";

    /** Made by {@link java.util.ServiceLoader}. */
    public DynamoStoreProvider() {}

    @Override
    public String scheme() {
        return "dynamo";
    }

    /**
     * Opens the journal of a table. Sends no request: a missing table shows at first use.
     *
     * @throws ConfigurationException when the table has no name, the key is not said, an option is unknown or malformed, or no
     *     Region is set
     */
    @Override
    public CheckpointStore open(String location, Map<String, String> options) {
        return ProviderOptions.made(() -> builder(location, options).build());
    }

    /** The settings of a store, checked. What is built closes the clients that are made here. */
    static DynamoStoreBuilder builder(String location, Map<String, String> options) {
        ProviderOptions settings = new ProviderOptions(location, options);
        if (settings.kms().isEmpty()) {
            throw new ConfigurationException(
                    "A DynamoDB store needs the option " + KMS
                            + ": kms must be a KMS key (id, ARN or alias) to encrypt payloads under, or `none` to store them in clear.");
        }
        return ProviderOptions.made(() -> builder(location, settings));
    }

    private static DynamoStoreBuilder builder(String location, ProviderOptions settings) {
        DynamoStoreBuilder builder = DynamoCheckpointStore.builder(location);
        URI endpoint = settings.endpoint();
        if (endpoint != null) {
            builder.endpoint(endpoint);
        }
        String bucket = settings.bucket();
        if (bucket != null) {
            builder.bucket(bucket);
        }
        String tableId = settings.tableId();
        if (tableId != null) {
            builder.tableId(tableId);
        }
        builder.leanAttention(settings.leanAttention());
        return withCipher(builder, location, settings.kms(), endpoint);
    }

    private static DynamoStoreBuilder withCipher(
            DynamoStoreBuilder builder, String table, String key, @Nullable URI endpoint) {
        if (key.equals(IN_CLEAR)) {
            return builder.cipher(PayloadCipher.none());
        }
        KmsClient kms = Clients.kms(endpoint, builder.idle());
        KmsEnvelopeCipher cipher = KmsEnvelopeCipher.builder()
                .client(kms)
                .key(key)
                .app(APP)
                .table(table)
                .build();
        return builder.cipher(cipher).bucketKey(key).owning(cipher).owning(kms);
    }
}
