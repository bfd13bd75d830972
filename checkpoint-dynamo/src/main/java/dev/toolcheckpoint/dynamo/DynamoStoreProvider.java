package dev.toolcheckpoint.dynamo;

import dev.toolcheckpoint.dynamo.crypto.KmsEnvelopeCipher;
import dev.toolcheckpoint.dynamo.crypto.PayloadCipher;
import dev.toolcheckpoint.protocol.ConfigurationException;
import dev.toolcheckpoint.store.CheckpointStore;
import dev.toolcheckpoint.store.CheckpointStoreProvider;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.kms.KmsClient;

/**
 * Opens {@code dynamo:TABLE}. Options:
 *
 * <ul>
 *   <li>{@value #KMS}, required: the KMS key (id, ARN or alias) that payloads are encrypted under, or {@code none} to store them
 *       in clear;
 *   <li>{@value #ENDPOINT}: one URL for DynamoDB, KMS and S3, default where the SDK finds them;
 *   <li>{@value #BUCKET}: the bucket for payloads above 1.5 MB, default none.
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

    private static final String IN_CLEAR = "none";
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
     * @throws ConfigurationException when the table has no name, the key is not said, or an option is unknown or malformed
     */
    @Override
    public CheckpointStore open(String location, Map<String, String> options) {
        TreeSet<String> unknown = new TreeSet<>(options.keySet());
        unknown.remove(KMS);
        unknown.remove(ENDPOINT);
        unknown.remove(BUCKET);
        if (!unknown.isEmpty()) {
            throw new ConfigurationException("A DynamoDB store has the options " + KMS + ", " + ENDPOINT + " and "
                    + BUCKET + ", not " + unknown + ".");
        }
        if (location.isBlank()) {
            throw new ConfigurationException("A DynamoDB store is named dynamo:TABLE, but the table is missing.");
        }
        URI endpoint = endpoint(options.get(ENDPOINT));
        DynamoStoreBuilder builder = DynamoCheckpointStore.builder(location);
        if (endpoint != null) {
            builder.endpoint(endpoint);
        }
        String bucket = options.get(BUCKET);
        if (bucket != null) {
            builder.bucket(bucket);
        }
        return withCipher(builder, location, options.getOrDefault(KMS, ""), endpoint)
                .build();
    }

    private static DynamoStoreBuilder withCipher(
            DynamoStoreBuilder builder, String table, String key, @Nullable URI endpoint) {
        if (key.isBlank()) {
            throw new ConfigurationException(
                    "A DynamoDB store needs the option " + KMS
                            + ": kms must be a KMS key (id, ARN or alias) to encrypt payloads under, or `none` to store them in clear.");
        }
        if (key.equals(IN_CLEAR)) {
            return builder.cipher(PayloadCipher.none());
        }
        KmsClient kms = Clients.kms(endpoint);
        KmsEnvelopeCipher cipher = KmsEnvelopeCipher.builder()
                .client(kms)
                .key(key)
                .app(APP)
                .table(table)
                .build();
        return builder.cipher(cipher).bucketKey(key).owning(cipher).owning(kms);
    }

    private static @Nullable URI endpoint(@Nullable String text) {
        if (text == null) {
            return null;
        }
        try {
            URI uri = new URI(text);
            if (uri.getHost() != null && ("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()))) {
                return uri;
            }
        } catch (URISyntaxException malformed) {
            // Said below.
        }
        throw new ConfigurationException("endpoint is a URL such as http://127.0.0.1:4566, found \"" + text + "\".");
    }
}
