package dev.toolcheckpoint.lambda;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Which store the environment names.
 *
 * @param store the store as {@code SCHEME:LOCATION}
 * @param options what it is opened with
 */
record StoreSettings(String store, Map<String, String> options) {

    private static final Pattern STORE_NAME = Pattern.compile("[a-z][a-z0-9+.-]*:.*");

    static StoreSettings read(EnvironmentReader read, String prefix) {
        String store = store(read, prefix);
        return new StoreSettings(store, options(read, prefix, store));
    }

    private static String store(EnvironmentReader read, String prefix) {
        Optional<String> table = read.text("TABLE");
        if (read.isSet("TABLE")) {
            if (read.text("STORE").isPresent()) {
                read.problem("TABLE", "is a store of its own: set it or " + prefix + "STORE, not both.");
            }
            return table.map(name -> "dynamo:" + name).orElse("");
        }
        String name = read.required("STORE", "dynamo:calls (or " + prefix + "TABLE for a table of DynamoDB)");
        if (!name.isEmpty() && !STORE_NAME.matcher(name).matches()) {
            read.problem("STORE", "must be SCHEME:LOCATION such as dynamo:calls, found \"" + name + "\".");
        }
        return name;
    }

    /** What a DynamoDB store is opened with. A key must be named: nothing is stored in clear by mistake. */
    private static Map<String, String> options(EnvironmentReader read, String prefix, String store) {
        Map<String, String> options = new LinkedHashMap<>();
        read.text("KMS_KEY").ifPresent(key -> options.put("kms", key));
        read.text("BUCKET").ifPresent(bucket -> options.put("bucket", bucket));
        read.text("TABLE_ID").ifPresent(id -> options.put("tableId", id));
        read.choice("ATTENTION_INDEX", List.of("full", "lean"))
                .ifPresent(choice -> options.put("attentionIndex", choice));
        if (!store.startsWith("dynamo:")) {
            for (String name : List.of("KMS_KEY", "BUCKET", "TABLE_ID", "ATTENTION_INDEX")) {
                if (read.isSet(name)) {
                    read.problem(
                            name, "belongs to a store of DynamoDB (" + prefix + "TABLE), found \"" + store + "\".");
                }
            }
        } else if (!read.isSet("KMS_KEY")) {
            read.problem(
                    "KMS_KEY",
                    "is missing: the KMS key (id, ARN or alias) for payloads, or none to store them in clear.");
        }
        return Map.copyOf(options);
    }
}
