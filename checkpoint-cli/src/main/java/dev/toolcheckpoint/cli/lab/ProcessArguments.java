package dev.toolcheckpoint.cli.lab;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a process of the lab is told: words of the form {@code name=value}.
 *
 * @param strategy how it makes the call
 * @param fault what is to happen to it
 * @param process which process of its case it is, from 1
 * @param now the logical clock
 * @param folder the folder of its case: ledger, trace, recorded results
 * @param store the store of the journal strategies, as {@code SCHEME:LOCATION}
 * @param storeOptions further settings of the store
 * @param callId the caller's key
 * @param order which order is refunded
 * @param amount how much, in cents
 */
record ProcessArguments(
        Strategy strategy,
        Fault fault,
        int process,
        Instant now,
        Path folder,
        String store,
        Map<String, String> storeOptions,
        String callId,
        String order,
        long amount) {

    private static final String OPTION = "option.";

    /** Copies the options. */
    ProcessArguments {
        storeOptions = Map.copyOf(storeOptions);
    }

    Path ledger() {
        return ledger(folder);
    }

    static Path ledger(Path folder) {
        return folder.resolve("ledger.jsonl");
    }

    static Path trace(Path folder) {
        return folder.resolve("trace.tsv");
    }

    /** Where checkpoint-only keeps its result. */
    Path result() {
        return folder.resolve("result.json");
    }

    /** The command line's words. */
    List<String> toWords() {
        List<String> words = new ArrayList<>(List.of(
                "strategy=" + strategy,
                "fault=" + fault,
                "process=" + process,
                "now=" + now.toEpochMilli(),
                "folder=" + folder,
                "store=" + store,
                "callId=" + callId,
                "order=" + order,
                "amount=" + amount));
        storeOptions.forEach((name, value) -> words.add(OPTION + name + "=" + value));
        return words;
    }

    static ProcessArguments ofWords(String[] words) {
        Map<String, String> values = new LinkedHashMap<>();
        Map<String, String> options = new LinkedHashMap<>();
        for (String word : words) {
            int equals = word.indexOf('=');
            if (equals < 1) {
                throw new IllegalArgumentException("Expected name=value, found \"" + word + "\".");
            }
            String name = word.substring(0, equals);
            String value = word.substring(equals + 1);
            if (name.startsWith(OPTION)) {
                options.put(name.substring(OPTION.length()), value);
            } else {
                values.put(name, value);
            }
        }
        return new ProcessArguments(
                Strategy.valueOf(required(values, "strategy")),
                Fault.valueOf(required(values, "fault")),
                Integer.parseInt(required(values, "process")),
                Instant.ofEpochMilli(Long.parseLong(required(values, "now"))),
                Path.of(required(values, "folder")),
                required(values, "store"),
                options,
                required(values, "callId"),
                required(values, "order"),
                Long.parseLong(required(values, "amount")));
    }

    private static String required(Map<String, String> values, String name) {
        @Nullable String value = values.get(name);
        if (value == null) {
            throw new IllegalArgumentException("Expected " + name + "=…, found only " + values.keySet() + ".");
        }
        return value;
    }
}
