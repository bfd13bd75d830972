package dev.toolcheckpoint.dynamo;

import dev.toolcheckpoint.dynamo.crypto.PayloadCipher;
import dev.toolcheckpoint.protocol.ConfigurationException;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.s3.S3Client;

/** Makes a {@link DynamoCheckpointStore}. The cipher must be set. Not thread-safe. */
public final class DynamoStoreBuilder {

    private static final int MOST_SHARDS = 256;

    private final String table;
    private final List<AutoCloseable> owned = new ArrayList<>();
    private final IdleConnections idle = new IdleConnections();
    private @Nullable PayloadCipher cipher;
    private @Nullable DynamoDbClient client;
    private @Nullable S3Client s3;
    private @Nullable String bucket;
    private @Nullable String bucketKey;
    private @Nullable URI endpoint;
    private @Nullable String tableId;
    private Duration attemptTimeout = Duration.ofSeconds(1);
    private Duration payloadTimeout = Duration.ofSeconds(10);
    private int inlineLimit = PayloadLimits.DEFAULT.inline();
    private int chunkLimit = PayloadLimits.DEFAULT.chunked();
    private boolean compress = true;
    private int shards = 8;
    private boolean lean;
    private Clock clock = Clock.systemUTC();

    DynamoStoreBuilder(String table) {
        this.table = table;
    }

    /** What seals payloads. It is not closed with the store. {@link PayloadCipher#none()} must be said, too. */
    public DynamoStoreBuilder cipher(PayloadCipher payloads) {
        this.cipher = payloads;
        return this;
    }

    /**
     * The client to use; it is not closed with the store, and its own time-outs hold. Switch its retries off ({@code
     * DefaultRetryStrategy.doNotRetry()}): the journal repeats, and the two would multiply. Default: one made by the store, with
     * the URL-connection HTTP client and without retries.
     */
    public DynamoStoreBuilder client(DynamoDbClient dynamoDb) {
        this.client = dynamoDb;
        return this;
    }

    /** Where DynamoDB and S3 are, when the store makes the clients. Default: where the SDK finds them. */
    public DynamoStoreBuilder endpoint(URI uri) {
        this.endpoint = uri;
        return this;
    }

    /**
     * The bucket for payloads above {@link #chunkLimit}; default none, then they stay in chunks. A lifecycle rule of the bucket must
     * keep objects at least 7 days longer than the retention.
     */
    public DynamoStoreBuilder bucket(String name) {
        this.bucket = name;
        return this;
    }

    /** The KMS key that S3 encrypts objects under (SSE-KMS), on top of their own seal; default what the bucket's default says. */
    public DynamoStoreBuilder bucketKey(String kmsKey) {
        this.bucketKey = kmsKey;
        return this;
    }

    /** The client for the bucket; it is not closed with the store. Default: one made by the store. */
    public DynamoStoreBuilder s3(S3Client client3) {
        this.s3 = client3;
        return this;
    }

    /** How long one request may take; 50 ms to 60 s, default 1 s. For clients that the store makes. */
    public DynamoStoreBuilder attemptTimeout(Duration timeout) {
        this.attemptTimeout = timeout;
        return this;
    }

    /** How long one request that moves a payload's body may take; 50 ms to 60 s, default 10 s. */
    public DynamoStoreBuilder payloadTimeout(Duration timeout) {
        this.payloadTimeout = timeout;
        return this;
    }

    /** The largest sealed payload kept in the control item, in stored bytes; 512 to 350 000, default 4 608. */
    public DynamoStoreBuilder inlineLimit(int bytes) {
        this.inlineLimit = bytes;
        return this;
    }

    /** The largest payload kept in chunks when there is a bucket, in stored bytes; 512 to 10 MB, default 1.5 MB. */
    public DynamoStoreBuilder chunkLimit(int bytes) {
        this.chunkLimit = bytes;
        return this;
    }

    /**
     * Whether payloads are compressed where that saves a unit; default {@code true}. Compressing a secret beside text that an
     * attacker chooses leaks something of it by its length.
     */
    public DynamoStoreBuilder compress(boolean allowed) {
        this.compress = allowed;
        return this;
    }

    /**
     * How many partitions the attention index has; 1 to 256, default 8, good for about 4 000 calls/s. Every writer and reader of a
     * table needs the same number.
     */
    public DynamoStoreBuilder attentionShards(int count) {
        this.shards = count;
        return this;
    }

    /**
     * Whether live attempts stay out of the attention index, which spares two write units a call; default {@code false}. Attempts
     * that died are then found by {@link DynamoCheckpointStore#list} only.
     */
    public DynamoStoreBuilder leanAttention(boolean leaveAttemptsOut) {
        this.lean = leaveAttemptsOut;
        return this;
    }

    /** The id that the table must have, as {@code checkpoint table check} prints it; default: any. Checked at first use. */
    public DynamoStoreBuilder tableId(String id) {
        this.tableId = id;
        return this;
    }

    /** The clock that tells a record that is over from one that lost its payload. Default the system's. */
    public DynamoStoreBuilder clock(Clock source) {
        this.clock = source;
        return this;
    }

    /** What the store's own clients leave open. */
    IdleConnections idle() {
        return idle;
    }

    /** Closes this with the store. */
    DynamoStoreBuilder owning(AutoCloseable resource) {
        owned.add(resource);
        return this;
    }

    /**
     * Makes the store. Sends no request.
     *
     * @throws ConfigurationException listing everything that is missing or wrong
     */
    public DynamoCheckpointStore build() {
        return build(checked());
    }

    /**
     * Makes the table as another store sees it that keeps items of its own there, with the same settings; {@link #inlineLimit} and
     * {@link #leanAttention} are the journal's alone. Sends no request.
     *
     * @throws ConfigurationException listing everything that is missing or wrong
     */
    public SharedTable shared() {
        PayloadCipher sealing = checked();
        Failures failures = new Failures(table);
        DynamoDbClient dynamoDb = dynamoDb();
        Chunks chunks = new Chunks(dynamoDb, table, failures, payloadTimeout);
        Bodies objects = bucket == null ? null : objects(failures, ItemKeys::sharedFolder);
        PayloadLimits limits = new PayloadLimits(inlineLimit, chunkLimit, bucket, compress);
        return new SharedTable(
                table,
                dynamoDb,
                failures,
                new TableIdentity(dynamoDb, table, tableId, failures),
                new AttentionShards(shards, lean),
                new SharedPayloads(
                        new Payloads(sealing, limits, chunks, objects, clock),
                        new Payloads(PayloadCipher.none(), limits, chunks, objects, clock),
                        clock),
                owned);
    }

    private PayloadCipher checked() {
        List<String> problems = new ArrayList<>();
        if (table.isBlank()) {
            problems.add("A DynamoDB store needs the name of its table.");
        }
        PayloadCipher sealing = cipher;
        if (sealing == null) {
            problems.add(
                    "A DynamoDB store needs a cipher (cipher): a KmsEnvelopeCipher, or PayloadCipher.none() to store"
                            + " payloads in clear.");
        }
        within(problems, "attemptTimeout in ms", attemptTimeout.toMillis(), 50, 60_000);
        within(problems, "payloadTimeout in ms", payloadTimeout.toMillis(), 50, 60_000);
        within(problems, "inlineLimit", inlineLimit, 512, 350_000);
        within(problems, "chunkLimit", chunkLimit, 512, Payloads.MAX);
        within(problems, "attentionShards", shards, 1, MOST_SHARDS);
        if (sealing == null || !problems.isEmpty()) {
            throw new ConfigurationException(problems);
        }
        return sealing;
    }

    private DynamoCheckpointStore build(PayloadCipher sealing) {
        Failures failures = new Failures(table);
        DynamoDbClient dynamoDb = dynamoDb();
        Bodies objects = bucket == null ? null : objects(failures, ItemKeys::folder);
        AttentionShards attention = new AttentionShards(shards, lean);
        return new DynamoCheckpointStore(
                table,
                new Items(dynamoDb, table, failures),
                new Payloads(
                        sealing,
                        new PayloadLimits(inlineLimit, chunkLimit, bucket, compress),
                        new Chunks(dynamoDb, table, failures, payloadTimeout),
                        objects,
                        clock),
                attention,
                new Listings(dynamoDb, table, attention, failures),
                new TableIdentity(dynamoDb, table, tableId, failures),
                idle,
                owned);
    }

    private DynamoDbClient dynamoDb() {
        return client != null ? client : own(Clients.dynamoDb(endpoint, attemptTimeout, idle));
    }

    /** By itself, so that nobody loads S3's classes who doesn't use a bucket. */
    private Bodies objects(Failures failures, UnaryOperator<String> folders) {
        return new S3Bodies(
                s3 != null ? s3 : own(Clients.s3(endpoint, payloadTimeout, idle)),
                bucketKey,
                failures,
                payloadTimeout,
                folders);
    }

    private <C extends AutoCloseable> C own(C made) {
        owned.add(made);
        return made;
    }

    private static void within(List<String> problems, String name, long value, long least, long most) {
        if (value < least || value > most) {
            problems.add(name + " must be " + least + " to " + most + ", found " + value + ".");
        }
    }
}
