package dev.toolcheckpoint.dynamo.crypto;

import dev.toolcheckpoint.protocol.ConfigurationException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.regions.PartitionMetadata;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.kms.KmsClient;

/** Makes a {@link KmsEnvelopeCipher}. {@code client}, {@code key}, {@code app} and {@code table} must be set. Not thread-safe. */
public final class KmsEnvelopeCipherBuilder {

    private static final Pattern ACCOUNT = Pattern.compile("[0-9]{12}");
    private static final Pattern KMS_ARN = Pattern.compile("(arn:[^:]+:kms:([^:]+):)[0-9]{12}:(?:key|alias)/.+");
    private static final int MAX_CONTEXT_VALUE = 512;

    private final Set<String> trustedAccounts = new TreeSet<>();

    private @Nullable KmsClient client;
    private @Nullable String key;
    private @Nullable String app;
    private @Nullable String table;
    private Clock clock = Clock.systemUTC();
    private DataKeyLimits limits = DataKeyLimits.DEFAULT;
    private Duration timeout = Duration.ofSeconds(5);
    private boolean opensClear;
    private SaltSource salts = SaltSource.secureRandom();

    KmsEnvelopeCipherBuilder() {}

    /** The client, in the key's Region. It is not closed with the cipher; its retry strategy holds. */
    public KmsEnvelopeCipherBuilder client(KmsClient kms) {
        this.client = kms;
        return this;
    }

    /** The symmetric KMS key for new data keys: key id, key ARN, alias name ({@code alias/…}) or alias ARN. */
    public KmsEnvelopeCipherBuilder key(String keyOrAlias) {
        this.key = keyOrAlias;
        return this;
    }

    /**
     * The application, for KMS's encryption context; 1 to 512 UTF-16 units. Changing it makes stored payloads unreadable.
     * Visible in AWS CloudTrail: no personal data.
     */
    public KmsEnvelopeCipherBuilder app(String name) {
        this.app = name;
        return this;
    }

    /**
     * The table, for KMS's encryption context; 1 to 512 UTF-16 units. Changing it makes stored payloads unreadable: when a table
     * is restored under another name, keep the first name here.
     */
    public KmsEnvelopeCipherBuilder table(String name) {
        this.table = name;
        return this;
    }

    /**
     * Further AWS accounts whose keys may open payloads, 12 digits each. Default: the account of {@link #key} when that is an
     * ARN, else the caller's own.
     */
    public KmsEnvelopeCipherBuilder trustAccounts(String... accounts) {
        trustedAccounts.addAll(Arrays.asList(accounts));
        return this;
    }

    /**
     * Whether payloads that {@link PayloadCipher#none()} stored may be read, for a table that was not encrypted before. Who can
     * write to the table can then plant such a payload. Default {@code false}.
     */
    public KmsEnvelopeCipherBuilder openClearPayloads(boolean allowed) {
        this.opensClear = allowed;
        return this;
    }

    /** How long and how much data keys are used. Default {@link DataKeyLimits#DEFAULT}. */
    public KmsEnvelopeCipherBuilder limits(DataKeyLimits dataKeyLimits) {
        this.limits = dataKeyLimits;
        return this;
    }

    /** The longest a request to KMS may take, its repeats included; 100 ms to 60 s, default 5 s. */
    public KmsEnvelopeCipherBuilder timeout(Duration perRequest) {
        this.timeout = perRequest;
        return this;
    }

    /** The clock that tells the age of data keys. Default the system's. */
    public KmsEnvelopeCipherBuilder clock(Clock source) {
        this.clock = source;
        return this;
    }

    /** For test vectors only. */
    KmsEnvelopeCipherBuilder salts(SaltSource source) {
        this.salts = source;
        return this;
    }

    /**
     * Makes the cipher. Asks KMS nothing.
     *
     * @throws ConfigurationException listing everything that is missing or wrong
     */
    public KmsEnvelopeCipher build() {
        List<String> problems = new ArrayList<>();
        if (client == null) {
            problems.add("A cipher needs a KMS client (client).");
        }
        String keyName = required(problems, "a KMS key (key)", key, 2_048);
        String appName = required(problems, "the application's name (app)", app, MAX_CONTEXT_VALUE);
        String tableName = required(problems, "the table's name (table)", table, MAX_CONTEXT_VALUE);
        for (String account : trustedAccounts) {
            if (!ACCOUNT.matcher(account).matches()) {
                problems.add("A trusted account has 12 digits, found \"" + account + "\".");
            }
        }
        if (timeout.toMillis() < 100 || timeout.toMillis() > 60_000) {
            problems.add("timeout must be 100 ms to 60 s, found " + timeout + ".");
        }
        String arnPrefix = client == null ? "" : arnPrefix(problems, client, keyName);
        if (client == null || !problems.isEmpty()) {
            throw new ConfigurationException(problems);
        }
        return new KmsEnvelopeCipher(
                new KmsCalls(client, keyName, arnPrefix, trustedAccounts, appName, tableName, timeout),
                salts,
                opensClear,
                new GeneratedKeys(limits, clock),
                new OpenedKeys(limits, clock));
    }

    private static String required(List<String> problems, String what, @Nullable String value, int longest) {
        if (value == null || value.isEmpty() || value.length() > longest) {
            problems.add("A cipher needs " + what + " of 1 to " + longest + " characters.");
            return "";
        }
        return value;
    }

    /** Where keys of other accounts are looked for: in the Region of the key when it is an ARN, else in the client's. */
    private String arnPrefix(List<String> problems, KmsClient kms, String keyName) {
        if (!keyName.startsWith("arn:")) {
            return trustedAccounts.isEmpty()
                    ? ""
                    : prefixOf(kms.serviceClientConfiguration().region());
        }
        Matcher arn = KMS_ARN.matcher(keyName);
        if (!arn.matches()) {
            problems.add("key is no ARN of a KMS key or alias: \"" + keyName + "\".");
            return "";
        }
        return arn.group(1);
    }

    private static String prefixOf(Region region) {
        return "arn:" + PartitionMetadata.of(region).id() + ":kms:" + region.id() + ":";
    }
}
