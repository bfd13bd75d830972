package dev.toolcheckpoint.cli;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Settings of a store that is a service. The provider of the store's scheme decides; one that has no such setting refuses it by name. */
public abstract class ServiceOptions {

    /** The variable that names the key when {@code --kms} doesn't; as a function has it in Lambda. */
    public static final String KMS_VARIABLE = "TOOL_CHECKPOINT_KMS_KEY";

    /** The variable that names the bucket when {@code --bucket} doesn't. */
    public static final String BUCKET_VARIABLE = "TOOL_CHECKPOINT_BUCKET";

    /** The variable that pins the table when {@code --table-id} doesn't. */
    public static final String TABLE_ID_VARIABLE = "TOOL_CHECKPOINT_TABLE_ID";

    /** The variable that says what is in the attention index when {@code --attention-index} doesn't. */
    public static final String ATTENTION_INDEX_VARIABLE = "TOOL_CHECKPOINT_ATTENTION_INDEX";

    /** The name of the endpoint among a store's options. */
    public static final String ENDPOINT = "endpoint";

    /** The name of the key among a store's options. */
    public static final String KMS = "kms";

    /** The name of the bucket among a store's options. */
    public static final String BUCKET = "bucket";

    /** The name of the table's id among a store's options. */
    public static final String TABLE_ID = "tableId";

    /** The name of what is in the attention index among a store's options. */
    public static final String ATTENTION_INDEX = "attentionIndex";

    private static final String DYNAMO = "dynamo:";

    @Option(
            names = "--endpoint",
            paramLabel = "URL",
            description = "Where DynamoDB, KMS and S3 are. Default: where the AWS SDK finds them.")
    private @Nullable String endpoint;

    @Option(
            names = "--kms",
            paramLabel = "KEY|none",
            description =
                    "The KMS key (id, ARN or alias) that payloads are encrypted under, or none to store them in clear."
                            + " DynamoDB needs it. Default: $TOOL_CHECKPOINT_KMS_KEY.")
    private @Nullable String kms;

    @Option(
            names = "--bucket",
            paramLabel = "NAME",
            description = "The S3 bucket for payloads above 1.5 MB. Default: $TOOL_CHECKPOINT_BUCKET, else none.")
    private @Nullable String bucket;

    @Option(
            names = "--table-id",
            paramLabel = "ID",
            description =
                    "The id that the table must have, as 'table check' prints it, so that one that was made anew or"
                            + " restored is noticed. Default: $TOOL_CHECKPOINT_TABLE_ID, else any.")
    private @Nullable String tableId;

    @Option(
            names = "--attention-index",
            paramLabel = "full|lean",
            description = "Whether live attempts are in the table's attention index; as its functions have it. Default:"
                    + " $TOOL_CHECKPOINT_ATTENTION_INDEX, else full.")
    private @Nullable String attentionIndex;

    /** For those that say what their {@code --store} means. */
    protected ServiceOptions() {}

    /** Adds the options that were given. */
    final void addTo(List<String> words) {
        add(words, "--endpoint", endpoint);
        add(words, "--kms", kms);
        add(words, "--bucket", bucket);
        add(words, "--table-id", tableId);
    }

    static void add(List<String> words, String option, @Nullable String value) {
        if (value != null) {
            words.add(option);
            words.add(value);
        }
    }

    /** Whether any was given. */
    final boolean given() {
        return endpoint != null || kms != null || bucket != null || tableId != null || attentionIndex != null;
    }

    /**
     * The options of the store of this name. The variables are DynamoDB's, so that they may be set while a SQLite file is used.
     *
     * @param store {@code SCHEME:LOCATION}
     */
    public final Map<String, String> options(String store, Map<String, String> environment) {
        boolean dynamo = store.startsWith(DYNAMO);
        Map<String, String> options = new TreeMap<>();
        put(options, ENDPOINT, endpoint);
        put(options, KMS, kms != null || !dynamo ? kms : environment.get(KMS_VARIABLE));
        put(options, BUCKET, bucket != null || !dynamo ? bucket : environment.get(BUCKET_VARIABLE));
        put(options, TABLE_ID, tableId != null || !dynamo ? tableId : environment.get(TABLE_ID_VARIABLE));
        put(
                options,
                ATTENTION_INDEX,
                attentionIndex != null || !dynamo ? attentionIndex : environment.get(ATTENTION_INDEX_VARIABLE));
        return options;
    }

    private static void put(Map<String, String> options, String name, @Nullable String value) {
        if (value != null && !value.isEmpty()) {
            options.put(name, value);
        }
    }
}
