package dev.toolcheckpoint.dynamo;

import dev.toolcheckpoint.protocol.ConfigurationException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkClientException;

/** What stands beside {@code dynamo:TABLE}, checked. */
final class ProviderOptions {

    private static final Set<String> KNOWN = Set.of(
            DynamoStoreProvider.KMS,
            DynamoStoreProvider.ENDPOINT,
            DynamoStoreProvider.BUCKET,
            DynamoStoreProvider.TABLE_ID,
            DynamoStoreProvider.ATTENTION_INDEX);

    private final Map<String, String> options;
    private final @Nullable URI endpoint;
    private final boolean leanAttention;

    /**
     * Checks names and form; the key may be missing.
     *
     * @throws ConfigurationException when the table has no name, or an option is unknown or malformed
     */
    ProviderOptions(String table, Map<String, String> options) {
        TreeSet<String> unknown = new TreeSet<>(options.keySet());
        unknown.removeAll(KNOWN);
        if (!unknown.isEmpty()) {
            throw new ConfigurationException(
                    "A DynamoDB store has the options kms, endpoint, bucket, tableId and attentionIndex, not " + unknown
                            + ".");
        }
        if (table.isBlank()) {
            throw new ConfigurationException("A DynamoDB store is named dynamo:TABLE, but the table is missing.");
        }
        this.options = options;
        this.endpoint = endpoint(options.get(DynamoStoreProvider.ENDPOINT));
        this.leanAttention = leanAttention(options.getOrDefault(DynamoStoreProvider.ATTENTION_INDEX, "full"));
    }

    @Nullable
    URI endpoint() {
        return endpoint;
    }

    @Nullable
    String bucket() {
        return options.get(DynamoStoreProvider.BUCKET);
    }

    @Nullable
    String tableId() {
        return options.get(DynamoStoreProvider.TABLE_ID);
    }

    boolean leanAttention() {
        return leanAttention;
    }

    /** The key, or {@value DynamoStoreProvider#IN_CLEAR}; empty when it was not said. */
    String kms() {
        return options.getOrDefault(DynamoStoreProvider.KMS, "").strip();
    }

    private static boolean leanAttention(String text) {
        if (!text.equals("full") && !text.equals("lean")) {
            throw new ConfigurationException("attentionIndex is full or lean, found \"" + text + "\".");
        }
        return text.equals("lean");
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

    /** Makes clients. The SDK looks for the Region when a client is made, and not when it is used. */
    static <T> T made(Supplier<T> clients) {
        try {
            return clients.get();
        } catch (SdkClientException refused) {
            if (String.valueOf(refused.getMessage()).contains("region")) {
                throw new ConfigurationException(
                        "No AWS Region is set. Set AWS_REGION, or AWS_PROFILE to a profile that has one; an endpoint of your own"
                                + " needs one, too.");
            }
            throw new ConfigurationException(
                    "The AWS SDK could not be set up: " + refused.getClass().getSimpleName()
                            + ". Check the AWS_ variables and the AWS configuration file.");
        }
    }
}
