package dev.toolcheckpoint.runs.dynamo;

import dev.toolcheckpoint.dynamo.DynamoCheckpointStore;
import dev.toolcheckpoint.dynamo.DynamoStoreBuilder;
import dev.toolcheckpoint.dynamo.SharedTable;
import dev.toolcheckpoint.dynamo.crypto.PayloadCipher;
import dev.toolcheckpoint.journal.IdSource;
import dev.toolcheckpoint.protocol.ConfigurationException;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.s3.S3Client;

/** Makes a {@link DynamoRunStore}. The cipher must be set. Not thread-safe. */
public final class DynamoRunStoreBuilder {

    /** Twenty cells of this size stay within the 400 KB of an item. */
    private static final int DEFAULT_INLINE = 16_384;

    private static final int LEAST_INLINE = 512;
    private static final int MOST_INLINE = 250_000;

    private final DynamoStoreBuilder settings;
    private int inlineLimit = DEFAULT_INLINE;
    private IdSource ids = IdSource.secureRandom();
    private Clock clock = Clock.systemUTC();

    DynamoRunStoreBuilder(String table) {
        this.settings = DynamoCheckpointStore.builder(table);
    }

    /** A store with the defaults over a table that is made already. */
    static DynamoRunStore over(SharedTable table) {
        return new DynamoRunStore(table, IdSource.secureRandom(), Clock.systemUTC(), DEFAULT_INLINE);
    }

    /** What seals secret cells. It is not closed with the store. {@link PayloadCipher#none()} must be said, too. */
    public DynamoRunStoreBuilder cipher(PayloadCipher cipher) {
        settings.cipher(cipher);
        return this;
    }

    /**
     * The client to use; it is not closed with the store, and its own time-outs hold. Switch its retries off ({@code
     * DefaultRetryStrategy.doNotRetry()}): who commits repeats. Default: one made by the store, without retries.
     */
    public DynamoRunStoreBuilder client(DynamoDbClient client) {
        settings.client(client);
        return this;
    }

    /** Where DynamoDB and S3 are, when the store makes the clients. Default: where the SDK finds them. */
    public DynamoRunStoreBuilder endpoint(URI uri) {
        settings.endpoint(uri);
        return this;
    }

    /**
     * The bucket for cells above {@link #chunkLimit}; default none, then they stay in chunks. Objects are under {@code runs/}: no lifecycle
     * rule of the bucket may remove them.
     */
    public DynamoRunStoreBuilder bucket(String name) {
        settings.bucket(name);
        return this;
    }

    /** The KMS key that S3 encrypts objects under (SSE-KMS), on top of their own seal; default what the bucket's default says. */
    public DynamoRunStoreBuilder bucketKey(String kmsKey) {
        settings.bucketKey(kmsKey);
        return this;
    }

    /** The client for the bucket; it is not closed with the store. Default: one made by the store. */
    public DynamoRunStoreBuilder s3(S3Client client) {
        settings.s3(client);
        return this;
    }

    /** How long one request may take; 50 ms to 60 s, default 1 s. For clients that the store makes. */
    public DynamoRunStoreBuilder attemptTimeout(Duration timeout) {
        settings.attemptTimeout(timeout);
        return this;
    }

    /** How long one request that moves a body may take; 50 ms to 60 s, default 10 s. */
    public DynamoRunStoreBuilder payloadTimeout(Duration timeout) {
        settings.payloadTimeout(timeout);
        return this;
    }

    /**
     * The largest body kept in its item, in stored bytes; 512 to 250 000, default 16 384. All cells of an item together must stay under
     * 400 KB, those included that other commits wrote: twenty cells at the default.
     */
    public DynamoRunStoreBuilder inlineLimit(int bytes) {
        this.inlineLimit = bytes;
        return this;
    }

    /** The largest body kept in chunks when there is a bucket, in stored bytes; 512 to 10 MB, default 1.5 MB. */
    public DynamoRunStoreBuilder chunkLimit(int bytes) {
        settings.chunkLimit(bytes);
        return this;
    }

    /** Whether bodies are compressed where that saves a unit; default {@code true}. See {@link DynamoStoreBuilder#compress}. */
    public DynamoRunStoreBuilder compress(boolean compress) {
        settings.compress(compress);
        return this;
    }

    /** How many partitions the attention index has; 1 to 256, default 8. Every writer and reader of a table needs the same number. */
    public DynamoRunStoreBuilder attentionShards(int count) {
        settings.attentionShards(count);
        return this;
    }

    /** The id that the table must have, as {@code checkpoint table check} prints it; default: any. Checked at first use. */
    public DynamoRunStoreBuilder tableId(String id) {
        settings.tableId(id);
        return this;
    }

    /** The clock that tells the age of what a failed commit left behind. Default the system's. */
    public DynamoRunStoreBuilder clock(Clock source) {
        this.clock = source;
        settings.clock(source);
        return this;
    }

    /** Where names of bodies come from. Default random. */
    DynamoRunStoreBuilder ids(IdSource source) {
        this.ids = source;
        return this;
    }

    /**
     * Makes the store. Sends no request.
     *
     * @throws ConfigurationException listing what is missing or wrong
     */
    public DynamoRunStore build() {
        if (inlineLimit < LEAST_INLINE || inlineLimit > MOST_INLINE) {
            throw new ConfigurationException(
                    "inlineLimit must be " + LEAST_INLINE + " to " + MOST_INLINE + ", found " + inlineLimit + ".");
        }
        return new DynamoRunStore(settings.shared(), ids, clock, inlineLimit);
    }
}
